/** Handler of the API endpoint for the panels of the console's home page. */
import type { staffHomeCalls } from '../../../shared/contract/staffHome';
import { toRubles } from '../../../shared/money';
import { type PeriodFigures, readStaffHome } from '../../usecases/console/staffHome';
import type { HandlersOf } from './handler';
import { buildStaffOrigin } from './staffOrigin';

const figuresResponse = ({ paidKopecks, refundedKopecks, ...counts }: PeriodFigures) => ({
  ...counts,
  revenue: toRubles(paidKopecks),
  refunded: toRubles(refundedKopecks),
});

export const staffHomeHandlers: HandlersOf<typeof staffHomeCalls> = {
  readStaffHome: async (context) => {
    const { role } = context.caller;
    const { attention, cardProviders, lastCustomers, figures } = await readStaffHome(
      context.deps,
      buildStaffOrigin(context),
      role,
    );
    return {
      attention: attention.map(({ oldestAt, ...row }) => ({
        ...row,
        oldestAt: oldestAt?.toISOString() ?? null,
      })),
      cardProviders: cardProviders.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
      lastCustomers: lastCustomers.map(({ openedAt, ...row }) => ({
        ...row,
        openedAt: openedAt.toISOString(),
      })),
      figures: figures && {
        until: figures.until.toISOString(),
        today: figuresResponse(figures.today),
        lastWeek: figuresResponse(figures.lastWeek),
      },
    };
  },
};
