/**
 * Paths of the single-page application (SPA) that emails and the server link to. All other paths of the SPA are
 * declared in `PATHS`.
 */
export const LINKED_PATHS = {
  /** Path that the link in a sign-in email opens. The secret of the sign-in link is in the URL fragment. */
  open: '/open',
  shop: '/shop',
  profile: '/profile',
  /** Path of the page for connecting a device. The connect page exists only if a VPN panel is configured. */
  connect: '/connect',
  subscription: '/subscription',
  /** Path of the page that changes the card, which is an addition to the specification. */
  changeCard: '/account/card',
  /** Path of the privacy policy, which is an addition to the specification. */
  privacy: '/privacy',
  /** Path on which a change of address is taken back. The token is in the URL fragment. */
  restoreEmail: '/account/restoreEmail',
  /** Path of the page that deletes the account, and on which a requested deletion is withdrawn. */
  confirmDeletion: '/account/delete/confirm',
  /** Path of the list of sessions, which the email about a new browser links to. */
  sessions: '/account/sessions',
  /**
   * Path of the public page with the states of the services, whose document the server renders anew after each measurement.
   * The page is an addition to the specification.
   */
  status: '/status',
} as const;

/**
 * Paths of the staff console. The specification fixes the paths of the staff console. The server sends a separate
 * content security policy for the staff console.
 */
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

/** Returns whether a path belongs to the staff console. */
export function isStaffPath(pathname: string): boolean {
  return ROOTS.some((root) => pathname === root || pathname.startsWith(`${root}/`));
}
