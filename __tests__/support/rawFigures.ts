/**
 * Computes the owner's metrics a second time, from raw ledger events and from the rules of `moneyModel.ts`. This module
 * uses none of the product's own metrics code.
 */
import type { LedgerEvent } from '../../src/server/domain/billing/ledgerEvents';
import { MoneyModel } from './moneyModel';

/** Formats a moment as a date in Moscow time, with the JavaScript engine's time zone data. */
const MOSCOW = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', dateStyle: 'short' });
export const dateInMoscow = (moment: Date | number): string => MOSCOW.format(moment);

export interface RawFigures {
  /** Amount received, in kopecks, by day. */
  paid: Record<string, number>;
  payments: number;
  /** Total amount refunded, in kopecks. */
  returned: number;
  chargedBack: number;
  failedCharges: number;
  failedFirstPayments: number;
  trialsBegun: number;
  trialsConverted: number;
  giftsUsed: number;
}

export const NO_RAW_FIGURES: RawFigures = {
  paid: {},
  payments: 0,
  returned: 0,
  chargedBack: 0,
  failedCharges: 0,
  failedFirstPayments: 0,
  trialsBegun: 0,
  trialsConverted: 0,
  giftsUsed: 0,
};

/** Returns the metrics of one account. */
export function rawFiguresOf(events: readonly LedgerEvent[]): RawFigures {
  const ledgerEvents = [...new Map(events.map((event) => [event.key, event])).values()];
  const model = new MoneyModel(events);
  const paid: Record<string, number> = {};
  for (const { at, data } of ledgerEvents) {
    if (data.kind !== 'paymentSucceeded') continue;
    paid[dateInMoscow(at)] = (paid[dateInMoscow(at)] ?? 0) + data.amountKopecks;
  }
  const ledgerEventDataOf = (id: string) =>
    ledgerEvents.flatMap(({ data }) =>
      data.kind === 'paymentSucceeded' && data.transactionId === id ? [data] : [],
    )[0];
  const counted = model.money.filter(({ buys }) => buys === 'counted');
  const trials = counted.filter(({ id }) => {
    const data = ledgerEventDataOf(id);
    return data?.role === 'first' && (data.orderKind === 'trial' || data.orderKind === 'campaign');
  });
  const declined = (role: 'first' | 'recurrent'): number =>
    ledgerEvents.filter(({ data }) => data.kind === 'paymentFailed' && data.role === role).length;
  return {
    paid,
    payments: ledgerEvents.filter(({ data }) => data.kind === 'paymentSucceeded').length,
    returned: model.money.reduce((sum, { back }) => sum + back, 0),
    chargedBack: model.money.reduce((sum, { byBank }) => sum + byBank, 0),
    failedCharges: declined('recurrent'),
    failedFirstPayments: declined('first'),
    trialsBegun: trials.length,
    trialsConverted: trials.filter(({ order }) => {
      const orders = [order, ...model.heirsOf(order)];
      return counted.some((money) => {
        const data = ledgerEventDataOf(money.id);
        const isMonth = data?.role === 'recurrent' || data?.orderKind === 'cardChangeMonth';
        return isMonth && orders.includes(money.order);
      });
    }).length,
    giftsUsed: ledgerEvents.filter(({ data }) => data.kind === 'giftGranted').length,
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
      chargedBack: sum.chargedBack + each.chargedBack,
      failedCharges: sum.failedCharges + each.failedCharges,
      failedFirstPayments: sum.failedFirstPayments + each.failedFirstPayments,
      trialsBegun: sum.trialsBegun + each.trialsBegun,
      trialsConverted: sum.trialsConverted + each.trialsConverted,
      giftsUsed: sum.giftsUsed + each.giftsUsed,
    };
  }, NO_RAW_FIGURES);
}
