/**
 * Tracks holding a button for 2 s and updates the progress every 16 ms. A release, a pointer that leaves or is
 * cancelled, a lost focus or a hidden page resets the progress. Supports mouse, touch, and a held Space or Enter key.
 */
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { HOLD_DURATION_MS, HOLD_TICK_MS } from '../../../shared/constants';

/**
 * Phase of a hold button. `idle` means that the button is not held, `holding` that it is being held, and `done` that it
 * was held for the full time but is not released yet.
 */
export type HoldPhase = 'idle' | 'holding' | 'done';

export interface HoldOptions {
  /** Runs the button's action, once per complete hold. */
  onHold: () => void;
  /** Handles a click without a pointer, which comes from assistive technology or a script. */
  onAssistiveClick: () => void;
  isDisabled?: boolean;
  /** Returns the time of a monotonic clock in ms. Tests replace the clock. */
  now?: () => number;
}

interface HoldHandlers {
  onPointerDown: (event: PointerEvent<HTMLButtonElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLButtonElement>) => void;
  onPointerLeave: (event: PointerEvent<HTMLButtonElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLButtonElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
  onKeyUp: (event: KeyboardEvent<HTMLButtonElement>) => void;
  onBlur: (event: FocusEvent<HTMLButtonElement>) => void;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  onContextMenu: (event: MouseEvent<HTMLButtonElement>) => void;
}

export interface Hold {
  phase: HoldPhase;
  /** Elapsed fraction of the hold duration, from 0 to 1. */
  progress: number;
  handlers: HoldHandlers;
}

/** Pointer or key that started the hold. Only the same pointer or key can end the hold. */
type Source = { kind: 'pointer'; id: number; isTouch: boolean } | { kind: 'key'; key: string };

interface Held {
  source: Source;
  startedAt: number;
}

const HOLD_KEYS: readonly string[] = [' ', 'Enter'];

const monotonicNow = () => performance.now();

/**
 * Returns the phase, the progress and the event handlers of one hold button.
 *
 * @example
 * const { phase, progress, handlers } = useHold({ onHold: detach, onAssistiveClick: openDialog });
 */
export function useHold({
  onHold,
  onAssistiveClick,
  isDisabled = false,
  now = monotonicNow,
}: HoldOptions): Hold {
  const [held, setHeld] = useState<Held | null>(null);
  const [progress, setProgress] = useState(0);
  // The current hold is stored in a ref, because a timer tick may run between a release and the next render.
  const current = useRef<Held | null>(null);

  const drain = () => {
    setHeld(null);
    setProgress(0);
  };
  const stop = () => {
    current.current = null;
    drain();
  };

  // Disabling the button discards the hold, so a button that is enabled again starts from zero.
  if (isDisabled && held) drain();

  const complete = useEffectEvent(() => onHold());
  const elapsed = useEffectEvent((startedAt: number) => now() - startedAt);
  const reset = useEffectEvent(stop);

  useEffect(() => {
    if (!held) return;
    const timer = setInterval(() => {
      if (current.current !== held) return;
      const share = Math.min(1, elapsed(held.startedAt) / HOLD_DURATION_MS);
      setProgress(share);
      if (share < 1) return;
      clearInterval(timer);
      complete();
    }, HOLD_TICK_MS);
    const resetWhenHidden = () => {
      if (document.visibilityState === 'hidden') reset();
    };
    const resetOnBlur = () => reset();
    window.addEventListener('blur', resetOnBlur);
    document.addEventListener('visibilitychange', resetWhenHidden);
    return () => {
      clearInterval(timer);
      window.removeEventListener('blur', resetOnBlur);
      document.removeEventListener('visibilitychange', resetWhenHidden);
    };
  }, [held]);

  const start = (source: Source) => {
    if (held || isDisabled) return;
    current.current = { source, startedAt: now() };
    setProgress(0);
    setHeld(current.current);
  };
  const endPointer = ({ pointerId }: { pointerId: number }) => {
    if (held?.source.kind === 'pointer' && held.source.id === pointerId) stop();
  };

  const handlers: HoldHandlers = {
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      const button = event.currentTarget;
      // A touch pointer is captured implicitly, and a captured pointer never fires `pointerleave`.
      if ('hasPointerCapture' in button && button.hasPointerCapture(event.pointerId)) {
        button.releasePointerCapture(event.pointerId);
      }
      start({ kind: 'pointer', id: event.pointerId, isTouch: event.pointerType !== 'mouse' });
    },
    onPointerUp: endPointer,
    onPointerLeave: endPointer,
    onPointerCancel: endPointer,
    onKeyDown: (event) => {
      if (!HOLD_KEYS.includes(event.key)) return;
      // Prevents the click that the held key would cause, because a click without a pointer is treated as a click of
      // assistive technology.
      event.preventDefault();
      if (!event.repeat) start({ kind: 'key', key: event.key });
    },
    onKeyUp: (event) => {
      if (HOLD_KEYS.includes(event.key)) event.preventDefault();
      if (held?.source.kind === 'key' && held.source.key === event.key) stop();
    },
    onBlur: stop,
    onClick: (event) => {
      if (event.detail === 0 && !isDisabled) onAssistiveClick();
    },
    onContextMenu: (event) => {
      if (held?.source.kind === 'pointer' && held.source.isTouch) event.preventDefault();
    },
  };

  return { phase: !held ? 'idle' : progress < 1 ? 'holding' : 'done', progress, handlers };
}
