/** The text of a search box: typed here, asked for after a pause, kept in the address unless it is a secret. */
import { useCallback, useEffect, useState } from 'react';
import { giftKeyIn, mayBeGiftKey } from '../../../../shared/validation';

const SEARCH_DEBOUNCE_MS = 300;

export interface SearchText {
  /** As it stands in the box. */
  text: string;
  setText: (text: string) => void;
  /** What is asked for now, trimmed. */
  asked: string;
  /** Asks at once. */
  askNow: () => void;
  /** What is asked for turned out to be no gift key: the address may have it. */
  keep: () => void;
}

/**
 * `inAddress` is what the address says, `write` puts text there. A gift key is never written, and
 * neither is what may become one: an address stays in the browser's history.
 */
export function useSearchText(inAddress: string, write: (text: string) => void): SearchText {
  const [text, setText] = useState(inAddress);
  const [askedFor, setAskedFor] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const [written, setWritten] = useState(inAddress);
  // With the page of the same address, unless the address does not have it.
  const asked = mayBeGiftKey(askedFor) ? askedFor : inAddress;

  if (seen !== inAddress) {
    setSeen(inAddress);
    // Back and forward, not our own writing: the person may be typing on already.
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

  const next = text.trim();
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
