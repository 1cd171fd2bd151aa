/** Reads the record of one customer for staff. */
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { noSuchUser } from '../../domain/rejection';
import { findNewestUndelivered } from '../../outbox/undeliveredEmails';
import { findLastConnections } from '../../store/connections';
import { findRejectedAddress } from '../../store/rejectedAddresses';
import { findPanelReading } from '../../store/vpnKeys';
import { readCustomer } from '../audit/readAccess';
import { type CustomerRecord, readCustomerRecords } from './customerRecords';

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
      lastConnectedAt: times.length === 0 ? null : new Date(Math.max(...times)),
      mailboxRejectedAt: rejected?.rejectedAt ?? null,
      undeliveredEmail: failed && { at: failed.failedAt, template: failed.template, reason: failed.reason },
      vpnPanelReadAt: deps.vpnNetwork === null ? null : await findPanelReading(tx),
    };
  });
}
