import { createPageDocument, RELOAD_PAUSE_MS } from '../../../src/web/platform/pageDocument';

/** Creates a page with the given navigation type, loaded `ageMs` ms ago. */
function createPage(type: 'navigate' | 'reload', ageMs: number, fetcher: typeof fetch = fetch) {
  const reload = jest.fn();
  const page = {
    location: { href: 'https://vpn.example/profile', pathname: '/profile', reload, replace: jest.fn() },
    performance: { now: () => ageMs, getEntriesByType: () => [{ type }] },
  };
  return { reload, document: createPageDocument(page, fetcher) };
}

it.each([
  ['a document that was navigated to', 'navigate', 1000, true],
  ['one that was reloaded just now: it would loop', 'reload', RELOAD_PAUSE_MS - 1, false],
  ['one that was reloaded long ago: there is the next version', 'reload', RELOAD_PAUSE_MS, true],
] as const)('may reload by itself %s', (_name, type, ageMs, may) => {
  expect(createPage(type, ageMs).document.mayReloadByItself()).toBe(may);
});

it.each<[string, typeof fetch, boolean]>([
  ['the server answers', () => Promise.resolve(new Response(null)), true],
  ['the network is gone', () => Promise.reject(new TypeError('no network')), false],
  ['the server is down', () => Promise.resolve(new Response(null, { status: 502 })), false],
])('reloads only when there is a document to be had: %s', async (_name, fetcher, isReloaded) => {
  const { document, reload } = createPage('navigate', 1000, fetcher);
  expect(await document.reload()).toBe(isReloaded);
  expect(reload).toHaveBeenCalledTimes(isReloaded ? 1 : 0);
});

it('shows the console and the shop in separate documents', () => {
  const { document } = createPage('navigate', 0);
  expect(document.mayShow('/shop')).toBe(true);
  expect(document.mayShow('/adept')).toBe(false);
  expect(document.mayShow('/adept/team')).toBe(false);
});
