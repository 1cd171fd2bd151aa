/** What each part of the card dialog is given. The parts are served as text, so that none can import another. */
import type { CardDialogTexts } from '../../texts/cardDialog';
import type { makeElement, makeField } from './elements';
import type { Wording } from './wording';

export interface WidgetKit {
  texts: CardDialogTexts;
  /** CSS of the dialog. */
  styles: string;
  wording: Wording;
  make: typeof makeElement;
  makeField: typeof makeField;
  /** Calls the provider and returns the response; rejects if there is none in time. */
  post: (path: string, body: object) => Promise<unknown>;
}
