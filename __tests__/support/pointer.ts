/**
 * Pointer events for jsdom, which has none: mouse events with a pointer's id and kind, as React
 * reads them.
 */
import { act, fireEvent } from '@testing-library/react';

export interface PointerOptions {
  pointerId?: number;
  pointerType?: 'mouse' | 'touch' | 'pen';
  button?: number;
}

function dispatch(target: Element, type: string, options: PointerOptions): void {
  const { pointerId = 1, pointerType = 'mouse', button = 0 } = options;
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, button });
  fireEvent(target, Object.assign(event, { pointerId, pointerType, isPrimary: true }));
}

export const pointer = {
  down: (target: Element, options: PointerOptions = {}) => dispatch(target, 'pointerdown', options),
  up: (target: Element, options: PointerOptions = {}) => dispatch(target, 'pointerup', options),
  cancel: (target: Element, options: PointerOptions = {}) => dispatch(target, 'pointercancel', options),
  /** React tells a leave by an out that goes to nowhere. */
  leave: (target: Element, options: PointerOptions = {}) => dispatch(target, 'pointerout', options),
};

/** Holds a button with the mouse for `ms` on a faked clock, then lets go. */
export function holdFor(button: Element, ms: number): void {
  jest.useFakeTimers();
  pointer.down(button);
  act(() => {
    jest.advanceTimersByTime(ms);
  });
  pointer.up(button);
  jest.useRealTimers();
}
