/** The roles of staff: every other place derives from this list. */

/** From the least to the most: a role may do what those before it may. */
export const STAFF_ROLES = ['support', 'senior', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export function isStaffRole(name: string | null | undefined): name is StaffRole {
  return STAFF_ROLES.some((role) => role === name);
}

/** Whether `role` may do what `needed` may; a role that is not known may nothing. */
export function hasRole(role: string | null | undefined, needed: StaffRole): boolean {
  return isStaffRole(role) && STAFF_ROLES.indexOf(role) >= STAFF_ROLES.indexOf(needed);
}
