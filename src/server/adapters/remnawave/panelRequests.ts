/** Sends HTTP requests to a Remnawave VPN panel, with the headers that the VPN panel requires of each request. */
import { connectionFault } from '../../logging/connectionFault';
import { VpnUnavailable } from '../../ports/vpnNetwork';

export interface PanelAddress {
  /** Absolute base URL of the VPN panel, without `/api` and without a trailing slash. */
  url: string;
  /** Extra request headers that a reverse proxy in front of the VPN panel requires. */
  headers: Readonly<Record<string, string>>;
  fetch?: typeof fetch;
  /** Timeout of one request, in ms. */
  deadlineMs?: number;
}

const DEADLINE_MS = 10_000;

/**
 * Sends a request to a path of the VPN panel, such as `/api/users/`. `call` names the request in the message of the
 * error. Throws `VpnUnavailable` if no response arrives before the timeout.
 */
export type SendToPanel = (
  call: string,
  path: string,
  init: { method?: string; headers: Readonly<Record<string, string>>; body?: string },
) => Promise<Response>;

/**
 * Returns the headers of a request. The VPN panel closes the connection without a response unless the request appears to
 * come through an HTTPS proxy. The names are compared without case, because a header that is set twice has both values.
 */
function buildHeaders(address: PanelAddress, own: Readonly<Record<string, string>>): Headers {
  const headers = new Headers({ 'x-forwarded-for': '127.0.0.1' });
  for (const [name, value] of Object.entries(address.headers)) headers.set(name, value);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  headers.set('x-forwarded-proto', 'https');
  return headers;
}

export function panelRequests(address: PanelAddress): SendToPanel {
  const { url, fetch: send = fetch, deadlineMs = DEADLINE_MS } = address;
  return async (call, path, init) => {
    try {
      return await send(`${url}${path}`, {
        ...init,
        headers: buildHeaders(address, init.headers),
        // Redirects are not followed. A redirect to the login page of a reverse proxy is not a valid response, and the
        // login page must not receive the API token.
        redirect: 'manual',
        signal: AbortSignal.timeout(deadlineMs),
      });
    } catch (error) {
      throw new VpnUnavailable(`${call}: ${connectionFault(error)}`);
    }
  };
}
