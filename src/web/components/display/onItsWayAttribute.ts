/**
 * On the root of what stands in for content that is on its way: `Frame` hides what stands under it, which would
 * move when the content comes. It appears in its place then.
 */
export const ON_ITS_WAY = 'data-on-its-way';
