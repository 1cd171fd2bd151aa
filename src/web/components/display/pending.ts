/**
 * On the root of what stands in for content that is on its way: the frames hide what stands under it, which would
 * move when the content comes. It appears in its place then.
 */
export const PENDING = 'data-pending';

/** For the element that holds a screen: how high what is on its way will be is not known yet. */
export const HIDES_WHAT_WOULD_MOVE = {
  [`& :has([${PENDING}]) ~ *, & [${PENDING}] ~ *`]: { visibility: 'hidden' },
} as const;
