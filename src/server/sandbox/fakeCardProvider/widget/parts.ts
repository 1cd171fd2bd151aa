/** Functions that make up the card widget. Each function runs in the browser and must be self-contained. */
import { createCardForm } from './cardForm';
import { makeElement, makeField } from './elements';
import { openFrame } from './frame';
import { openPayment } from './payment';
import { showThreeDs } from './threeDs';
import { createWording } from './wording';

export const WIDGET_PARTS = {
  make: makeElement,
  makeField,
  createWording,
  createCardForm,
  openFrame,
  showThreeDs,
  openPayment,
};

export type WidgetParts = typeof WIDGET_PARTS;
