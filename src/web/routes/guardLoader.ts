/**
 * Loaders that evaluate a screen's guard before the screen opens, so that a denied screen is neither loaded nor
 * rendered.
 */
import { type LoaderFunction, replace } from 'react-router-dom';
import type { Flow, FlowStore } from '../flows/flow';
import { identityFilledFromQuery } from '../identity/identitySlice';
import { personInQuery, withoutPerson } from '../identity/personInQuery';
import { PATHS } from '../navigation/paths';
import { preloadQuietly } from '../platform/chunks';
import type { Platform } from '../platform/platform';
import { takeTabValue, writeTabValue } from '../tabStorage/tabStorage';
import { type GuardName, type GuardResponse, GUARDS } from './guards';

interface LoaderContext {
  store: FlowStore;
  platform: Platform;
}

/**
 * Returns a loader that redirects if the guard denies access. The redirect replaces the denied URL in the history. The
 * denied URL is not stored for the next sign-in, because a different user may sign in. Only `Guarded` stores the denied
 * URL, when a session ends on the screen, and the loader of a screen with `keepsWayBack`.
 */
export function guardLoader(
  guard: GuardName,
  { store, platform }: LoaderContext,
  { keepsWayBack = false }: { keepsWayBack?: boolean } = {},
): LoaderFunction {
  return async ({ request }) => {
    const response = await knownResponse(store, guard);
    if (response.kind !== 'denied') return null;
    const { pathname, search } = new URL(request.url);
    const here = `${pathname}${search}`;
    if (keepsWayBack && response.keepWayBack) writeTabValue(platform.sessionStorage, 'wayBack', here);
    if (response.to === PATHS.staffSignIn) writeTabValue(platform.sessionStorage, 'staffPlace', here);
    return replace(response.to);
  };
}

/**
 * Returns a loader like `guardLoader`, for the profile screens. In a browser without an identity and without staff
 * tokens, the URL query may contain the data of a user, who stays unverified. The user data is always removed from the
 * URL immediately.
 */
export function profileLoader(guard: GuardName, context: LoaderContext): LoaderFunction {
  const guarded = guardLoader(guard, context);
  return (args) => {
    const url = new URL(args.request.url);
    const rest = withoutPerson(url.searchParams);
    if (rest === null) return guarded(args);
    const person = personInQuery(url.searchParams);
    if (person !== null) context.store.dispatch(identityFilledFromQuery(person));
    return replace(`${url.pathname}${rest}`);
  };
}

/**
 * Returns a loader like `guardLoader`, for `/adept`. If a failed staff request or an ended staff session interrupted the
 * work on another page, the tab stores the URL of that page. The loader redirects to the stored URL once.
 */
export function staffHomeLoader(guard: GuardName, context: LoaderContext): LoaderFunction {
  const guarded = guardLoader(guard, context);
  return async (args) => {
    const denied: unknown = await guarded(args);
    if (denied !== null) return denied;
    const place = takeTabValue(context.platform.sessionStorage, 'staffPlace');
    return place === null || place === PATHS.staffHome ? null : replace(place);
  };
}

/** Loads the chunk of a screen, which exports the function that prefetches the screen's data. */
export type AskingImport = () => Promise<{ prefetch: () => Flow<void> }>;

/**
 * Returns a loader that runs `loader`, and prefetches the screen's data if `loader` does not redirect. The screen
 * itself reports a failed prefetch.
 */
export function askingLoader(
  loader: LoaderFunction,
  asks: AskingImport,
  { store }: LoaderContext,
): LoaderFunction {
  return async (args) => {
    const elsewhere: unknown = await loader(args);
    if (elsewhere === null) preloadQuietly(async () => store.dispatch((await asks()).prefetch()));
    return elsewhere;
  };
}

/** Returns a promise that resolves when the identity has been read from browser storage. */
export async function identityKnown(store: FlowStore): Promise<void> {
  while (!store.getState().identity._persist.rehydrated) await nextState(store);
}

async function knownResponse(store: FlowStore, guard: GuardName): Promise<GuardResponse> {
  const response = GUARDS[guard](store.getState());
  if (response.kind !== 'notYetKnown') return response;
  await identityKnown(store);
  return GUARDS[guard](store.getState());
}

function nextState(store: FlowStore): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = store.subscribe(() => {
      unsubscribe();
      resolve();
    });
  });
}
