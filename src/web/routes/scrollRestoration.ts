/**
 * Where the reader is on the page, over what the router does not see: an entry of the history that was left before the
 * application had started, or while it was taking the page over.
 */
import { type createBrowserRouter, NavigationType } from 'react-router-dom';
import type { KeyValueStorage } from '../platform/platform';

type Router = ReturnType<typeof createBrowserRouter>;

/** What is needed of the window. */
interface ReadPage {
  history: Pick<History, 'scrollRestoration' | 'state'>;
  location: Pick<Location, 'pathname'>;
  scrollY: number;
  scrollTo(x: number, y: number): void;
}

/** In the session storage: the router's places of the entries that it left, px from the top by the entry's key. */
export const SCROLL_RESTORATION_KEY = 'scrollRestoration';

/** Null: the router never left this entry. */
function placeLeft(storage: KeyValueStorage, { state }: { state: unknown }): number | null {
  const { key = '' } = (state ?? {}) as { key?: string };
  try {
    const places = JSON.parse(storage.get(SCROLL_RESTORATION_KEY) ?? '{}') as Record<string, unknown> | null;
    const place = places?.[key];
    return typeof place === 'number' ? place : null;
  } catch {
    return null;
  }
}

/**
 * Keeps the reader where she is when the page is taken over: she may have scrolled, or gone back or forth on it and been
 * put there by the browser. Where an entry leaves that to the router, the router's place holds.
 */
export function whereTheReaderIs(page: ReadPage, storage: KeyValueStorage) {
  const { history, location } = page;
  const { pathname } = location;
  let place = 0;
  return {
    onRendered: () => {
      const left = history.scrollRestoration === 'manual' ? placeLeft(storage, history) : null;
      place = left ?? page.scrollY;
    },
    onPlaced: () => {
      if (location.pathname === pathname) page.scrollTo(0, place);
    },
  };
}

/**
 * Leaves a reader who goes back or forth on the same page where she is, if the router has no place of hers: she left that
 * entry before the application started, and the browser has put her there again, or she goes back while it takes the page
 * over, which knows her place. The router would go to the top.
 */
export function withPlacesOfTheBrowser(router: Router): Router {
  let { location } = router.state;
  let isPlaced = false;
  const placed = (state: Router['state']): Router['state'] => {
    if (state.location !== location) {
      isPlaced =
        state.historyAction === NavigationType.Pop &&
        state.restoreScrollPosition === null &&
        state.location.pathname === location.pathname;
      ({ location } = state);
    }
    return isPlaced ? { ...state, restoreScrollPosition: false } : state;
  };
  // Nobody listens before the one who draws: until then the router keeps what it has to tell.
  const subscribe = router.subscribe.bind(router);
  const subscribeWithPlaces: Router['subscribe'] = (listen) =>
    subscribe((state, options) => listen(placed(state), options));
  return Object.assign(router, { subscribe: subscribeWithPlaces });
}
