/** Handler of the API endpoint that returns the metrics for the owner. */
import type { staffAnalyticsCalls } from '../../../shared/contract/staffAnalytics';
import { toRubles } from '../../../shared/money';
import { type Happened, readAnalytics, type Standings } from '../../usecases/billing/readAnalytics';
import type { HandlersOf } from './handler';

function happenedResponse({ paid, refunded, chargedBack, ...counts }: Happened) {
  return {
    payments: paid.count,
    paid: toRubles(paid.kopecks),
    refunds: refunded.count,
    refunded: toRubles(refunded.kopecks),
    chargebacks: chargedBack.count,
    chargedBack: toRubles(chargedBack.kopecks),
    ...counts,
  };
}

const standingResponse = ({ active, cancelled, gifted, paying, monthlyKopecks }: Standings) => ({
  ...{ active, cancelled, gifted, paying },
  monthly: toRubles(monthlyKopecks),
});

export const staffAnalyticsHandlers: HandlersOf<typeof staffAnalyticsCalls> = {
  readAnalytics: async ({ deps }, { body }) => {
    const { days, total, paidByKind, partners } = await readAnalytics(deps, body);
    const { netKopecks, payingBefore, ...happened } = total;
    return {
      days: days.map(({ day, active, cancelled, gifted, paying, monthlyKopecks, ...own }) => ({
        day,
        ...happenedResponse(own),
        ...standingResponse({ active, cancelled, gifted, paying, monthlyKopecks }),
      })),
      total: {
        ...happenedResponse(happened),
        net: toRubles(netKopecks),
        payingBefore,
        paidByKind: paidByKind.map(({ kind, count, kopecks }) => ({
          kind,
          payments: count,
          paid: toRubles(kopecks),
        })),
      },
      partners: partners.map(({ prefix, trialsBegun, trialsConverted, paidKopecks, returnedKopecks }) => ({
        ...{ prefix, trialsBegun, trialsConverted },
        paid: toRubles(paidKopecks),
        returned: toRubles(returnedKopecks),
      })),
    };
  },
};
