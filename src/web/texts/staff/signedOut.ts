/** Words of the frame around staff who are not signed in. */
export const STAFF_COMMON_TEXTS = {
  console: 'staff console',
} as const;
