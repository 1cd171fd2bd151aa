/** Handlers of the staff endpoints for payment issues, which are payments that need attention. */
import type { staffPaymentIssuesCalls } from '../../../shared/contract/staffPaymentIssues';
import { toKopecks, toRubles } from '../../../shared/money';
import {
  countPaymentIssues,
  type PaymentIssuesPage,
  readPaymentIssues,
  resolvePaymentIssue,
} from '../../usecases/billing/payments/paymentIssues';
import { recordChargeback } from '../../usecases/billing/refunds/recordChargeback';
import { type HandlersOf, succeeded } from './handler';
import { buildStaffOrigin } from './staffOrigin';

function questionResponse(row: PaymentIssuesPage['content'][number]) {
  const { id, question, currency, transactionId, provider, orderId, payerId, reason } = row;
  const email = row.accountErasedAt === null ? row.email : null;
  const { action, note, outcome, actions } = row;
  return {
    ...{ id, question, currency, transactionId, provider, orderId, email, payerId, reason },
    ...{ action, note, outcome, actions },
    at: row.at.toISOString(),
    amount: row.amountKopecks === null ? null : toRubles(row.amountKopecks),
    userId: row.accountId,
    by: row.username,
    actedAt: row.actedAt?.toISOString() ?? null,
    settledAt: row.settledAt?.toISOString() ?? null,
    accountDeletedAt: row.accountErasedAt?.toISOString() ?? null,
  };
}

export const staffPaymentIssuesHandlers: HandlersOf<typeof staffPaymentIssuesCalls> = {
  listPaymentIssues: async (context, { body }) => {
    const asked = { all: body.all, before: body.before ?? null };
    const { content, next } = await readPaymentIssues(context.deps, buildStaffOrigin(context), asked);
    return { content: content.map(questionResponse), next };
  },

  countPaymentIssues: async ({ deps }) => ({
    open: await countPaymentIssues(deps),
  }),

  resolvePaymentIssue: (context, { body }) =>
    succeeded(resolvePaymentIssue(context.deps, buildStaffOrigin(context), body)),

  recordChargeback: async (context, { body }) => {
    const { transactionId, amount, note } = body;
    const staff = buildStaffOrigin(context);
    const asked = { transactionId, amountKopecks: toKopecks(amount), note };
    return { success: true, userId: await recordChargeback(context.deps, staff, asked) };
  },
};
