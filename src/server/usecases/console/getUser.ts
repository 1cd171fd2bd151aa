/** Reads the record of one customer for staff. */
import { maskPhone } from '../../../shared/phone';
import { isSameMailbox, normalizeEmail } from '../../../shared/validation';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { noSuchUser } from '../../domain/rejection';
import { findNewestUndelivered } from '../../outbox/undeliveredEmails';
import type { AccountRow } from '../../store/accounts';
import { findLastConnections } from '../../store/connections';
import type { Database } from '../../store/database';
import { findRejectedAddress } from '../../store/rejectedAddresses';
import { findLookalikes } from '../../store/uncleanAddresses';
import { findPanelReading } from '../../store/vpnKeys';
import { readCustomer } from '../audit/readAccess';
import { readSubscriptions } from '../billing/subscriptions/readSubscription';
import { type CustomerRecord, readCustomerRecords } from './customerRecords';

/** Maximum number of accounts with the same visible address that the page of a customer shows. */
const LOOKALIKES_AT_MOST = 5;

/** Returns the other accounts with the same visible address, or null if there is nothing for staff to decide. */
async function readLookalikes(
  tx: Database,
  { clock }: Pick<Deps, 'clock'>,
  { id, email, erasedAt }: AccountRow,
): Promise<NonNullable<CustomerRecord['lookalikes']> | null> {
  if (erasedAt !== null) return null;
  const visibleEmail = normalizeEmail(email);
  const accounts = await findLookalikes(tx, { accountId: id, visibleEmail, limit: LOOKALIKES_AT_MOST });
  if (accounts.length === 0 && isSameMailbox(email, visibleEmail)) return null;
  const subscriptions = await readSubscriptions(
    tx,
    accounts.map((account) => account.id),
    clock.now(),
  );
  return {
    visibleEmail,
    accounts: accounts.flatMap((account) => {
      const subscription = subscriptions.get(account.id);
      return subscription === undefined ? [] : [{ account, subscription }];
    }),
  };
}

/** Returns the record of a customer and writes an audit entry. Throws NOT_FOUND for an unknown account. */
export async function getUser(deps: Deps, staff: StaffOrigin, accountId: number): Promise<CustomerRecord> {
  return readCustomer(deps, staff, accountId, async (tx, account) => {
    const [record] = await readCustomerRecords(tx, deps, [account]);
    if (record === undefined) throw noSuchUser();
    const rejected = await findRejectedAddress(tx, account.email);
    const failed = await findNewestUndelivered(tx, accountId);
    const connected = await findLastConnections(
      tx,
      accountId,
      record.devices.map(({ deviceId }) => deviceId),
    );
    const times = [...connected.values()].map((at) => at.getTime());
    return {
      ...record,
      maskedPhone: account.phone === null ? null : maskPhone(account.phone),
      lastConnectedAt: times.length === 0 ? null : new Date(Math.max(...times)),
      lookalikes: await readLookalikes(tx, deps, account),
      mailboxRejectedAt: rejected?.rejectedAt ?? null,
      undeliveredEmail: failed && { at: failed.failedAt, template: failed.template, reason: failed.reason },
      vpnPanelReadAt: deps.vpnNetwork === null ? null : await findPanelReading(tx),
    };
  });
}
