/** Staff give payments back: one whole or in part, several whole. */
import type { RefundReason } from '../../../shared/contract/staffPayments';
import { formatEnglishAmount } from '../../../shared/englishAmounts';
import { toRubles } from '../../../shared/money';
import { dateTimeText } from '../../../shared/russianFormats';
import type { Deps } from '../../deps';
import { paymentKey, refundDecisionKey } from '../../domain/billing/facts';
import type { SubscriptionState } from '../../domain/billing/fold';
import {
  accessLeft,
  judgeRefund,
  leftOf,
  REFUND_MONTHS,
  type RefundJudgement,
} from '../../domain/billing/refunds';
import type { SignedInStaff } from '../../domain/caller';
import { DUPLICATE_REQUEST, Refusal } from '../../domain/refusal';
import {
  type DecidedRefund,
  findRefundsByKey,
  insertRefund,
  listRefunds,
  type RefundRow,
} from '../../store/refunds';
import { requestHash } from '../audit/requestHash';
import { changeAsStaff, type StaffChange } from '../audit/staffChange';
import { change, type Decide, type Known, type NewFact } from './change/change';

export interface RefundRequest {
  accountId: number;
  /** None: the last payment. */
  transactionIds: readonly string[];
  /** Of a single payment, or all that is left of each. */
  amountKopecks: number | 'all';
  /** What the payments bought stays until its end; left out, its rest is taken back. */
  keepsAccess?: boolean;
  /** Where the access stays: the recurrence goes on. */
  keepsRenewal?: boolean;
  /** Of a CANCELED subscription: what falls on the days that are left. */
  unusedDays?: boolean;
  reason: RefundReason;
  comment: string;
  /** Made by who asks: the same request is answered alike, however often it is sent. Null: none. */
  requestKey: string | null;
}

export interface RefundDecision {
  /** `amountKopecks` is 0 in a free trial: its verifying ruble is back already. */
  payments: { transactionId: string; amountKopecks: number }[];
  /** End of what access is left (a gift); null when it has ended. */
  accessUntil: Date | null;
}

/** `by ivan on 21.11.26 12:00 Moscow time (449 ₽)` */
function describeRefund({ amountKopecks, username, decidedAt }: DecidedRefund): string {
  return `by ${username} on ${dateTimeText(decidedAt)} Moscow time (${formatEnglishAmount(toRubles(amountKopecks))})`;
}

function refusalOf(
  judgement: Extract<RefundJudgement, { kind: 'refused' }>,
  askedId: string | null,
  decided: readonly DecidedRefund[],
): Refusal {
  const { payment } = judgement;
  const earlier =
    payment === null ? undefined : decided.find((refund) => paymentKey(refund) === paymentKey(payment));
  const refused = (message: string, fields?: string[]) => new Refusal('REFUND_REFUSED', message, fields);
  if (earlier !== undefined) {
    return refused(`Payment ${earlier.transactionId} was already refunded ${describeRefund(earlier)}.`);
  }
  switch (judgement.refusal) {
    case 'notCancelled':
      return refused('Unused days can only be refunded on canceled subscriptions.');
    case 'noDaysLeft':
      return refused('No unused days to refund.');
    case 'notActive':
    case 'decidedAlready':
      return refused('Only active subscriptions can be refunded.');
    case 'noPayment':
      return askedId === null
        ? refused('No payment to refund.')
        : new Refusal('NOT_FOUND', 'Payment not found.', ['transactionId']);
    case 'ambiguous':
      return refused('Two card providers have a payment with this number. Enter it as provider:number.', [
        'transactionId',
      ]);
    case 'goesBackByItself':
      return refused('This payment was rejected and is being refunded.');
    case 'nothingLeft':
      return refused('This payment is already fully refunded.');
    case 'tooOld':
      return refused(`Payments older than ${REFUND_MONTHS} months can’t be refunded.`);
    case 'tooMuch': {
      const left = payment === null ? 0 : toRubles(judgement.leftKopecks ?? leftOf(payment));
      return refused(`Maximum refund is ${formatEnglishAmount(left)}.`, ['amount']);
    }
  }
}

/** The same for the same request only. */
const hashOf = ({ requestKey: _key, ...asked }: RefundRequest): string => requestHash('refund', asked);

/** Whether stored refunds were decided by this very request, whatever its key. */
function isSameRequest(
  stored: readonly RefundRow[],
  asked: RefundRequest,
  history: Known['history'],
): boolean {
  const hash = hashOf(asked);
  return stored.every(({ accountId, provider, transactionId }) => {
    const key = refundDecisionKey(provider, transactionId);
    const decision = history.find((event) => event.key === key)?.fact;
    return accountId === asked.accountId && decision?.kind === 'refundDecided' && decision.request === hash;
  });
}

type Possible = Extract<RefundJudgement, { kind: 'possible' }>;

/** What is possible of a request; throws the refusal of the first payment that is not. */
function judged(
  state: SubscriptionState,
  asked: RefundRequest,
  decided: readonly DecidedRefund[],
  now: Date,
): Possible[] {
  const { transactionIds, amountKopecks, unusedDays = false } = asked;
  return (transactionIds.length === 0 ? [null] : transactionIds).map((transactionId) => {
    const judgement = judgeRefund(state, { transactionId, amountKopecks, unusedDays }, now);
    if (judgement.kind === 'refused') throw refusalOf(judgement, transactionId, decided);
    return judgement;
  });
}

/**
 * Only while ACTIVE (unused days: only while CANCELED), else REFUND_REFUSED, which names who has
 * refunded the payment already and when; NOT_FOUND for a payment that is not the customer's. In one
 * transaction: the decision, the end of the access that the payments bought and of the recurrence (unless
 * they stay), the commands to the provider, the audit rows, the customer's timeline. Of several at once one
 * decides. A repeated `requestKey` is answered as the first time, and throws CONFLICT with any other parameter. All the
 * payments go back or none.
 */
export async function refundPayment(
  deps: Deps,
  staff: SignedInStaff,
  asked: RefundRequest,
): Promise<RefundDecision> {
  const { accountId, requestKey, reason, comment, unusedDays = false, keepsAccess = false } = asked;
  if (unusedDays && (keepsAccess || asked.keepsRenewal === true))
    throw new Refusal('INVALID_REQUEST', 'A refund of unused days always ends access.', ['unusedDays']);
  // Who has no access any more is charged for none.
  const keepsRenewal = keepsAccess && (asked.keepsRenewal ?? false);
  const decide = async ({ tx, at: now, audit }: StaffChange): Promise<RefundDecision> => {
    let decided: RefundDecision['payments'] = [];
    const judge: Decide = async ({ history, state }) => {
      const repeated = requestKey === null ? [] : await findRefundsByKey(tx, requestKey);
      if (repeated.length > 0) {
        if (!isSameRequest(repeated, asked, history)) {
          throw new Refusal('CONFLICT', DUPLICATE_REQUEST, ['requestKey']);
        }
        decided = repeated.map(({ transactionId, amountKopecks }) => ({ transactionId, amountKopecks }));
        return null;
      }
      const facts: NewFact[] = [];
      const possible = judged(state, asked, await listRefunds(tx, accountId), now);
      for (const [index, { payment, amountKopecks }] of possible.entries()) {
        const { provider, transactionId, amountKopecks: paidKopecks } = payment;
        const row = {
          ...{ accountId, requestKey, provider, transactionId, amountKopecks, paidKopecks, reason, comment },
          staffId: staff.staffId,
          decidedAt: now,
          ...(amountKopecks > 0
            ? { state: 'decided' as const }
            : { state: 'returned' as const, settledAt: now }),
        };
        if (!(await insertRefund(tx, row, index)))
          throw new Refusal('REFUND_REFUSED', 'This payment was already refunded.');
        const stays = {
          ...(keepsAccess ? { keepsAccess: true as const } : {}),
          ...(keepsRenewal ? { keepsRenewal: true as const } : {}),
        };
        await audit({
          action: 'refund',
          accountId,
          details: { transactionId, amountKopecks, paidKopecks, reason, comment, ...stays },
        });
        const request = hashOf(asked);
        const decision = { provider, transactionId, amountKopecks, ...stays, request };
        const fact = { kind: 'refundDecided' as const, ...decision };
        facts.push({ key: refundDecisionKey(provider, transactionId), fact });
        decided.push({ transactionId, amountKopecks });
      }
      return facts;
    };
    const { after } = await change(tx, accountId, judge, now);
    return { payments: decided, accessUntil: accessLeft(after, now) };
  };
  const decision = await changeAsStaff(deps, staff, decide, (because) => {
    const { transactionIds, amountKopecks } = asked;
    const details = {
      ...{ transactionId: transactionIds[0] ?? null, reason, comment, because },
      amountKopecks: amountKopecks === 'all' ? null : amountKopecks,
    };
    return { action: 'refundRefused', accountId, details };
  });
  deps.wakeOutbox();
  return decision;
}
