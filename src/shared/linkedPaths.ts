/** Paths of the SPA that letters and the server lead to as well; the SPA's others are its own (`PATHS`). */
export const LINKED_PATHS = {
  /** Where the letter's link lands; the secret is in the fragment. */
  open: '/open',
  shop: '/shop',
  profile: '/profile',
  subscription: '/subscription',
  staffSignIn: '/capitulum',
} as const;
