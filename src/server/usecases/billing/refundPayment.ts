/** Staff give payments back: one whole or in part, several whole. */
import type { RefundReason } from '../../../shared/contract/staffPayments';
import { formatEnglishAmount } from '../../../shared/englishAmounts';
import { toRubles } from '../../../shared/money';
import { dateTimeText } from '../../../shared/russianFormats';
import type { Deps } from '../../deps';
import type { SubscriptionState } from '../../domain/billing/fold';
import { paymentKey, refundDecisionKey } from '../../domain/billing/ledgerEvents';
import {
  accessLeft,
  judgeRefund,
  leftOf,
  REFUND_MONTHS,
  type RefundJudgement,
} from '../../domain/billing/refunds';
import type { SignedInStaff } from '../../domain/caller';
import { DUPLICATE_REQUEST, Rejection } from '../../domain/rejection';
import {
  type DecidedRefund,
  findRefundsByKey,
  insertRefund,
  listRefunds,
  type RefundRow,
} from '../../store/refunds';
import { requestHash } from '../audit/requestHash';
import { changeAsStaff, type StaffChange } from '../audit/staffChange';
import { change, type Decide, type Known, type NewLedgerEvent } from './change/change';

export interface RefundRequest {
  accountId: number;
  /** None: the last payment. */
  transactionIds: readonly string[];
  /** Of a single payment, or all that is left of each. */
  amountKopecks: number | 'all';
  /** What the payments bought stays until its end; left out, its rest is taken back. */
  keepsAccess?: boolean;
  /** Where the access stays: the recurring payment goes on. */
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

function rejectionOf(
  judgement: Extract<RefundJudgement, { kind: 'rejected' }>,
  askedId: string | null,
  decided: readonly DecidedRefund[],
): Rejection {
  const { payment } = judgement;
  const earlier =
    payment === null ? undefined : decided.find((refund) => paymentKey(refund) === paymentKey(payment));
  const rejected = (message: string, fields?: string[]) => new Rejection('REFUND_REJECTED', message, fields);
  if (earlier !== undefined) {
    return rejected(`Payment ${earlier.transactionId} was already refunded ${describeRefund(earlier)}.`);
  }
  switch (judgement.rejection) {
    case 'notCancelled':
      return rejected('Unused days can only be refunded on canceled subscriptions.');
    case 'noDaysLeft':
      return rejected('No unused days to refund.');
    case 'notActive':
    case 'decidedAlready':
      return rejected('Only active subscriptions can be refunded.');
    case 'noPayment':
      return askedId === null
        ? rejected('No payment to refund.')
        : new Rejection('NOT_FOUND', 'Payment not found.', ['transactionId']);
    case 'ambiguous':
      return rejected('Two card providers have a payment with this number. Enter it as provider:number.', [
        'transactionId',
      ]);
    case 'goesBackByItself':
      return rejected('This payment was rejected and is being refunded.');
    case 'nothingLeft':
      return rejected('This payment is already fully refunded.');
    case 'tooOld':
      return rejected(`Payments older than ${REFUND_MONTHS} months can’t be refunded.`);
    case 'tooMuch': {
      const left = payment === null ? 0 : toRubles(judgement.leftKopecks ?? leftOf(payment));
      return rejected(`Maximum refund is ${formatEnglishAmount(left)}.`, ['amount']);
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
    const decision = history.find((event) => event.key === key)?.data;
    return accountId === asked.accountId && decision?.kind === 'refundDecided' && decision.request === hash;
  });
}

type Possible = Extract<RefundJudgement, { kind: 'possible' }>;

/** What is possible of a request; throws the rejection of the first payment that is not. */
function judged(
  state: SubscriptionState,
  asked: RefundRequest,
  decided: readonly DecidedRefund[],
  now: Date,
): Possible[] {
  const { transactionIds, amountKopecks, unusedDays = false } = asked;
  return (transactionIds.length === 0 ? [null] : transactionIds).map((transactionId) => {
    const judgement = judgeRefund(state, { transactionId, amountKopecks, unusedDays }, now);
    if (judgement.kind === 'rejected') throw rejectionOf(judgement, transactionId, decided);
    return judgement;
  });
}

/**
 * Only while ACTIVE (unused days: only while CANCELED), else REFUND_REFUSED, which names who has
 * refunded the payment already and when; NOT_FOUND for a payment that is not the customer's. In one
 * transaction: the decision, the end of the access that the payments bought and of the recurring payment (unless
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
    throw new Rejection('INVALID_REQUEST', 'A refund of unused days always ends access.', ['unusedDays']);
  // Who has no access any more is charged for none.
  const keepsRenewal = keepsAccess && (asked.keepsRenewal ?? false);
  const decide = async ({ tx, at: now, audit }: StaffChange): Promise<RefundDecision> => {
    let decided: RefundDecision['payments'] = [];
    const judge: Decide = async ({ history, state }) => {
      const repeated = requestKey === null ? [] : await findRefundsByKey(tx, requestKey);
      if (repeated.length > 0) {
        if (!isSameRequest(repeated, asked, history)) {
          throw new Rejection('CONFLICT', DUPLICATE_REQUEST, ['requestKey']);
        }
        decided = repeated.map(({ transactionId, amountKopecks }) => ({ transactionId, amountKopecks }));
        return null;
      }
      const ledgerEvents: NewLedgerEvent[] = [];
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
          throw new Rejection('REFUND_REJECTED', 'This payment was already refunded.');
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
        const data = { kind: 'refundDecided' as const, ...decision };
        ledgerEvents.push({ key: refundDecisionKey(provider, transactionId), data });
        decided.push({ transactionId, amountKopecks });
      }
      return ledgerEvents;
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
    return { action: 'refundRejected', accountId, details };
  });
  deps.wakeOutbox();
  return decision;
}
