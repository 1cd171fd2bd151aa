/** Staff give days to make up for something. */
import { GRANT_DAYS_MAX_IN_YEAR, type GrantReason } from '../../../shared/contract/staffAccountRecovery';
import { addMonths } from '../../../shared/moscowDays';
import type { Deps } from '../../deps';
import { grantedDaysKey } from '../../domain/billing/ledgerEvents';
import type { StaffOrigin } from '../../domain/caller';
import { DUPLICATE_REQUEST, noSuchUser, Rejection } from '../../domain/rejection';
import { findAccountById } from '../../store/accounts';
import { findLedgerEvent } from '../../store/ledger';
import { requestHash } from '../audit/requestHash';
import { changeAsStaff } from '../audit/staffChange';
import { change, type Decide } from './change/change';

export interface DaysToGive {
  accountId: number;
  days: number;
  reason: GrantReason;
  comment: string;
  /** Made by who asks: the same request gives once, however often it is sent. */
  requestKey: string;
}

/**
 * Adds days after what is paid or given, moves the charge that is to come by as many, and has an email say so.
 * Audited, a rejected try too. NOT_FOUND without an account; CONFLICT beyond what a customer is given in a year, and
 * for a request key of another grant.
 */
export async function grantDays(deps: Deps, staff: StaffOrigin, asked: DaysToGive): Promise<void> {
  const { accountId, days, reason: grantReason, comment, requestKey } = asked;
  const key = grantedDaysKey(requestKey);
  const details = { days, grantReason, comment };
  const request = requestHash('grantDays', { accountId, ...details });
  if ((await findAccountById(deps.db, accountId)) === null) throw noSuchUser();
  await changeAsStaff(
    deps,
    staff,
    async ({ tx, at, audit }) => {
      const decide: Decide = async ({ state: { grantedDays } }) => {
        const repeated = await findLedgerEvent(tx, key);
        if (repeated?.data.kind === 'daysGranted' && repeated.data.request === request) return null;
        if (repeated !== null) throw new Rejection('CONFLICT', DUPLICATE_REQUEST, ['requestKey']);
        const since = addMonths(at, -12);
        const given = grantedDays
          .filter((earlier) => earlier.at > since)
          .reduce((sum, earlier) => sum + earlier.days, 0);
        if (given + days > GRANT_DAYS_MAX_IN_YEAR)
          throw new Rejection(
            'CONFLICT',
            `Yearly limit is ${GRANT_DAYS_MAX_IN_YEAR} days; ${given} already added.`,
            ['days'],
          );
        await audit({ action: 'grantDays', accountId, details });
        return [{ key, data: { kind: 'daysGranted', days, request } }];
      };
      await change(tx, accountId, decide, at);
    },
    (because) => ({ action: 'grantDaysRejected', accountId, details: { ...details, because } }),
  );
  deps.wakeOutbox();
}
