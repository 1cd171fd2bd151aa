/** Ours: who of the staff is signed in, for the console's navigation. */
import * as v from 'valibot';
import { call } from './call';
import { maybe } from './fields';

export const STAFF_ROLES = ['support', 'senior', 'admin'] as const;
export type StaffRoleName = (typeof STAFF_ROLES)[number];

const RANK: Readonly<Record<StaffRoleName, number>> = { support: 1, senior: 2, admin: 3 };

/** Whether `role` may do what `needed` may; a role that is not known may nothing. */
export function hasRole(role: string | null | undefined, needed: StaffRoleName): boolean {
  const known = STAFF_ROLES.find((each) => each === role);
  return known !== undefined && RANK[known] >= RANK[needed];
}

export const getStaffMe = call({
  method: 'POST',
  path: 'panel/me',
  audience: 'support',
  kind: 'read',
  body: v.object({}),
  response: v.object({
    username: v.string(),
    /** support, senior or admin. */
    role: v.string(),
    /** A second factor is set up and proved by a first code. */
    totpEnabled: maybe(v.boolean()),
    /** The server asks everybody for a second factor. */
    totpRequired: maybe(v.boolean()),
  }),
  summary: 'The signed-in member of staff: name, role and second factor.',
});
