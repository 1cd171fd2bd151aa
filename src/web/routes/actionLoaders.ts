/**
 * Loaders of routes that perform an action and redirect. The actions are in loaders, because React's StrictMode does
 * not run a loader twice. The redirect replaces the history entry, so that navigating back does not repeat the action.
 */
import { type LoaderFunction, replace } from 'react-router-dom';
import { isGiftKey } from '../../shared/validation';
import type { FlowStore } from '../flows/flow';
import { giftKeyFoundInLink } from '../identity/identitySlice';
import { selectGiftKey } from '../identity/selectors';
import { nextRoute } from '../navigation/nextRoute';
import { PATHS } from '../navigation/paths';
import { loadChunk } from '../platform/chunks';

/** Loader of `/confirm?token`: restores the sign-in and registers the customer. */
export function confirmLoader(store: FlowStore): LoaderFunction {
  return async ({ request }) => {
    const { confirmEmailLink } = await loadChunk(() => import('../flows/signIn/signIn'));
    const token = new URL(request.url).searchParams.get('token') ?? '';
    const elsewhere = await leadElsewhere(store, token, null);
    if (elsewhere !== null) return elsewhere;
    return leave(nextRoute(await store.dispatch(confirmEmailLink(token))));
  };
}

/** Loader of `/giftConfirm?token&key`: restores the sign-in and activates the gift. */
export function giftConfirmLoader(store: FlowStore): LoaderFunction {
  return async ({ request }) => {
    const { confirmGiftLink } = await loadChunk(() => import('../flows/signIn/signIn'));
    const query = new URL(request.url).searchParams;
    const elsewhere = await leadElsewhere(store, query.get('token') ?? '', query.get('key'));
    if (elsewhere !== null) return elsewhere;
    const key = query.get('key') ?? selectGiftKey(store.getState()) ?? '';
    // Store the gift key until the gift is activated, because the email may have been opened in a browser that does not
    // have the gift key.
    if (isGiftKey(key)) store.dispatch(giftKeyFoundInLink(key));
    return leave(nextRoute(await store.dispatch(confirmGiftLink(query.get('token') ?? '', key))));
  };
}

/**
 * Returns a redirect to the confirmation page if this browser did not request the sign-in link. Returns null if no
 * confirmation is needed.
 */
async function leadElsewhere(
  store: FlowStore,
  token: string,
  giftKey: string | null,
): Promise<Response | null> {
  const { ownerOfLink } = await loadChunk(() => import('../flows/signIn/foreignSignIn'));
  const owner = await store.dispatch(ownerOfLink(token, giftKey));
  if (owner.kind === 'ownLink') return null;
  return replace(owner.kind === 'foreignLink' ? PATHS.switchAccount : PATHS.login);
}

/** Loader of `/refresh`: renews the staff tokens. */
export function refreshLoader(store: FlowStore): LoaderFunction {
  return async () => {
    const { refreshStaff } = await loadChunk(() => import('../flows/staff/staffSession'));
    return leave(nextRoute(await store.dispatch(refreshStaff())));
  };
}

function leave(path: string | null): Response {
  return replace(path ?? PATHS.landing);
}
