/**
 * Manages the text of the search field: debounces the search, and writes the text to the URL unless the text may be a
 * gift key.
 */
import { useCallback, useEffect, useState } from 'react';
import { giftKeyIn, mayBeGiftKey } from '../../../../shared/giftKeys';
import { identifyingText } from '../../../../shared/identifyingText';

const SEARCH_DEBOUNCE_MS = 300;

export interface SearchText {
  /** Text in the search field. */
  text: string;
  setText: (text: string) => void;
  /** Text of the current search, without invisible characters and outer spaces. */
  asked: string;
  /** Starts the search without waiting for the debounce interval. */
  askNow: () => void;
  /** Writes the searched text to the URL after the search has shown that the text is not a gift key. */
  keep: () => void;
}

/**
 * Manages the search text. `inAddress` is the text in the URL, and `write` writes a text to the URL. A text that may be
 * a gift key is not written, because URLs stay in the browser history. If a search shows that the text is not a gift
 * key, `keep` writes the text to the URL.
 *
 * @example
 * const { text, setText, asked, askNow } = useSearchText(filters.q, write);
 */
export function useSearchText(inAddress: string, write: (text: string) => void): SearchText {
  const [text, setText] = useState(inAddress);
  const [askedFor, setAskedFor] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const [written, setWritten] = useState(inAddress);
  // The searched text comes from the URL, so that it always matches the page number in the URL. A text that may be a
  // gift key is not in the URL.
  const asked = mayBeGiftKey(askedFor) ? askedFor : inAddress;

  if (seen !== inAddress) {
    setSeen(inAddress);
    // Adopt the text from the URL only on back and forward navigation. When the hook itself wrote the URL, staff
    // may already be typing the next search.
    if (inAddress !== written) {
      setWritten(inAddress);
      setAskedFor(inAddress);
      setText(inAddress);
    }
  }

  const writeOnce = useCallback(
    (visible: string) => {
      setWritten(visible);
      if (visible !== inAddress) write(visible);
    },
    [inAddress, write],
  );

  const ask = useCallback(
    (next: string) => {
      setAskedFor(next);
      writeOnce(mayBeGiftKey(next) ? '' : next);
    },
    [writeOnce],
  );

  const keep = useCallback(() => {
    if (giftKeyIn(asked) === null) writeOnce(asked);
  }, [asked, writeOnce]);

  const next = identifyingText(text);
  useEffect(() => {
    if (next === asked) return;
    const timer = setTimeout(() => ask(next), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [next, asked, ask]);

  return {
    text,
    setText,
    asked,
    askNow: () => {
      if (next !== asked) ask(next);
    },
    keep,
  };
}
