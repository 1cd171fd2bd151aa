/** The roles of staff in words. */
import { isStaffRole, STAFF_ROLES, type StaffRole } from '../../../shared/staffRoles';

const ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  support: 'Support',
  senior: 'Senior',
  admin: 'Admin',
};

export const ROLE_CHOICES = STAFF_ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }));

/** A role that a newer server knows is called what the server calls it. */
export function roleName(role: string): string {
  return isStaffRole(role) ? ROLE_NAMES[role] : role;
}
