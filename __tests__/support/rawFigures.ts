/**
 * Computes the owner's metrics a second time, from raw ledger events and from the rules of `moneyModel.ts`. This module
 * uses none of the product's own metrics code.
 */
import type { LedgerEvent } from '../../src/server/domain/billing/ledgerEvents';
import { buildId, MoneyModel } from './moneyModel';

/** Formats a moment as a date in Moscow time, with the JavaScript engine's time zone data. */
const MOSCOW = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', dateStyle: 'short' });
export const dateInMoscow = (moment: Date | number): string => MOSCOW.format(moment);

export interface RawFlow {
  payments: number;
  paid: number;
  returned: number;
}

export interface RawFigures {
  /** Amount received, in kopecks, by day. */
  paid: Record<string, number>;
  payments: number;
  /** Total amount refunded or charged back, in kopecks. */
  returned: number;
  /** Amount received and amount returned, in kopecks: of sales, of card verifications, and of rejected payments. */
  sales: RawFlow;
  checks: RawFlow;
  rejected: RawFlow;
  chargedBack: number;
  failedCharges: number;
  failedFirstPayments: number;
  trialsBegun: number;
  trialsConverted: number;
  giftsUsed: number;
}

export const NO_FLOW: RawFlow = { payments: 0, paid: 0, returned: 0 };

export const flowTogether = (a: RawFlow, b: RawFlow): RawFlow => ({
  payments: a.payments + b.payments,
  paid: a.paid + b.paid,
  returned: a.returned + b.returned,
});

export const NO_RAW_FIGURES: RawFigures = {
  paid: {},
  payments: 0,
  returned: 0,
  sales: NO_FLOW,
  checks: NO_FLOW,
  rejected: NO_FLOW,
  chargedBack: 0,
  failedCharges: 0,
  failedFirstPayments: 0,
  trialsBegun: 0,
  trialsConverted: 0,
  giftsUsed: 0,
};

/** Returns the metrics of one account. */
export function computeRawFigures(events: readonly LedgerEvent[]): RawFigures {
  const ledgerEvents = [...new Map(events.map((event) => [event.key, event])).values()];
  const model = new MoneyModel(events);
  const paid: Record<string, number> = {};
  for (const { at, data } of ledgerEvents) {
    if (data.kind !== 'paymentSucceeded') continue;
    paid[dateInMoscow(at)] = (paid[dateInMoscow(at)] ?? 0) + data.amountKopecks;
  }
  const findLedgerEventData = (id: string) =>
    ledgerEvents.flatMap(({ data }) =>
      data.kind === 'paymentSucceeded' && buildId(data) === id ? [data] : [],
    )[0];
  const computeFlow = (isMeant: (money: (typeof model.money)[number]) => boolean): RawFlow =>
    model.money
      .filter(isMeant)
      .map(({ paid: amount, back }) => ({ payments: 1, paid: amount, returned: back }))
      .reduce(flowTogether, NO_FLOW);
  const counted = model.money.filter(({ buys }) => buys === 'counted');
  const trials = counted.filter(({ id }) => {
    const data = findLedgerEventData(id);
    return data?.role === 'first' && (data.orderKind === 'trial' || data.orderKind === 'campaign');
  });
  const declined = (role: 'first' | 'recurrent'): number =>
    ledgerEvents.filter(({ data }) => data.kind === 'paymentFailed' && data.role === role).length;
  return {
    paid,
    payments: ledgerEvents.filter(({ data }) => data.kind === 'paymentSucceeded').length,
    returned: model.money.reduce((sum, { back }) => sum + back, 0),
    sales: computeFlow(({ buys, isCheck }) => buys === 'counted' && !isCheck),
    checks: computeFlow(({ buys, isCheck }) => buys === 'counted' && isCheck),
    rejected: computeFlow(({ buys }) => buys !== 'counted'),
    chargedBack: model.money.reduce((sum, { byBank }) => sum + byBank, 0),
    failedCharges: declined('recurrent'),
    failedFirstPayments: declined('first'),
    trialsBegun: trials.length,
    trialsConverted: trials.filter(({ order }) => {
      const orders = [order, ...model.listHeirs(order)];
      return counted.some((money) => {
        const data = findLedgerEventData(money.id);
        const isMonth = data?.role === 'recurrent' || data?.orderKind === 'cardChangeMonth';
        return isMonth && orders.includes(money.order);
      });
    }).length,
    giftsUsed: ledgerEvents.filter(({ data }) => data.kind === 'giftGranted').length,
  };
}

/** Returns the sales of one account by the name of the card provider. */
export function rawSalesByProvider(events: readonly LedgerEvent[]): Map<string, RawFlow> {
  const sales = new Map<string, RawFlow>();
  for (const { id, buys, isCheck, paid, back } of new MoneyModel(events).money) {
    if (buys !== 'counted' || isCheck) continue;
    const made = events.find(({ data }) => data.kind === 'paymentSucceeded' && buildId(data) === id);
    if (made?.data.kind !== 'paymentSucceeded') throw new Error('the model contains an unknown payment');
    const { provider } = made.data;
    const flow = { payments: 1, paid, returned: back };
    sales.set(provider, flowTogether(sales.get(provider) ?? NO_FLOW, flow));
  }
  return sales;
}

export interface RawStanding {
  /** Amount that the account pays monthly, in kopecks, or 0 if the account does not pay monthly. */
  monthly: number;
  hasPaidMonth: boolean;
  /** Reason if this standing ends the monthly payments. */
  leaves: 'canceled' | 'lapsed';
}

/** Returns how an account pays monthly at a time, in ms since the epoch. */
export function deriveRawStanding(events: readonly LedgerEvent[], at: number): RawStanding {
  const model = new MoneyModel(events);
  const { deal } = model;
  const months = model.money.filter(
    ({ id, buys }) =>
      buys === 'counted' &&
      events.some(
        ({ data }) =>
          data.kind === 'paymentSucceeded' &&
          buildId(data) === id &&
          (data.role === 'recurrent' || data.orderKind === 'renewal' || data.orderKind === 'cardChangeMonth'),
      ),
  );
  const status = model.statusAt(at);
  const isPaying =
    deal !== null &&
    status === 'ACTIVE' &&
    months.some(({ order }) => [order, ...model.listHeirs(order)].includes(deal.order));
  const prices = events.flatMap(({ data }) =>
    data.kind === 'paymentSucceeded' && data.orderId === deal?.order
      ? [data.recurringPaymentAmountKopecks]
      : [],
  );
  const over = deal?.over ?? null;
  const isUnpaid =
    over === null ? status === 'EXPIRED' : over.who === 'lapse' || (over.who === 'provider' && !over.forGood);
  return {
    monthly: isPaying ? prices[0]! : 0,
    hasPaidMonth: months.length > 0,
    leaves: isUnpaid ? 'lapsed' : 'canceled',
  };
}

/** Returns the sum of the metrics of several accounts. */
export function rawFiguresTogether(all: readonly RawFigures[]): RawFigures {
  return all.reduce((sum, each) => {
    const paid = { ...sum.paid };
    for (const [day, kopecks] of Object.entries(each.paid)) paid[day] = (paid[day] ?? 0) + kopecks;
    return {
      paid,
      payments: sum.payments + each.payments,
      returned: sum.returned + each.returned,
      sales: flowTogether(sum.sales, each.sales),
      checks: flowTogether(sum.checks, each.checks),
      rejected: flowTogether(sum.rejected, each.rejected),
      chargedBack: sum.chargedBack + each.chargedBack,
      failedCharges: sum.failedCharges + each.failedCharges,
      failedFirstPayments: sum.failedFirstPayments + each.failedFirstPayments,
      trialsBegun: sum.trialsBegun + each.trialsBegun,
      trialsConverted: sum.trialsConverted + each.trialsConverted,
      giftsUsed: sum.giftsUsed + each.giftsUsed,
    };
  }, NO_RAW_FIGURES);
}
