/** Keys by which the server knows a change again: however often it is sent, it is made once. */
import { useRef } from 'react';

/** A key that nobody else makes: 128 bits, also where the page is not served securely. */
export function createRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Tried {
  /** All that makes it this change and no other. */
  what: string;
  requestKey: string;
}

/** `keyOf(what)` is the same for every try of one change; `found` is a try before the page was left. */
export function useRequestKey(found: Tried | null = null) {
  const tried = useRef(found);
  return {
    keyOf: (what: string): string => {
      if (tried.current?.what !== what) tried.current = { what, requestKey: createRequestKey() };
      return tried.current.requestKey;
    },
    /** It was made: the same once more is another change. */
    forget: () => {
      tried.current = null;
    },
  };
}
