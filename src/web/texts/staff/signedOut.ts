/** Texts of the console's layout while no member of staff is signed in. */
export const STAFF_COMMON_TEXTS = {
  console: 'staff console',
} as const;
