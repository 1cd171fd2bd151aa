/** Paths of the SPA that emails and the server lead to as well; the SPA's others are its own (`PATHS`). */
export const LINKED_PATHS = {
  /** Where the email's link lands; the secret is in the fragment. */
  open: '/open',
  shop: '/shop',
  profile: '/profile',
  /** Exists only where delivery (a VPN panel) is configured. */
  connect: '/connect',
  subscription: '/subscription',
} as const;

/** Paths of the staff console: the server gives its documents a policy of their own. */
export const STAFF_PATHS = {
  staffSignIn: '/capitulum',
  staffRefresh: '/refresh',
  staffHome: '/adept',
  staffPartners: '/exorcio',
  staffUser: '/crucify',
  staffDevice: '/torride',
  staffLogs: '/severance',
} as const;

const ROOTS: readonly string[] = Object.values(STAFF_PATHS);

/** Whether the console answers at a path, or under it. */
export function isStaffPath(pathname: string): boolean {
  return ROOTS.some((root) => pathname === root || pathname.startsWith(`${root}/`));
}
