/**
 * Columns whose values come from a closed set. The frozen dump of a version contains every value of each column, so that
 * an upgrade is tested with each of them. Columns with `enum` in the schema are found without an entry here.
 */
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { type AnyPgTable, PgTable } from 'drizzle-orm/pg-core';
import { FIGURES } from '../../src/server/domain/billing/figures';
import type { LedgerEventData } from '../../src/server/domain/billing/ledgerEvents';
import { type NewOutboxMessage, OUTBOX_LANES } from '../../src/server/outbox/outbox';
import type { ProviderEvent } from '../../src/server/ports/cardProvider';
import type { Verdict } from '../../src/server/ports/metrics';
import type { RequestedOutcome } from '../../src/server/store/schema/requestedPayments';
import * as schema from '../../src/server/store/schema/schema';
import { type PushOutcome, STAFF_ACTIONS } from '../../src/shared/contract/auditEntries';
import { ORDER_REJECTIONS } from '../../src/shared/contract/shop';
import { REFUND_REASONS } from '../../src/shared/contract/staffPayments';
import { type MessageState, TIMELINE_ENTRIES } from '../../src/shared/contract/timelineEntries';
import { DECLINE_REASONS } from '../../src/shared/declines';
import { ORDER_KINDS } from '../../src/shared/orderKinds';
import { SUBSCRIPTION_STATUSES } from '../../src/shared/subscriptionStatus';
import { CONNECT_SYSTEMS } from '../../src/shared/vpnApps';

/** Returns all values of a union type. A missing value causes a compile error. */
const all = <Value extends string>(values: Readonly<Record<Value, true>>): string[] => Object.keys(values);

const LISTED: Readonly<Record<string, readonly string[]>> = {
  'account_events.kind': Object.keys(TIMELINE_ENTRIES),
  'account_events.outcome': all<Exclude<MessageState, 'pending'>>({
    delivered: true,
    failed: true,
    bounced: true,
    dropped: true,
  }),
  'account_identities.provider': ['email', 'google.com'],
  'bulk_push_devices.outcome': all<PushOutcome>({ delivered: true, unregistered: true, failed: true }),
  'changed_objects.kind': ['payment', 'refund'],
  'daily_figures.figure': FIGURES,
  'devices.platform': ['android', 'ios', 'desktop', 'other'],
  'ledger_events.kind': all<LedgerEventData['kind']>({
    paymentSucceeded: true,
    paymentFailed: true,
    recurringPaymentChanged: true,
    cancelled: true,
    cardRemoved: true,
    refundDecided: true,
    refundMade: true,
    refunded: true,
    voided: true,
    chargedBack: true,
    chargePostponed: true,
    providerGone: true,
    providerBack: true,
    monthsAnchored: true,
    lapsed: true,
    giftGranted: true,
    daysGranted: true,
  }),
  'orders.decline_reason': DECLINE_REASONS,
  'orders.kind': ORDER_KINDS,
  'orders.rejection': ORDER_REJECTIONS,
  'orders.variant': ['web', 'mobile'],
  'outbox.kind': all<NewOutboxMessage['kind']>({ email: true, push: true, provider: true, vpn: true }),
  'outbox.lane': OUTBOX_LANES,
  'outbox.state': ['pending', 'delivered', 'dropped', 'failed'],
  'payment_events.kind': all<ProviderEvent['kind']>({
    paid: true,
    authorized: true,
    failed: true,
    refunded: true,
    voided: true,
    recurringPayment: true,
  }),
  'payment_events.source': ['notification', 'reconciliation'],
  'payment_events.verdict': all<Exclude<Verdict, 'repeated'>>({
    applied: true,
    held: true,
    waiting: true,
    unknownRecurringPayment: true,
    testPayment: true,
    wrongAmount: true,
    foreignOrder: true,
    unknownOrder: true,
    unknownAccount: true,
    payerUnknown: true,
    accountDeleted: true,
  }),
  'refunds.reason': REFUND_REASONS,
  'requested_payments.kind': ['widget', 'charge'],
  'requested_payments.outcome': all<RequestedOutcome>({
    completed: true,
    declined: true,
    rejected: true,
    forbidden: true,
    absent: true,
    notSent: true,
    surplus: true,
  }),
  'staff_audit.action': STAFF_ACTIONS,
  'subscriptions.last_grant': ['payment', 'gift'],
  'subscriptions.status': SUBSCRIPTION_STATUSES,
  'vpn_links.system': CONNECT_SYSTEMS,
};

export const TABLES: AnyPgTable[] = Object.values<unknown>(schema).filter((each): each is PgTable =>
  is(each, PgTable),
);

/** Returns the values of each column with a closed set of values, by `table.column`. */
export function enumeratedColumns(): Map<string, readonly string[]> {
  const found = new Map(Object.entries(LISTED));
  for (const table of TABLES)
    for (const column of Object.values(getTableColumns(table)))
      if (column.enumValues !== undefined && column.enumValues.length > 0)
        found.set(`${getTableName(table)}.${column.name}`, column.enumValues);
  return found;
}
