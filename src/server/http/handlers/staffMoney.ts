/** Handlers of the staff calls about money to explain. */
import type { staffMoneyCalls } from '../../../shared/contract/staffMoney';
import { toKopecks, toRubles } from '../../../shared/money';
import {
  actOnMoney,
  countMoneyToExplain,
  type MoneyPage,
  readMoneyToExplain,
} from '../../usecases/billing/moneyToExplain';
import { recordChargeback } from '../../usecases/billing/recordChargeback';
import { type HandlersOf, succeeded } from './handler';
import { originOf } from './staffOrigin';

function questionAnswer(row: MoneyPage['content'][number]) {
  const { id, question, currency, transactionId, orderId, email, payerId, reason } = row;
  const { action, note, outcome, actions } = row;
  return {
    ...{ id, question, currency, transactionId, orderId, email, payerId, reason },
    ...{ action, note, outcome, actions },
    at: row.at.toISOString(),
    amount: row.amountKopecks === null ? null : toRubles(row.amountKopecks),
    userId: row.accountId,
    by: row.username,
    actedAt: row.actedAt?.toISOString() ?? null,
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}

export const staffMoneyHandlers: HandlersOf<typeof staffMoneyCalls> = {
  listMoneyToExplain: async (context, { body }) => {
    const asked = { all: body.all, before: body.before ?? null };
    const { content, next } = await readMoneyToExplain(context.deps, originOf(context), asked);
    return { content: content.map(questionAnswer), next };
  },

  countMoneyToExplain: async ({ deps }) => ({
    open: await countMoneyToExplain(deps),
  }),

  actOnMoney: (context, { body }) => succeeded(actOnMoney(context.deps, originOf(context), body)),

  recordChargeback: async (context, { body }) => {
    const { transactionId, amount, note } = body;
    const staff = originOf(context);
    const asked = { transactionId, amountKopecks: toKopecks(amount), note };
    return { success: true, userId: await recordChargeback(context.deps, staff, asked) };
  },
};
