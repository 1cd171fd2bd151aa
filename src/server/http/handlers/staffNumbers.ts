/** Handler of the owner's numbers. */
import type { staffNumbersCalls } from '../../../shared/contract/staffNumbers';
import { toRubles } from '../../../shared/money';
import { type Happened, readNumbers, type Standings } from '../../usecases/billing/readNumbers';
import type { HandlersOf } from './handler';

function happenedAnswer({ paid, refunded, chargedBack, ...counts }: Happened) {
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

const standingAnswer = ({ active, cancelled, gifted, paying, monthlyKopecks }: Standings) => ({
  ...{ active, cancelled, gifted, paying },
  monthly: toRubles(monthlyKopecks),
});

export const staffNumbersHandlers: HandlersOf<typeof staffNumbersCalls> = {
  readNumbers: async ({ deps }, { body }) => {
    const { days, total, paidByKind, partners } = await readNumbers(deps, body);
    const { netKopecks, payingBefore, ...happened } = total;
    return {
      days: days.map(({ day, active, cancelled, gifted, paying, monthlyKopecks, ...own }) => ({
        day,
        ...happenedAnswer(own),
        ...standingAnswer({ active, cancelled, gifted, paying, monthlyKopecks }),
      })),
      total: {
        ...happenedAnswer(happened),
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
