/**
 * Identifies a browser in which a customer has signed in before. The browser sends its browser mark with requests for
 * sign-in emails. A browser with a mark has a separate email limit, which strangers cannot exhaust. The browser mark
 * remains after sign-out and grants no access.
 */
import { isAnyOf } from '@reduxjs/toolkit';
import { isResponseOf } from '../../api/answered';
import type { KeyValueStorage } from '../../platform/platform';
import type { FlowListeners } from '../flow';

const BROWSER_MARK = 'customerBrowser';

const isRestored = isResponseOf('restoreEmailLink');
const isRegistered = isResponseOf('registerByGoogle');
const isGiftActivated = isResponseOf('activateGift');
const isEmailChanged = isResponseOf('changeEmail');

/** Returns the body field for a sign-in email request, or an empty object if no customer has signed in in this browser. */
export function browserMarkIn(storage: KeyValueStorage): { browserMark?: string } {
  const browserMark = storage.get(BROWSER_MARK);
  return browserMark === null ? {} : { browserMark };
}

const returnsMark = isAnyOf(isRestored, isRegistered, isGiftActivated, isEmailChanged);

/** Stores the browser mark that each sign-in and each change of address returns. */
export function listenToBrowserMarks(listeners: FlowListeners, storage: KeyValueStorage): void {
  listeners.startListening({
    predicate: (action) => returnsMark(action),
    effect: (action) => {
      if (!returnsMark(action)) return;
      const { browserMark } = action.payload;
      if (browserMark) storage.set(BROWSER_MARK, browserMark);
    },
  });
}
