/** Names of the staff roles. */
import { isStaffRole, STAFF_ROLES, type StaffRole } from '../../../shared/staffRoles';

const ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  support: 'Support',
  senior: 'Senior',
  admin: 'Admin',
};

export const ROLE_CHOICES = STAFF_ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }));

/** Returns the name of a role. An unknown role of a newer server is shown by its identifier. */
export function roleName(role: string): string {
  return isStaffRole(role) ? ROLE_NAMES[role] : role;
}
