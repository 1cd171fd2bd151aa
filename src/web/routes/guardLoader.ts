/** The guard's word before a screen opens, so that nothing of it is loaded or drawn in vain. */
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
 * Redirects when the guard denies; the denied address leaves the history. What a stranger asked for in
 * vain is no wish of who signs in later: only a session that ended here is gone back to (`Guarded`).
 */
export function guardLoader(guard: GuardName, { store, platform }: LoaderContext): LoaderFunction {
  return async ({ request }) => {
    const response = await knownResponse(store, guard);
    if (response.kind !== 'denied') return null;
    const { pathname, search } = new URL(request.url);
    const here = `${pathname}${search}`;
    if (response.to === PATHS.staffSignIn) writeTabValue(platform.sessionStorage, 'staffPlace', here);
    return replace(response.to);
  };
}

/**
 * As `guardLoader`, for the profile screens. In a browser without an identity and without staff tokens the query may name
 * a person, who stays unverified. The query is removed from the address at once, whether it was used or not.
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

/** As `guardLoader`, for /adept: from there on to where staff were when a call failed or the session ended. */
export function staffHomeLoader(guard: GuardName, context: LoaderContext): LoaderFunction {
  const guarded = guardLoader(guard, context);
  return async (args) => {
    const denied: unknown = await guarded(args);
    if (denied !== null) return denied;
    const place = takeTabValue(context.platform.sessionStorage, 'staffPlace');
    return place === null || place === PATHS.staffHome ? null : replace(place);
  };
}

/** Loads a screen's chunk, for what the screen asks the server. */
export type AskingImport = () => Promise<{ prefetch: () => Flow<void> }>;

/** As `loader`; where that lets the screen be seen, it begins to ask. Its failures are the screen's own to tell. */
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

/** Resolves once the browser's storage has been read. */
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
