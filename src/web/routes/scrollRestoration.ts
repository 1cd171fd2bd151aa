/**
 * Scroll restoration for cases that React Router does not see: a history entry that was left before the application had
 * started or during hydration.
 */
import { type createBrowserRouter, NavigationType } from 'react-router-dom';
import type { KeyValueStorage } from '../platform/platform';

type Router = ReturnType<typeof createBrowserRouter>;

/** Subset of `Window` that scroll restoration uses. */
interface ReadPage {
  history: Pick<History, 'scrollRestoration' | 'state'>;
  location: Pick<Location, 'pathname'>;
  scrollY: number;
  scrollTo(x: number, y: number): void;
}

/** Session storage key under which React Router keeps the scroll positions, in px from the top, by history key. */
export const SCROLL_RESTORATION_KEY = 'scrollRestoration';

/**
 * Returns the scroll position that React Router stored for this history entry, or null if the router never left the
 * entry.
 */
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
 * Keeps the scroll position during hydration. The user may have scrolled before, or the browser may have restored a
 * position on a back or forward navigation. If the entry uses manual scroll restoration, the position stored by the
 * router applies.
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
 * Prevents React Router from scrolling to the top on a back or forward navigation within the same page, if the router
 * has no scroll position for the entry. This happens if the user left the entry before the application started or
 * navigates during hydration. In both cases the position that the browser restored is correct.
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
  // Wrap `subscribe` before the renderer subscribes, because the router keeps its state updates until then.
  const subscribe = router.subscribe.bind(router);
  const subscribeWithPlaces: Router['subscribe'] = (listen) =>
    subscribe((state, options) => listen(placed(state), options));
  return Object.assign(router, { subscribe: subscribeWithPlaces });
}
