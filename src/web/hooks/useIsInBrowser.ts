/**
 * False in a finished page and while it is taken over, true from then on: for what a page that is drawn once
 * for everybody cannot know, as what day it is.
 */
import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
