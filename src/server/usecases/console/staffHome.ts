/** Reads the panels of the console's home page: work that needs attention, last opened customers and figures of today. */
import type { AttentionKind, ProviderProblem } from '../../../shared/contract/staffHome';
import { moscowDay, startOfMoscowDay } from '../../../shared/moscowDays';
import { hasRight, type StaffRole } from '../../../shared/staffRoles';
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';
import type { Deps } from '../../deps';
import { type Sales, salesBetween } from '../../domain/billing/figures';
import type { SignedInStaff } from '../../domain/caller';
import { countUndeliveredEmails } from '../../outbox/undeliveredEmails';
import { findPendingKeys } from '../../outbox/vpnKeys';
import { listChargePauses } from '../../store/chargeLimits';
import type { Database } from '../../store/database';
import {
  findAccountsWithRefunds,
  findDeclinedRenewals,
  type Period,
  type Purchases,
  readPurchases,
} from '../../store/dayFigures';
import type { AffectedCustomers } from '../../store/goneProviders';
import { listLastCustomers } from '../../store/lastCustomers';
import { findOpenPaymentIssues } from '../../store/paymentIssues';
import { findAutopaymentsRejection } from '../../store/requestedPayments';
import { findUncleanAccounts } from '../../store/uncleanAddresses';
import { auditReadAccess } from '../audit/readAccess';
import { listCardProviders } from '../billing/cardProviders/cardProviders';
import { readState } from '../billing/ledger/change';
import { readGoneProviders } from '../billing/providerOutage/markProvider';
import { readSubscriptions } from '../billing/subscriptions/readSubscription';

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;
/** Age in ms from which a pending VPN credential needs attention. A working VPN panel applies it within seconds. */
const VPN_PENDING_FROM_MS = 5 * 60_000;
/** Age in ms of the oldest opening of a customer that the home page shows. */
const LAST_CUSTOMERS_MS = 30 * DAY_MS;
const LAST_CUSTOMERS = 8;
/** Number of customers or devices that a row of the home page links to. */
const LINKS = 5;

type ProvidersOf = Pick<Deps, 'cardProvider' | 'formerCardProviders'>;

export interface AttentionRow {
  kind: AttentionKind;
  count: number;
  oldestAt: Date | null;
  oldest: { userId: number; deviceId: string | null }[];
}

/** Problem of a card provider. `customers` are the customers of a card provider that is gone. */
export interface ProviderProblemRow {
  provider: string;
  problem: ProviderProblem;
  at: Date;
  customers: AffectedCustomers | null;
}

/** Figures of a period. */
export type PeriodFigures = Purchases & Sales;

export interface StaffHomeView {
  attention: AttentionRow[];
  cardProviders: ProviderProblemRow[];
  lastCustomers: { id: number; email: string; status: SubscriptionStatus | null; openedAt: Date }[];
  /** Figures of today until now, and of the same weekday last week; null if the role may not read them. */
  figures: { until: Date; today: PeriodFigures; lastWeek: PeriodFigures } | null;
}

/**
 * Returns the figures of a period. Only the accounts with refunds are folded from their ledger events, because a payment
 * that is not a sale is always refunded.
 */
async function readFigures(tx: Database, period: Period): Promise<PeriodFigures> {
  const withRefunds = await findAccountsWithRefunds(tx, period);
  const figures = { ...(await readPurchases(tx, period, withRefunds)), refunds: 0, refundedKopecks: 0 };
  for (const accountId of withRefunds) {
    const { paidKopecks, refunds, refundedKopecks } = salesBetween(
      (await readState(tx, accountId)).state,
      period,
    );
    figures.paidKopecks += paidKopecks;
    figures.refunds += refunds;
    figures.refundedKopecks += refundedKopecks;
  }
  return figures;
}

async function readAttention(
  tx: Database,
  deps: Pick<Deps, 'vpnNetwork'>,
  role: StaffRole,
  today: Period,
): Promise<AttentionRow[]> {
  const rows: AttentionRow[] = [];
  if (hasRight(role, 'refund'))
    rows.push({ kind: 'paymentIssues', ...(await findOpenPaymentIssues(tx)), oldest: [] });
  if (hasRight(role, 'helpCustomers'))
    rows.push({ kind: 'failedEmails', ...(await countUndeliveredEmails(tx)), oldest: [] });
  if (deps.vpnNetwork !== null) {
    const { oldestMs, ...pending } = await findPendingKeys(tx, VPN_PENDING_FROM_MS, LINKS);
    const oldestAt = oldestMs === null ? null : new Date(today.until.getTime() - oldestMs);
    rows.push({ kind: 'pendingVpn', oldestAt, ...pending });
  }
  const customers = (
    kind: AttentionKind,
    found: Awaited<ReturnType<typeof findUncleanAccounts>>,
  ): AttentionRow => ({
    ...{ kind, count: found.count, oldestAt: found.oldestAt },
    oldest: found.accountIds.map((userId) => ({ userId, deviceId: null })),
  });
  rows.push(customers('declinedRenewals', await findDeclinedRenewals(tx, today, LINKS)));
  if (hasRight(role, 'recoverAccounts')) {
    const unclean = await findUncleanAccounts(tx, LINKS);
    if (unclean.count > 0) rows.push(customers('uncleanAddresses', unclean));
  }
  return rows;
}

async function readProviderProblems(tx: Database, deps: ProvidersOf): Promise<ProviderProblemRow[]> {
  const gone = await readGoneProviders(tx);
  const rows = gone.map(({ provider, markedAt, affected, moved, waiting }): ProviderProblemRow => ({
    ...{ provider, problem: 'gone', at: markedAt, customers: { affected, moved, waiting } },
  }));
  const pauses = await listChargePauses(tx);
  for (const { name: provider, chargesScheduledBy } of listCardProviders(deps)) {
    if (chargesScheduledBy === 'provider' || gone.some((mark) => mark.provider === provider)) continue;
    const at = await findAutopaymentsRejection(tx, provider);
    if (at !== null) rows.push({ provider, problem: 'noAutopayments', at, customers: null });
    const pause = pauses.find((each) => each.provider === provider && each.reason !== 'forbidden');
    if (pause !== undefined)
      rows.push({ provider, problem: 'chargesPaused', at: pause.pausedAt, customers: null });
  }
  return rows;
}

/**
 * Returns the home page of a staff member. Writes an audit entry, because the page contains customers' email addresses.
 */
export async function readStaffHome(
  deps: Pick<Deps, 'db' | 'clock' | 'vpnNetwork'> & ProvidersOf,
  staff: SignedInStaff,
  role: StaffRole,
): Promise<StaffHomeView> {
  const now = deps.clock.now();
  const today = { from: startOfMoscowDay(moscowDay(now)), until: now };
  // Moscow has no daylight saving time, so the same time a week ago is exactly seven days earlier.
  const weekBefore = (date: Date): Date => new Date(date.getTime() - WEEK_MS);
  const lastWeek = { from: weekBefore(today.from), until: weekBefore(now) };
  return deps.db.transaction(async (tx) => {
    await auditReadAccess(tx, staff, { at: now, action: 'viewLastCustomers', accountId: null });
    const since = new Date(now.getTime() - LAST_CUSTOMERS_MS);
    const opened = await listLastCustomers(tx, { staffId: staff.staffId, since, limit: LAST_CUSTOMERS });
    const ids = opened.map(({ account }) => account.id);
    const subscriptions = await readSubscriptions(tx, ids, now);
    const figures = hasRight(role, 'readAnalytics')
      ? {
          until: now,
          today: await readFigures(tx, today),
          lastWeek: await readFigures(tx, lastWeek),
        }
      : null;
    return {
      attention: await readAttention(tx, deps, role, today),
      cardProviders: await readProviderProblems(tx, deps),
      lastCustomers: opened.map(({ account: { id, email }, openedAt }) => ({
        id,
        email,
        status: subscriptions.get(id)?.status ?? null,
        openedAt,
      })),
      figures,
    };
  });
}
