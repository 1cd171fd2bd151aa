/**
 * Attribute on the root element of a skeleton. Screen frames hide the content below a skeleton, because this content
 * would shift when the pending content is loaded.
 */
export const PENDING = 'data-pending';

/**
 * Style for the element that contains a screen. Hides all content after a skeleton, because the final height of the
 * pending content is unknown.
 */
export const HIDES_WHAT_WOULD_MOVE = {
  [`& [${PENDING}] ~ *`]: { visibility: 'hidden' },
  // A separate rule, because a browser without `:has` (Firefox before 121) ignores the whole rule.
  [`& :has([${PENDING}]) ~ *`]: { visibility: 'hidden' },
} as const;
