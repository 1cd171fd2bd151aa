/**
 * Rights of the signed-in staff member, and whether the server supports endpoints beyond the specification. A server
 * that implements only the specification returns no roles, and checks the rights on each request.
 */
import type { SerializedError } from '@reduxjs/toolkit';
import { hasRight, isStaffRole, type StaffRight } from '../../../shared/staffRoles';
import { type CallError, toCallError } from '../../api/callError';
import { useGetStaffMeQuery } from '../../api/endpoints/staffMe';

export interface StaffRights {
  /**
   * Returns whether the signed-in staff member has the right. Returns false until the server has returned the staff
   * account. For an unknown role, the function uses the rights that the specification gives to all staff.
   */
  may: (right: StaffRight) => boolean;
  /**
   * Whether the server supports endpoints beyond the specification. The value is false once a response shows that the
   * server does not support them.
   */
  knowsAdditions: boolean;
  /** Whether the request for the staff account has succeeded or failed. */
  isSettled: boolean;
  /** Account of the signed-in staff member, or undefined while the account is not loaded or if it cannot be loaded. */
  me: { username: string; role: string } | undefined;
}

/** Rights that the specification gives all staff. */
const RIGHTS_OF_THE_SPEC: readonly StaffRight[] = ['readCustomers', 'helpCustomers', 'refund', 'makeGifts'];

/**
 * Response statuses that mean that the server does not support an endpoint, or that the agent's role may not use the
 * endpoint.
 */
const ABSENT = new Set<CallError['status']>([403, 404, 405, 501]);

/**
 * Returns whether an endpoint failed because this agent cannot use the endpoint. In this case the section that calls
 * the endpoint is omitted without an error message.
 */
export const isAbsent = (error: CallError | SerializedError | undefined): boolean =>
  error !== undefined && ABSENT.has(toCallError(error).status);

/**
 * Returns whether the controls of a screen that requires `right` are shown. Returns null while the agent's rights are
 * not known, so that no control appears and then disappears. `error` is the error of the screen's own query. If the
 * server returns no known role, this error decides whether the controls are shown.
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
