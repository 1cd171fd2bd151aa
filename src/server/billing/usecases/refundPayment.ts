/** Staff give a payment back, whole or in part. */
import type { RefundReason } from '../../../shared/contract/staffPayments';
import { toRubles } from '../../../shared/money';
import { kickOutbox } from '../../delivery/deliverOutbox';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { Refusal } from '../../domain/refusal';
import {
  type DecidedRefund,
  findRefundByKey,
  insertRefund,
  listRefunds,
  type RefundRow,
} from '../../store/refunds';
import { changeAsStaff, type StaffChange } from '../../usecases/audit/staffChange';
import { change, type Decide } from '../change/change';
import { refundDecisionKey } from '../rules/facts';
import { accessLeft, judgeRefund, leftOf, REFUND_MONTHS, type RefundJudgement } from '../rules/refunds';

export interface RefundRequest {
  accountId: number;
  /** Null: the last payment. */
  transactionId: string | null;
  /** Null: all that is left of it. */
  amountKopecks: number | null;
  /** Of a CANCELED subscription: what falls on the days that are left. */
  unusedDays?: boolean;
  reason: RefundReason;
  comment: string;
  /** Made by who asks: the same request is answered alike, however often it is sent. Null: none. */
  requestKey: string | null;
}

export interface RefundDecision {
  transactionId: string;
  /** 0 in a free trial: its verifying ruble is back already. */
  amountKopecks: number;
  /** End of what access is left (a gift); null when it has ended. */
  accessUntil: Date | null;
}

/** `449 RUB, decided by ivan on 2026-11-21 at 09:00 UTC` */
function describeRefund({ amountKopecks, username, decidedAt }: DecidedRefund): string {
  const moment = decidedAt.toISOString();
  return `${toRubles(amountKopecks)} RUB, decided by ${username} on ${moment.slice(0, 10)} at ${moment.slice(11, 16)} UTC`;
}

function refusalOf(
  judgement: Extract<RefundJudgement, { kind: 'refused' }>,
  asked: RefundRequest,
  decided: readonly DecidedRefund[],
): Refusal {
  const { payment } = judgement;
  const transactionId = asked.transactionId ?? payment?.transactionId ?? null;
  const earlier = decided.find((refund) => refund.transactionId === transactionId);
  const refused = (message: string, fields?: string[]) => new Refusal('REFUND_REFUSED', message, fields);
  if (earlier !== undefined) {
    return refused(`Payment ${earlier.transactionId} was refunded already: ${describeRefund(earlier)}.`);
  }
  switch (judgement.refusal) {
    case 'notCancelled':
      return refused('Unused days are refunded of a CANCELED subscription only.');
    case 'noDaysLeft':
      return refused('No paid days are left.');
    case 'notActive':
    case 'decidedAlready':
      return refused('Only an ACTIVE subscription can be refunded.');
    case 'noPayment':
      return asked.transactionId === null
        ? refused('There is no payment to refund.')
        : new Refusal('NOT_FOUND', 'This customer has no such payment.', ['transactionId']);
    case 'goesBackByItself':
      return refused('This payment bought nothing and is on its way back already.');
    case 'nothingLeft':
      return refused('Nothing is left of this payment: it has gone back already.');
    case 'tooOld':
      return refused(`The payment is older than ${REFUND_MONTHS} months: the provider does not refund it.`);
    case 'tooMuch': {
      const left = payment === null ? 0 : toRubles(judgement.leftKopecks ?? leftOf(payment));
      return refused(`At most ${left} RUB can be refunded of this payment.`, ['amount']);
    }
  }
}

/** Whether a stored refund is what is asked for now; a key is good for one request. */
function isSameRequest(stored: RefundRow, asked: RefundRequest): boolean {
  return (
    stored.accountId === asked.accountId &&
    (asked.transactionId === null || asked.transactionId === stored.transactionId) &&
    (asked.amountKopecks === null || asked.amountKopecks === stored.amountKopecks)
  );
}

/**
 * Only while ACTIVE (unused days: only while CANCELED), else REFUND_REFUSED, which names who has
 * refunded the payment already and when; NOT_FOUND for a payment that is not the customer's. In one
 * transaction: the decision, the end of the access that the payment bought and of the recurrence,
 * the commands to the provider, the audit row, the customer's timeline. Of several at once one
 * decides; a repeated `requestKey` is answered as the first time.
 */
export async function refundPayment(
  deps: Deps,
  staff: StaffOrigin & { staffId: number },
  asked: RefundRequest,
): Promise<RefundDecision> {
  const { accountId, requestKey, reason, comment } = asked;
  const decide = async ({ tx, at: now, audit }: StaffChange): Promise<RefundDecision> => {
    let money = null as Pick<RefundDecision, 'transactionId' | 'amountKopecks'> | null;
    const judge: Decide = async ({ state }) => {
      const repeated = requestKey === null ? null : await findRefundByKey(tx, requestKey);
      if (repeated !== null) {
        if (!isSameRequest(repeated, asked)) {
          throw new Refusal('CONFLICT', 'This request key belongs to another refund.', ['requestKey']);
        }
        money = repeated;
        return null;
      }
      const judgement = judgeRefund(state, asked, now);
      if (judgement.kind === 'refused') throw refusalOf(judgement, asked, await listRefunds(tx, accountId));
      const { payment, amountKopecks } = judgement;
      const { provider, transactionId, amountKopecks: paidKopecks } = payment;
      const isNew = await insertRefund(tx, {
        accountId,
        requestKey,
        provider,
        transactionId,
        amountKopecks,
        paidKopecks,
        reason,
        comment,
        staffId: staff.staffId,
        decidedAt: now,
        ...(amountKopecks > 0
          ? { state: 'decided' as const }
          : { state: 'returned' as const, settledAt: now }),
      });
      if (!isNew) throw new Refusal('REFUND_REFUSED', 'This payment was refunded already.');
      await audit({
        action: 'refund',
        accountId,
        details: { transactionId, amountKopecks, paidKopecks, reason, comment },
      });
      money = { transactionId, amountKopecks };
      const returnedBeforeKopecks = payment.returnedKopecks;
      return [
        {
          key: refundDecisionKey(provider, transactionId),
          fact: { kind: 'refundDecided', provider, transactionId, amountKopecks, returnedBeforeKopecks },
        },
      ];
    };
    const { after } = await change(tx, accountId, judge, now);
    if (money === null) throw new Error('a refund was not decided');
    const { transactionId, amountKopecks } = money;
    return { transactionId, amountKopecks, accessUntil: accessLeft(after, now) };
  };
  const decision = await changeAsStaff(deps, staff, decide, (because) => {
    const { transactionId, amountKopecks } = asked;
    const details = { transactionId, amountKopecks, reason, comment, because };
    return { action: 'refundRefused', accountId, details };
  });
  kickOutbox(deps);
  return decision;
}
