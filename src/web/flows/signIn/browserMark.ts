/**
 * The mark of a browser in which a customer has signed in. It is sent with requests for sign-in emails, because such a browser
 * has emails of its own that strangers cannot use up. It stays after the customer signs out, and gives access to nothing.
 */
import { isResponseOf } from '../../api/answered';
import type { KeyValueStorage } from '../../platform/platform';
import type { FlowListeners } from '../flow';

const BROWSER_MARK = 'customerBrowser';

const isRestored = isResponseOf('restoreEmailLink');
const isRegistered = isResponseOf('registerByGoogle');
const isGiftActivated = isResponseOf('activateGift');

/** Returns the body field of a request for a sign-in email; empty if nobody has signed in in this browser. */
export function browserMarkIn(storage: KeyValueStorage): { browserMark?: string } {
  const browserMark = storage.get(BROWSER_MARK);
  return browserMark === null ? {} : { browserMark };
}

/** Stores the mark that each sign-in returns. */
export function listenToBrowserMarks(listeners: FlowListeners, storage: KeyValueStorage): void {
  listeners.startListening({
    predicate: (action) => isRestored(action) || isRegistered(action) || isGiftActivated(action),
    effect: (action) => {
      if (!isRestored(action) && !isRegistered(action) && !isGiftActivated(action)) return;
      const { browserMark } = action.payload;
      if (browserMark) storage.set(BROWSER_MARK, browserMark);
    },
  });
}
