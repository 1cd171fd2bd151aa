/** Texts of the server about what failed, as staff read them. */

/**
 * Returns a reason whose leading error name is written as words.
 * @example failureReason('VpnUnavailable: HTTP 502') // 'VPN unavailable: HTTP 502'
 */
export const failureReason = (reason: string): string =>
  reason.replace(/^(?:[A-Z][a-z]+){2,}(?=: )/, (name) =>
    name.replace(/\B[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`).replace(/^Vpn/, 'VPN'),
  );
