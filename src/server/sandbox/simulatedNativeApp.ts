/**
 * Simulates the product's own native application, which signs in with the link of a sign-in email over HTTP, as
 * `docs/app-api.md` describes it, and attaches its device.
 */
import { createHash } from 'node:crypto';
import { VPN } from './texts/vpn';

export interface NativeAppSignIn {
  /** Access token of the application, or null if the server rejected the link. */
  accessToken: string | null;
  /** Whether the server gave the application a VPN configuration. */
  hasConfiguration: boolean;
  /** Text about the result, for the sandbox page. */
  said: string;
}

export interface SimulatedNativeApp {
  /** Signs in with the text that the customer pasted: the key of `/open`, or the whole link. */
  signIn(by: { email: string; pasted: string }): Promise<NativeAppSignIn>;
}

interface AppResponse {
  success?: boolean;
  reason?: string | null;
  token?: string | null;
  accessToken?: string | null;
}

/** Secret of a sign-in link inside a pasted text. */
const LINK_TOKEN = /el_[\w-]{43}/;

/** Returns the secret of a sign-in link in the pasted text, or null if the text contains none. */
function linkTokenIn(pasted: string): string | null {
  return LINK_TOKEN.exec(pasted)?.[0] ?? null;
}

export function createSimulatedNativeApp({
  baseUrl,
  fetch: send,
}: {
  /** Base URL of this process, without a trailing slash. */
  baseUrl: string;
  fetch: typeof fetch;
}): SimulatedNativeApp {
  const call = async (path: string, body: object, accessToken?: string): Promise<AppResponse> => {
    const response = await send(`${baseUrl}/api/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` }),
      },
      body: JSON.stringify(body),
    });
    return (await response.json()) as AppResponse;
  };
  const failed = (said: string): NativeAppSignIn => ({ accessToken: null, hasConfiguration: false, said });

  return {
    async signIn({ email, pasted }) {
      const linkToken = linkTokenIn(pasted);
      if (linkToken === null) return failed(VPN.native.noKey);
      const redeemed = await call('emailVerification/redeem', { linkToken, email });
      if (!redeemed.token)
        return failed(redeemed.reason === 'emailNeeded' ? VPN.native.otherEmail : VPN.native.linkSpent);
      const { accessToken } = await call('emailVerification/restore', { token: redeemed.token });
      if (!accessToken) return failed(VPN.native.linkSpent);
      const deviceId = createHash('sha256').update(email).digest('hex').slice(0, 32);
      const device = { deviceId, deviceName: VPN.native.deviceName, platform: 'android' };
      const attached = await call('app/attach', device, accessToken);
      if (attached.success !== true) return { accessToken, hasConfiguration: false, said: VPN.native.noSlot };
      const { success: hasConfiguration = false } = await call('app/access', {}, accessToken);
      return {
        accessToken,
        hasConfiguration,
        said: hasConfiguration ? VPN.native.connected : VPN.native.signedIn,
      };
    },
  };
}
