/** Handlers of the staff calls about money to explain. */
import type { Contract } from '../../../shared/contract/contract';
import { toKopecks, toRubles } from '../../../shared/money';
import {
  actOnMoney,
  countMoneyToExplain,
  type MoneyPage,
  readMoneyToExplain,
} from '../../usecases/billing/moneyToExplain';
import { recordChargeback } from '../../usecases/billing/recordChargeback';
import { type Handler, succeeded } from './handler';
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

const list: Handler<Contract['listMoneyToExplain']> = async (context, { body }) => {
  const asked = { all: body.all, before: body.before ?? null };
  const { content, next } = await readMoneyToExplain(context.deps, originOf(context), asked);
  return { content: content.map(questionAnswer), next };
};

const countOpen: Handler<Contract['countMoneyToExplain']> = async ({ deps }) => ({
  open: await countMoneyToExplain(deps),
});

const act: Handler<Contract['actOnMoney']> = (context, { body }) =>
  succeeded(actOnMoney(context.deps, originOf(context), body));

const chargeback: Handler<Contract['recordChargeback']> = async (context, { body }) => {
  const { transactionId, amount, note } = body;
  const staff = originOf(context);
  const asked = { transactionId, amountKopecks: toKopecks(amount), note };
  return { success: true, userId: await recordChargeback(context.deps, staff, asked) };
};

export const staffMoneyHandlers = {
  listMoneyToExplain: list,
  countMoneyToExplain: countOpen,
  actOnMoney: act,
  recordChargeback: chargeback,
};
