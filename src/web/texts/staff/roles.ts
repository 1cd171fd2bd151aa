/** The roles of staff in words. */
import { STAFF_ROLES } from '../../../shared/contract/staffMe';
import { STAFF_FRAME_TEXTS } from './frame';

export const ROLE_CHOICES = STAFF_ROLES.map((role) => ({
  value: role,
  label: STAFF_FRAME_TEXTS.roles[role],
}));

/** A role that a newer server knows is called what the server calls it. */
export function roleName(role: string): string {
  return ROLE_CHOICES.find(({ value }) => value === role)?.label ?? role;
}
