/**
 * Puts aside a charge that the card provider rejected for a reason that is not the payment method of the customer. Nothing
 * was charged, so the customer gets no email about a failed payment, and the charge is requested again later.
 */
import type { RejectedPart } from '../../../ports/cardProvider';
import { openPaymentIssue, putAsideKey, settlePaymentIssue } from '../../../store/paymentIssues';
import {
  countPutAside,
  findRejectionStreak,
  putAsideRequest,
  type RequestedPaymentRow,
} from '../../../store/requestedPayments';
import type { ChargingDeps } from '../cardProviders/cardProviders';
import { pauseAllCharges } from './chargeLimits';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Time in ms after which a charge is requested again if its receipt address was rejected: one day, less the time by which
 * a job may be late, so that the third attempt is made before the access ends.
 */
const ADDRESS_PAUSE_MS = DAY_MS - 60 * MINUTE_MS;

/** Shortest and longest time in ms after which a charge is requested again if another parameter was rejected. */
const FIRST_PAUSE_MS = 10 * MINUTE_MS;
const LONGEST_PAUSE_MS = DAY_MS;

/** Number of different accounts in a row, with the same rejected parameter, after which all charges are paused. */
const STREAK = 3;

/** Key of the payment issue of a charge that was put aside. */
const buildIssueKey = ({ provider, orderId, chargeAt }: RequestedPaymentRow): string =>
  putAsideKey(provider, orderId, chargeAt);

/** Puts a charge aside, shows it to staff, and pauses all charges if the reason seems to concern all customers. */
export async function putAside(
  deps: ChargingDeps,
  request: RequestedPaymentRow,
  part: Exclude<RejectedPart, { kind: 'savedMethod' }>,
): Promise<void> {
  const { db, clock, logger } = deps;
  const { id, provider, orderId, accountId, amountKopecks, currency, chargeAt } = request;
  const now = clock.now();
  const parameter = part.kind === 'unknown' ? part.parameter : null;
  const isAddress = parameter === null;
  const earlier = await countPutAside(db, request);
  const pauseMs = isAddress
    ? ADDRESS_PAUSE_MS
    : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(20, earlier));
  await db.transaction(async (tx) => {
    await putAsideRequest(tx, id, { parameter, now, retryAt: new Date(now.getTime() + pauseMs) });
    await openPaymentIssue(tx, {
      key: buildIssueKey(request),
      question: 'chargeNotSent',
      ...{ provider, orderId, accountId, amountKopecks, currency },
      transactionId: null,
      payerId: null,
      outboxKey: null,
      reason: isAddress
        ? 'The provider doesn’t accept the customer’s email for the receipt. Correct the email. The charge is tried every day.'
        : `The provider doesn’t accept the charge (${parameter === '' ? 'no parameter' : parameter}). The charge is tried again.`,
      at: chargeAt ?? now,
      openedAt: now,
    });
  });
  logger.error(
    { orderId, accountId, parameter },
    'a charge was put aside, because the card provider rejects it',
  );
  if (parameter === null) return;
  const accounts = await findRejectionStreak(db, provider, parameter, STREAK);
  if (accounts >= STREAK) await pauseAllCharges(deps, 'parameter', `rejected parameter: ${parameter}`);
}

/** Closes the payment issue of a charge that was put aside, because the card provider has accepted the charge. */
export async function settlePutAside(
  { db, clock }: ChargingDeps,
  request: RequestedPaymentRow,
): Promise<void> {
  await settlePaymentIssue(db, buildIssueKey(request), { outcome: 'done', at: clock.now() });
}
