/** The roles of staff and what each may do: every other place derives from this table. */

/** What a role may be allowed; a call of the contract names the one that it needs. */
export const STAFF_RIGHTS = [
  /** One's own sessions, password and second factor. */
  'ownAccount',
  /** Search customers and read their record, payments, timeline and connections. */
  'readCustomers',
  /** Detach a device, send the sign-in email again, send a push. */
  'helpCustomers',
  'refund',
  /** Remove notes that colleagues wrote, and restore what others removed. */
  'moderateNotes',
  /** Move a subscription to another email, give days to make up for something. */
  'recoverAccounts',
  /** One message to many devices. */
  'pushMany',
  'readGifts',
  /** Make gifts and revoke them. */
  'makeGifts',
  /** Staff accounts, their roles and sessions. */
  'manageTeam',
  'readAudit',
  /** The owner's page of sums. */
  'readAnalytics',
] as const;
export type StaffRight = (typeof STAFF_RIGHTS)[number];

const OF_SUPPORT = ['ownAccount', 'readCustomers', 'helpCustomers', 'readGifts'] as const;
const OF_SENIOR = [
  ...OF_SUPPORT,
  'refund',
  'moderateNotes',
  'recoverAccounts',
  'pushMany',
  'makeGifts',
] as const;

/** A row is a role: whoever adds one names it in `web/texts/staff/roles.ts`. */
export const ROLE_RIGHTS = {
  support: OF_SUPPORT,
  senior: OF_SENIOR,
  admin: [...OF_SENIOR, 'manageTeam', 'readAudit', 'readAnalytics'],
} as const satisfies Readonly<Record<string, readonly StaffRight[]>>;

export type StaffRole = keyof typeof ROLE_RIGHTS;
export const STAFF_ROLES = Object.keys(ROLE_RIGHTS) as [StaffRole, ...StaffRole[]];

export function isStaffRole(name: string | null | undefined): name is StaffRole {
  return STAFF_ROLES.some((role) => role === name);
}

type RightsTable = Readonly<Record<string, readonly StaffRight[]>>;

/** Whether `role` has the right; a role that is not known has none. */
export function hasRight(
  role: string | null | undefined,
  right: StaffRight,
  table: RightsTable = ROLE_RIGHTS,
): boolean {
  return typeof role === 'string' && Object.hasOwn(table, role) && (table[role] ?? []).includes(right);
}

export const rolesWith = (right: StaffRight): StaffRole[] =>
  STAFF_ROLES.filter((role) => hasRight(role, right));
