/**
 * Rights of the signed-in staff member, and whether the server supports endpoints beyond the specification. A server
 * that implements only the specification has no roles and checks the rights itself.
 */
import type { SerializedError } from '@reduxjs/toolkit';
import { hasRight, isStaffRole, type StaffRight } from '../../../shared/staffRoles';
import { type CallError, callErrorOf } from '../../api/callError';
import { useGetStaffMeQuery } from '../../api/endpoints/staffMe';

export interface StaffRights {
  /**
   * Returns false until the server has returned the account. For an unknown role, returns the rights that the
   * specification gives all staff.
   */
  may: (right: StaffRight) => boolean;
  /** False if the server turned out to support only the endpoints of the specification. */
  knowsAdditions: boolean;
  /** Whether the account request has succeeded or failed. */
  isSettled: boolean;
  /** Undefined until the account is loaded, or if it cannot be loaded. */
  me: { username: string; role: string } | undefined;
}

/** Rights that the specification gives all staff. */
const RIGHTS_OF_THE_SPEC: readonly StaffRight[] = ['readCustomers', 'helpCustomers', 'refund', 'makeGifts'];

/** Statuses that mean that the server does not support an endpoint or that the role may not use it. */
const ABSENT = new Set<CallError['status']>([403, 404, 405, 501]);

/**
 * Returns whether an endpoint failed because this agent cannot use it. The caller then omits its section without an
 * error message.
 */
export const isAbsent = (error: CallError | SerializedError | undefined): boolean =>
  error !== undefined && ABSENT.has(callErrorOf(error).status);

/**
 * Returns whether the controls of a screen that needs `right` are shown. Returns null until this is known, so that no
 * control appears and disappears. `error` is the error of the screen's own query, which decides if the server reports
 * no known role.
 *
 * @example
 * const mayRead = useMayRead('readAudit', error);
 */
export function useMayRead(
  right: StaffRight,
  error: CallError | SerializedError | undefined,
): boolean | null {
  const { me, isSettled } = useStaffRights();
  if (!isSettled) return null;
  return isStaffRole(me?.role) ? hasRight(me.role, right) : !isAbsent(error);
}

export function useStaffRights(): StaffRights {
  const { data: me, error } = useGetStaffMeQuery({});
  const may = (right: StaffRight) => {
    if (isStaffRole(me?.role)) return hasRight(me.role, right);
    return (me !== undefined || error !== undefined) && RIGHTS_OF_THE_SPEC.includes(right);
  };
  return {
    may,
    knowsAdditions: me !== undefined || !isAbsent(error),
    isSettled: me !== undefined || error !== undefined,
    me,
  };
}
