/** State of the navigation to `/account/deleted` after a deletion. */
export const JUST_DELETED = 'justDeleted';
