/**
 * Dispatches pointer events in jsdom, which does not implement them. The events are mouse events with a pointer id and a
 * pointer type, which is what React reads.
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
  /** React derives `pointerleave` from a `pointerout` event without a related target. */
  leave: (target: Element, options: PointerOptions = {}) => dispatch(target, 'pointerout', options),
};

/** Holds a button with the mouse for `ms` on fake timers, then releases it. */
export function holdFor(button: Element, ms: number): void {
  jest.useFakeTimers();
  pointer.down(button);
  act(() => {
    jest.advanceTimersByTime(ms);
  });
  pointer.up(button);
  jest.useRealTimers();
}
