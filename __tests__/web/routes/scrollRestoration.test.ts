import { createMemoryRouter } from 'react-router-dom';
import {
  SCROLL_RESTORATION_KEY,
  whereTheReaderIs,
  withPlacesOfTheBrowser,
} from '../../../src/web/routes/scrollRestoration';
import { fakeStorage } from '../../support/fakePlatform';

type Router = ReturnType<typeof createMemoryRouter>;

async function openedAtSection(): Promise<Router> {
  const load = async () => Promise.resolve(null);
  const router = withPlacesOfTheBrowser(
    createMemoryRouter(
      [
        { path: '/', element: null, loader: load },
        { path: '/offer', element: null, loader: load },
      ],
      { initialEntries: ['/', '/offer', '/offer#refunds'], initialIndex: 2 },
    ),
  );
  await isAt(router, '/offer#refunds');
  return router;
}

/** Waits until the router is idle, and asserts the router's path. */
async function isAt(router: Router, path: string): Promise<void> {
  while (!router.state.initialized || router.state.navigation.state !== 'idle')
    await new Promise((resolve) => setTimeout(resolve));
  const { pathname, hash } = router.state.location;
  expect(pathname + hash).toBe(path);
}

async function go(router: Router, to: string | -1 | -2, path: string): Promise<void> {
  await (typeof to === 'number' ? router.navigate(to) : router.navigate(to));
  await isAt(router, path);
}

/**
 * Collects the scroll positions that the router reports. False means to keep the position, and null means to scroll to
 * the top.
 */
function recordPlaces(router: Router): unknown[] {
  const places: unknown[] = [];
  router.subscribe((state) => {
    if (state.navigation.state === 'idle') places.push(state.restoreScrollPosition);
  });
  return places;
}

test('an early action of the router is reported to the first subscriber', async () => {
  const router = await openedAtSection();
  const told: boolean[] = [];
  router.subscribe(({ initialized }) => told.push(initialized));
  expect(told).toEqual([true]);
});

test("a user who navigates back within the page keeps the browser's scroll position", async () => {
  const router = await openedAtSection();
  const places = recordPlaces(router);
  await go(router, -1, '/offer');
  expect(places.at(-1)).toBe(false);
  await router.revalidate();
  expect(places.at(-1)).toBe(false);
  await go(router, '/offer#refunds', '/offer#refunds');
  expect(places.at(-1)).toBeNull();
});

test('a user who navigated back before the first subscription keeps the scroll position too', async () => {
  const router = await openedAtSection();
  await go(router, -1, '/offer');
  expect(recordPlaces(router)).toEqual([false]);
});

test('a new screen starts at the position that the router reports', async () => {
  const router = await openedAtSection();
  const places = recordPlaces(router);
  await go(router, -2, '/');
  expect(places.at(-1)).toBeNull();
});

test('a scroll position that the router has for an entry takes precedence', async () => {
  const router = await openedAtSection();
  const places = recordPlaces(router);
  router.enableScrollRestoration({}, () => 700);
  await go(router, '/', '/');
  await go(router, -1, '/offer#refunds');
  expect(places.at(-1)).toBe(700);
});

describe('when the application hydrates the page', () => {
  const page = (restoration: ScrollRestoration, scrollY: number) => {
    const scrolled: number[] = [];
    const location = { pathname: '/offer' };
    return {
      scrolled,
      location,
      window: {
        history: { scrollRestoration: restoration, state: { key: 'k1' } },
        location,
        scrollY,
        scrollTo: (_x: number, y: number) => scrolled.push(y),
      },
    };
  };
  const storage = (places: string) => fakeStorage({ [SCROLL_RESTORATION_KEY]: places });

  function takeOver({ window }: ReturnType<typeof page>, places = '{"k1":700,"k2":5}', between = () => {}) {
    const { onRendered, onPlaced } = whereTheReaderIs(window, storage(places));
    onRendered();
    between();
    onPlaced();
  }

  test("the user's or the browser's scroll position is kept", () => {
    const shown = page('auto', 300);
    takeOver(shown);
    expect(shown.scrolled).toEqual([300]);
  });

  test('an entry that the router left is restored at its scroll position', () => {
    const shown = page('manual', 300);
    takeOver(shown);
    expect(shown.scrolled).toEqual([700]);
  });

  test.each(['{}', 'null', '{"k1":"700"}', '7', 'broken'])(
    'without a place of it (%s) she stays',
    (places) => {
      const shown = page('manual', 300);
      takeOver(shown, places);
      expect(shown.scrolled).toEqual([300]);
    },
  );

  test('a user who is on another page by now is not scrolled', () => {
    const shown = page('auto', 300);
    takeOver(shown, '{}', () => {
      shown.location.pathname = '/';
    });
    expect(shown.scrolled).toEqual([]);
  });
});
