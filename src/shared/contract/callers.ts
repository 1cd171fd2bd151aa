/** Callers of the API by their staff role. The module is apart from the contract, which customer pages load. */
import { STAFF_RIGHTS, STAFF_ROLES, type StaffRight } from '../staffRoles';
import type { Audience } from './call';

/** Kinds of callers that the server distinguishes by their token. */
export const CALLER_KINDS = ['customer', 'google', ...STAFF_ROLES] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/**
 * Returns the right that staff need for API calls with the given audience, or null if staff must not make these API
 * calls.
 * @example parseStaffRight('staff:refund') // 'refund'
 */
export function parseStaffRight(audience: Audience): StaffRight | null {
  const right = audience.split(':')[1];
  return STAFF_RIGHTS.find((each) => each === right) ?? null;
}
