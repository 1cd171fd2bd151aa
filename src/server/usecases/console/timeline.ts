/** Reads a customer's timeline for staff. */
import { TIMELINE_KINDS, type TimelineKind } from '../../../shared/contract/timeline';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { Rejection } from '../../domain/rejection';
import type { Database } from '../../store/database';
import { findPaymentProviders } from '../../store/ledger';
import { decodePlace, encodePlace, readTimeline, type TimelineRow } from '../../store/timeline';
import { providerForStaff } from '../audit/providerForStaff';
import { readCustomer } from '../audit/readAccess';

export interface TimelinePage {
  rows: TimelineRow[];
  /** Cursor of the next page of the timeline; null if there are no older entries. */
  next: string | null;
}

/** Returns the card provider that the audit entry of a staff action names. */
const auditedProvider = ({ kind, details }: TimelineRow): string | undefined =>
  kind === 'staff' && typeof details['provider'] === 'string' ? details['provider'] : undefined;

const isAboutProvider = (row: TimelineRow): boolean =>
  typeof row.details['transactionId'] === 'string' || auditedProvider(row) !== undefined;

/**
 * Sets the name of the card provider in the entries about a payment or a renewal, if staff need the name
 * (`providerForStaff`). Otherwise removes the name.
 */
async function withProviders(
  tx: Database,
  deps: Deps,
  accountId: number,
  rows: TimelineRow[],
): Promise<TimelineRow[]> {
  if (!rows.some(isAboutProvider)) return rows;
  const providers = await findPaymentProviders(tx, accountId);
  return rows.map((row) => {
    if (!isAboutProvider(row)) return row;
    const ofPayment = providers.get(String(row.details['transactionId']));
    const provider = providerForStaff(deps, auditedProvider(row) ?? ofPayment);
    return { ...row, details: { ...row.details, provider: provider ?? undefined } };
  });
}

/**
 * Returns one page of the customer's timeline and writes an audit entry. Throws NOT_FOUND for an unknown account, and
 * INVALID_REQUEST for an invalid `before` cursor.
 */
export async function viewTimeline(
  deps: Deps,
  staff: StaffOrigin,
  view: {
    accountId: number;
    kinds?: readonly TimelineKind[] | undefined;
    before?: string | undefined;
    size: number;
  },
): Promise<TimelinePage> {
  const { accountId, kinds = TIMELINE_KINDS, before, size } = view;
  const after = before === undefined ? null : decodePlace(before);
  if (before !== undefined && after === null) {
    throw new Rejection('INVALID_REQUEST', 'Page not found.', ['before']);
  }
  return readCustomer(deps, staff, accountId, async (tx) => {
    const found = await readTimeline(tx, { accountId, kinds, after, limit: size + 1 });
    const rows = await withProviders(tx, deps, accountId, found.slice(0, size));
    const last = rows.at(-1);
    return { rows, next: found.length > size && last !== undefined ? encodePlace(last) : null };
  });
}
