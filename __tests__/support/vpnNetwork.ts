/**
 * A fake implementation of `VpnNetwork`, the interface of the external VPN network. The fake records the VPN credentials
 * and all calls.
 */
import type { Clock } from '../../src/server/ports/clock';
import { type VpnKey, type VpnNetwork } from '../../src/server/ports/vpnNetwork';

export interface FakeVpnNetwork extends VpnNetwork {
  /**
   * VPN credentials by name. A test may change these credentials directly, as an administrator of the VPN panel could.
   */
  readonly keys: Map<string, VpnKey & { ref: string; label: string }>;
  /** Calls to the VPN network, in the order of arrival. */
  readonly calls: { call: 'open' | 'close'; name: string; until?: Date }[];
  /** Makes every call to the VPN network reject with the error. Null ends the failure. */
  failWith(error: Error | null): void;
  /** Sets a function that every call to the VPN network awaits before responding. */
  delayBy(wait: () => Promise<void>): void;
}

export function fakeVpnNetwork(clock: Clock): FakeVpnNetwork {
  const keys: FakeVpnNetwork['keys'] = new Map();
  const calls: FakeVpnNetwork['calls'] = [];
  let failure: Error | null = null;
  let wait = () => Promise.resolve();
  let made = 0;

  async function response<T>(give: () => T): Promise<T> {
    await wait();
    if (failure !== null) throw failure;
    return give();
  }

  return {
    keys,
    calls,
    failWith: (error) => {
      failure = error;
    },
    delayBy: (how) => {
      wait = how;
    },
    open: ({ name, until, label }) =>
      response(() => {
        calls.push({ call: 'open', name, until });
        const known = keys.get(name);
        const ref = known?.ref ?? `ref-${(made += 1)}`;
        keys.set(name, {
          name,
          ref,
          label,
          until,
          blocked: known?.blocked ?? false,
          lastSeenAt: known?.lastSeenAt ?? null,
          createdAt: known?.createdAt ?? clock.now(),
        });
        return { ref };
      }),
    close: (name) =>
      response(() => {
        calls.push({ call: 'close', name });
        keys.delete(name);
      }),
    reference: (name) => response(() => keys.get(name)?.ref ?? null),
    configuration: (ref) =>
      response(() => {
        const key = [...keys.values()].find((each) => each.ref === ref);
        if (key === undefined) return null;
        const body = new TextEncoder().encode(`configuration of ${key.name}`);
        return { body, headers: new Headers({ 'Content-Type': 'text/plain' }) };
      }),
    list: () => response(() => ({ keys: [...keys.values()], next: null })),
  };
}
