/** Applies `joinWords` to the texts among the children of an element. */
import { Children, type ReactNode } from 'react';
import { joinWords } from '../../texts/joinWords';

export function joinWordsIn(children: ReactNode): ReactNode {
  return Children.map(children, (child) => (typeof child === 'string' ? joinWords(child) : child));
}
