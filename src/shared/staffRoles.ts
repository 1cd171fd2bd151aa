/** Staff roles and their rights. All permission checks derive from this table. */

/** Rights of staff. The API contract specifies the required right of each API call of staff. */
export const STAFF_RIGHTS = [
  /** Manage one's own sessions, password and second factor. */
  'ownAccount',
  /** Search customers and read their records, payments, timelines and connection logs. */
  'readCustomers',
  /** Detach a device, resend the sign-in email, or send a push to a device. */
  'helpCustomers',
  'refund',
  /** Remove notes of other staff members, and restore notes that other staff members removed. */
  'moderateNotes',
  /** Move a subscription to another email address, and grant free days as compensation. */
  'recoverAccounts',
  /** Delete the account of a customer with all personal data. */
  'eraseCustomers',
  /** Send a broadcast push to many devices. */
  'pushMany',
  'readGifts',
  /** Create gifts and revoke them. */
  'makeGifts',
  /** Read the fetches of device links by domain, and mark a domain as blocked. */
  'manageLinkDomains',
  /** Manage staff accounts, their roles and sessions. */
  'manageTeam',
  'readAudit',
  /** Export everything that is stored about a customer. */
  'exportCustomerData',
  /** Read the analytics of revenue and customers. */
  'readAnalytics',
  /** Change the list of VPN apps that customers are offered. */
  'manageApps',
  /** Set and end the maintenance notice that all pages show. */
  'manageNotice',
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

/** Rights of each staff role. A new role also needs a name in `web/texts/staff/roles.ts`. */
export const ROLE_RIGHTS = {
  support: OF_SUPPORT,
  senior: OF_SENIOR,
  admin: [
    ...OF_SENIOR,
    'eraseCustomers',
    'manageLinkDomains',
    'manageTeam',
    'readAudit',
    'exportCustomerData',
    'readAnalytics',
    'manageApps',
    'manageNotice',
  ],
} as const satisfies Readonly<Record<string, readonly StaffRight[]>>;

export type StaffRole = keyof typeof ROLE_RIGHTS;
export const STAFF_ROLES = Object.keys(ROLE_RIGHTS) as [StaffRole, ...StaffRole[]];

export function isStaffRole(name: string | null | undefined): name is StaffRole {
  return STAFF_ROLES.some((role) => role === name);
}

type RightsTable = Readonly<Record<string, readonly StaffRight[]>>;

/** Returns whether a role has a right. An unknown role has no rights. */
export function hasRight(
  role: string | null | undefined,
  right: StaffRight,
  table: RightsTable = ROLE_RIGHTS,
): boolean {
  return typeof role === 'string' && Object.hasOwn(table, role) && (table[role] ?? []).includes(right);
}

export const rolesWith = (right: StaffRight): StaffRole[] =>
  STAFF_ROLES.filter((role) => hasRight(role, right));
