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
  readonly calls: { call: 'open' | 'end' | 'close'; name: string; until?: Date }[];
  /** Sets further headers of configurations. */
  answerHeaders(headers: Readonly<Record<string, string>>): void;
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
  let headers: Readonly<Record<string, string>> = {};

  async function response<T>(give: () => T): Promise<T> {
    await wait();
    if (failure !== null) throw failure;
    return give();
  }

  return {
    keys,
    calls,
    answerHeaders: (further) => {
      headers = further;
    },
    failWith: (error) => {
      failure = error;
    },
    delayBy: (how) => {
      wait = how;
    },
    open: ({ name, until, label, isDisabledByUs }) =>
      response(() => {
        calls.push({ call: 'open', name, until });
        const known = keys.get(name);
        const isBlocked = known?.status === 'disabled' && !isDisabledByUs;
        const ref = known?.ref ?? `ref-${(made += 1)}`;
        keys.set(name, {
          name,
          ref,
          label,
          until,
          status: isBlocked ? 'disabled' : 'active',
          hasOurSettings: true,
          lastSeenAt: known?.lastSeenAt ?? null,
          createdAt: known?.createdAt ?? clock.now(),
        });
        return { ref, isBlocked, wasDisabled: known?.status === 'disabled' && isDisabledByUs };
      }),
    end: async ({ name, isDisabledByUs, beforeDisabling }) => {
      await response(() => calls.push({ call: 'end', name }));
      const key = keys.get(name);
      if (key === undefined || key.status === 'expired') return { isBlocked: false };
      if (key.status === 'disabled') return { isBlocked: !isDisabledByUs };
      await beforeDisabling();
      key.status = 'disabled';
      return { isBlocked: false };
    },
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
        return { body, headers: new Headers({ 'Content-Type': 'text/plain', ...headers }) };
      }),
    list: () => response(() => ({ keys: [...keys.values()], next: null, clockAheadMs: 0 })),
  };
}
