/** Compares the subscription, the money and the payment issues of each simulated customer with the model. */
import { inArray, isNull } from 'drizzle-orm';
import { paymentIssues } from '../../src/server/store/schema/paymentIssues';
import { subscriptions } from '../../src/server/store/schema/subscriptions';
import { readSubscriptions } from '../../src/server/usecases/billing/subscriptions/readSubscription';
import { readPaymentsAgain } from './providerPayments';
import type { SimulationState } from './simulationState';

/** Returns both times in whole seconds. Returns the second time twice if they differ by at most `tolerance` ms. */
function times(
  product: number | null | undefined,
  model: number | null,
  tolerance: number,
): [product: string, model: string] {
  const text = (at: number | null | undefined): string =>
    at === null || at === undefined ? 'never' : new Date(Math.floor(at / 1000) * 1000).toISOString();
  const isClose = Math.abs((product ?? Infinity) - (model ?? Infinity)) <= tolerance;
  return [text(isClose ? model : product), text(model)];
}

/** Compares all customers who do not differ yet. */
export async function compareWithModels(state: SimulationState): Promise<void> {
  const { world, now } = state;
  const same = state.subjects.filter(({ isDifferent }) => !isDifferent);
  const ids = same.map(({ customer }) => customer.id);
  const views = await readSubscriptions(world.db, ids, new Date(now));
  const stored = await world.db.select().from(subscriptions).where(inArray(subscriptions.accountId, ids));
  const rows = new Map(stored.map((row) => [row.accountId, row]));
  const payments = await readPaymentsAgain(
    world.db,
    same.flatMap((subject) => [...subject.payments.values()]),
  );
  for (const subject of same) {
    const { model, customer } = subject;
    const view = views.get(customer.id);
    const row = rows.get(customer.id);
    const status = model.statusAt(now);
    // The next run of the jobs postpones the charge. Real servers run the jobs every few seconds.
    if (model.renewal !== null && (model.graceEnd ?? 0) <= now) continue;
    state.expectSame(subject, 'the status', view?.status, status);
    const hasAccess = status === 'ACTIVE' || status === 'CANCELED' || status === 'GIFTED';
    state.expectSame(subject, 'access', view?.isActive, hasAccess);
    const { endTolerance } = model;
    const end = row?.accessUntil?.getTime();
    state.expectSame(subject, 'the end of access', ...times(end, model.accessEnd, endTolerance));
    state.expectSame(subject, 'the card', (view?.cardMask ?? null) !== null, model.savedMeans === 'card');
    const { renewal } = model;
    const next = renewal?.nextAttemptAt ?? null;
    if (next !== null && (renewal?.provider === 'yooKassa' || renewal?.attempts === 0))
      state.expectSame(
        subject,
        'the next charge',
        ...times(row?.nextChargeAt?.getTime(), next, endTolerance),
      );
    state.expectSame(subject, 'the money kept', view?.totalPaidKopecks ?? 0, model.kept);
    if (world.gone.size > 0) continue;
    for (const [name, { id }] of subject.payments) {
      const payment = model.payments.get(id);
      if (payment === undefined) continue;
      state.expectSame(
        subject,
        `the returned money of ${id}`,
        payments.get(name)?.returned,
        payment.returned,
      );
    }
  }
  await compareIssues(state);
}

/** Checks that staff see exactly the payments that need attention. */
async function compareIssues(state: SimulationState): Promise<void> {
  const { chargesOut, world } = state;
  const issues = await world.db.select().from(paymentIssues).where(isNull(paymentIssues.outcome));
  const named = new Set(issues.map(({ transactionId }) => transactionId));
  for (const id of chargesOut)
    if (!named.has(id)) throw new Error(`staff do not see the charge ${id}, which is out`);
  for (const { transactionId, accountId, question, reason } of issues) {
    const subject = state.subjects.find(({ customer }) => customer.id === accountId);
    const payment = subject?.model.payments.get(transactionId ?? '');
    if (transactionId !== null && (chargesOut.has(transactionId) || payment?.isKept === false)) continue;
    const what = `a payment issue ${question}: ${reason}`;
    if (subject === undefined) throw new Error(what);
    state.fail(subject, what);
  }
}
