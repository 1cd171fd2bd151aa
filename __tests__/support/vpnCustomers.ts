/**
 * Customers of a sandbox server with one device each, and what the VPN panel and its VPN servers have for them. The
 * subscriptions are written directly, because the tests of the VPN panel need no payments.
 */
import { followAccess } from '../../src/server/outbox/vpnKeys';
import type { FakeKey, FakePanel, PanelAction } from '../../src/server/sandbox/fakeVpnPanel/fakeVpnPanel';
import { accounts } from '../../src/server/store/schema/accounts';
import { subscriptions } from '../../src/server/store/schema/subscriptions';
import { detachDevice } from '../../src/server/usecases/customer/detachDevice';
import { attachDevice } from '../../src/server/usecases/customer/devices';
import type { SandboxServer } from './sandboxServer';

const DAY = 24 * 60 * 60_000;

/** Name of the device of each customer. */
const PHONE = 'phone';

export interface VpnCustomers {
  /** Adds a customer, attaches a device, and gives access until the time. Returns the account id. */
  add(until: Date): Promise<number>;
  /** Sets the end of a customer's access as a payment or a refund does. A time in the past ends the access. */
  setAccess(accountId: number, until: Date): Promise<void>;
  attach(accountId: number): Promise<void>;
  detach(accountId: number): Promise<void>;
  panel(): Promise<FakePanel>;
  /** Returns the customer's newest credential in the VPN panel. */
  findKey(accountId: number): Promise<FakeKey | undefined>;
  act(accountId: number, action: PanelAction): Promise<void>;
  /** Changes the fake VPN panel: `settings`, `silence` or `database`. */
  control(call: 'settings' | 'silence' | 'database', body: object): Promise<void>;
}

export function vpnCustomers({ deps, post, get }: SandboxServer): VpnCustomers {
  const { clock, db } = deps;

  const attach = async (accountId: number): Promise<void> => {
    await attachDevice(db, clock, { accountId, deviceId: PHONE, deviceName: 'Pixel 9', platform: 'android' });
  };

  const panel = async (): Promise<FakePanel> => (await get('/sandbox/api/vpn')).body as FakePanel;

  const findKey = async (accountId: number): Promise<FakeKey | undefined> =>
    (await panel()).keys.find(({ description }) => description === `account ${accountId}`);

  async function setAccess(accountId: number, until: Date): Promise<void> {
    const at = clock.now();
    const access = { accessUntil: until, statusChangesAt: until, updatedAt: at };
    await db.transaction(async (tx) => {
      await tx
        .insert(subscriptions)
        .values({
          ...access,
          accountId,
          status: 'GIFTED',
          recurring: false,
          lastGrant: 'gift',
          amountKopecks: 0,
          firstPaymentActivated: false,
          totalPaidKopecks: 0,
        })
        .onConflictDoUpdate({ target: subscriptions.accountId, set: access });
      await followAccess(tx, accountId, until > at ? until : null, at);
    });
  }

  return {
    async add(until) {
      const createdAt = clock.now();
      const count = await db.$count(accounts);
      const [account] = await db
        .insert(accounts)
        .values({
          uid: `vpn-${count}`,
          email: `vpn${count}@example.org`,
          providerId: 'email',
          createdAt,
        })
        .returning({ id: accounts.id });
      if (account === undefined) throw new Error('inserting an account returned no row');
      await setAccess(account.id, until);
      await attach(account.id);
      return account.id;
    },

    setAccess,

    attach,

    async detach(accountId) {
      await detachDevice(deps, { accountId, deviceId: PHONE, staff: null });
    },

    panel,

    findKey,

    async act(accountId, action) {
      const key = await findKey(accountId);
      if (key !== undefined) await post('/sandbox/api/vpn', { username: key.username, action });
    },

    async control(call, body) {
      const { status } = await post(`/sandbox/api/vpn/${call}`, body);
      if (status !== 200) throw new Error(`the sandbox rejects ${call}: ${status}`);
    },
  };
}

/** Returns the time `days` after `now`. */
export const inDays = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY);
