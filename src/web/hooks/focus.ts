/** Moves the keyboard focus when the element that had it is replaced, so that screen readers announce what appeared. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Moves the focus to the screen's heading, unless the screen has already focused an element. */
export function focusHeading(): void {
  const heading = document.querySelector('h1');
  if (heading === null || document.activeElement?.closest('main')) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Returns a ref to an element that takes the focus when it appears, or later when `isWanted` becomes true. */
export function useFocusWhen<Target extends HTMLElement>(isWanted: boolean): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    if (isWanted) target.current?.focus();
  }, [isWanted]);
  return target;
}

/** Returns a ref to an element. If the element is removed while it contains the focus, the heading takes the focus. */
export function useFocusAfterRemoval<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null);
  // A layout effect is cleaned up before the element is removed. The heading that then takes the focus may be new.
  useLayoutEffect(() => {
    const element = target.current;
    return () => {
      if (element?.contains(document.activeElement)) setTimeout(focusHeading);
    };
  }, []);
  return target;
}
