/**
 * Dependencies that each part of the card dialog receives. The parts of the card dialog are served as source text, so
 * they cannot import each other.
 */
import type { CardDialogTexts } from '../../texts/cardDialog';
import type { makeElement, makeField } from './elements';
import type { Wording } from './wording';

export interface WidgetKit {
  texts: CardDialogTexts;
  /** CSS of the card dialog. */
  styles: string;
  wording: Wording;
  make: typeof makeElement;
  makeField: typeof makeField;
  /**
   * Sends a POST request to the fake card provider and returns the response body. Rejects if no response arrives before
   * the deadline.
   */
  post: (path: string, body: object) => Promise<unknown>;
}
