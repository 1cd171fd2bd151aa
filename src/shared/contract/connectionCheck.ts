/** API call of the page /check. This call is an addition to the specified API. */
import * as v from 'valibot';
import { calls } from './call';

export const connectionCheckCalls = calls({
  /** Asked from a second host (`CHECK_URL`), which VPN apps reach through the VPN only. Stores nothing. */
  checkConnection: {
    path: 'connection/check',
    audience: 'public',
    kind: 'read',
    body: v.object({}),
    response: v.object({
      /** Whether the request came from an exit of the VPN. Null if the server does not know the exits. */
      isThroughVpn: v.nullable(v.boolean()),
    }),
    summary: 'Find out whether this request came through the VPN.',
  },
});
