/** Request ids, by which the server knows a change again: however often it is sent, it is made once. */
import { useRef } from 'react';
import type { FormDraft } from './useDraft';

/** A key that nobody else makes: 128 bits, also where the page is not served securely. */
function createRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * `keyOf(what)` is the same for every try of one change, also after the page was left; `what` is all that makes it this
 * change and no other. The draft stores the key.
 */
export function useRequestKey(draft: Pick<FormDraft, 'tried' | 'keepTried'>) {
  const tried = useRef(draft.tried);
  return {
    keyOf: (what: string): string => {
      if (tried.current?.what !== what) {
        tried.current = { what, requestKey: createRequestKey() };
        draft.keepTried(tried.current);
      }
      return tried.current.requestKey;
    },
    /** It was made: the same once more is another change. */
    forget: () => {
      tried.current = null;
    },
  };
}
