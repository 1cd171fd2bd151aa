/**
 * Oldest browsers in which the site works. The build compiles the syntax for them, and a browser test compares every function
 * that the built scripts use with the browser compatibility data of MDN.
 *
 * MUI 9 promises less: Chrome 117, Edge 121, Firefox 121 and Safari 17.0 (mui.com, «Upgrade to v9», read 2026-11-28). Customers
 * with an iPhone 6s or 7 (Safari 15.6), Windows 7 (Chrome 109) or the last Firefox for it (115) use the site as well, so
 * their browsers are the floor, as far as the test can show. If a later MUI needs more, these versions rise to MUI's.
 */
export const BROWSER_FLOOR = { chrome: '109', firefox: '115', safari: '15.6' } as const;
