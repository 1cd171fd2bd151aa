/**
 * What the member of staff who is signed in may do, and whether the server knows the calls that are ours:
 * one that answers the calls of the specification alone has no roles, and decides itself.
 */
import type { SerializedError } from '@reduxjs/toolkit';
import { hasRight, isStaffRole, type StaffRight } from '../../../shared/staffRoles';
import { type CallError, callErrorOf } from '../../api/callError';
import { useGetStaffMeQuery } from '../../api/endpoints/staffMe';

export interface StaffRights {
  /** False until the server has said who this is. Without a role that we know, what the specification gives staff. */
  may: (right: StaffRight) => boolean;
  /** False once the server has turned out to know the calls of the specification alone. */
  knowsAdditions: boolean;
  /** The server has said who this is, or will not. */
  isSettled: boolean;
  /** Undefined: not known yet, or never. */
  me: { username: string; role: string } | undefined;
}

/** What staff of the specification do. */
const RIGHTS_OF_THE_SPEC: readonly StaffRight[] = ['readCustomers', 'helpCustomers', 'refund', 'makeGifts'];

/** A server that knows no such call says so by one of these, and so does one that does not let this role make it. */
const ABSENT = new Set<CallError['status']>([403, 404, 405, 501]);

/** Whether what failed is not there for these staff: then nothing stands in its place. */
export const isAbsent = (error: CallError | SerializedError | undefined): boolean =>
  error !== undefined && ABSENT.has(callErrorOf(error).status);

/**
 * Returns whether the controls of a screen that needs `right` may be shown; null until that is known, so that none
 * comes and goes. `error` is that of the screen's own query: it decides where the server names no role that we know.
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
