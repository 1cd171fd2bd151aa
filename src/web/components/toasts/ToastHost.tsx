/**
 * The place of the toasts, top right; Alt+T moves the focus to the newest one. They are drawn by what
 * came with the page, so that even a lost network can be told; notistack, which makes them slide, is
 * loaded when the page is idle and takes over those that come after it.
 */
import { styled } from '@mui/material/styles';
import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { TOAST_FOCUS_KEY } from '../../../shared/constants';
import { preloadQuietly } from '../../platform/chunks';
import { usePageLanguage } from '../../platform/pageLanguage';
import { PAGE_TEXTS } from '../../texts/common';
import { WIDE_LAYOUT } from '../../theme/theme';
import { onToast, openToasts } from '../../toasts/toasts';
import { ToastCard } from './ToastCard';
import { openSheetForToasts } from './toastSheet';
import type { ToastStackProps } from './ToastStack';

const MAX_SHOWN = 4;
/** A stack that cannot be had is not asked for for ever: the toasts are told without it. */
const MAX_TRIES = 3;

export function ToastHost() {
  const region = useRef<HTMLElement>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const toasts = useSyncExternalStore(onToast, openToasts, openToasts);
  const { regionLabel } = PAGE_TEXTS[usePageLanguage()].toasts;
  const stack = useStack();

  useEffect(() => {
    const focusNewest = (event: KeyboardEvent) => {
      // By the key's place: on a Russian layout the same key types another letter.
      if (!event.altKey || event.code !== `Key${TOAST_FOCUS_KEY.toUpperCase()}`) return;
      const newest = [...(region.current?.querySelectorAll<HTMLElement>('[data-toast]') ?? [])].at(-1);
      if (newest === undefined) return;
      event.preventDefault();
      newest.focus();
    };
    document.addEventListener('keydown', focusNewest);
    return () => document.removeEventListener('keydown', focusNewest);
  }, []);

  const isStacked = (id: number) => stack !== null && id > stack.afterId;
  return (
    <Region
      ref={(element: HTMLElement | null) => {
        region.current = element;
        setPlace(element);
      }}
      aria-label={regionLabel}
    >
      {toasts
        .filter(({ id }) => !isStacked(id))
        .slice(0, MAX_SHOWN)
        .map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      {stack !== null && place !== null && (
        <stack.Stack toasts={toasts.filter(({ id }) => isStacked(id))} place={place} maxShown={MAX_SHOWN} />
      )}
    </Region>
  );
}

interface LoadedStack {
  Stack: ComponentType<ToastStackProps>;
  /** Toasts up to this one stay where they were drawn first. */
  afterId: number;
}

/** The stack once it is there: loaded when the page is idle, else by the next toasts and by the network's return. */
function useStack(): LoadedStack | null {
  const [stack, setStack] = useState<LoadedStack | null>(null);
  const tries = useRef(0);

  useEffect(() => {
    let isOver = false;
    const load = () => {
      if (isOver || tries.current >= MAX_TRIES || !navigator.onLine) return;
      tries.current += 1;
      preloadQuietly(async () => {
        openSheetForToasts();
        const { default: Stack } = await import('./ToastStack');
        if (isOver) return;
        isOver = true;
        setStack({ Stack, afterId: openToasts().at(-1)?.id ?? 0 });
      });
    };
    const isIdleKnown = 'requestIdleCallback' in window;
    const idle = isIdleKnown ? requestIdleCallback(load) : null;
    const stopListening = onToast(load);
    window.addEventListener('online', load);
    return () => {
      isOver = true;
      if (idle !== null) cancelIdleCallback(idle);
      stopListening();
      window.removeEventListener('online', load);
    };
  }, []);

  return stack;
}

const Region = styled('section')({
  position: 'fixed',
  zIndex: 1400,
  top: 10,
  left: 12,
  right: 12,
  marginLeft: 'auto',
  display: 'grid',
  gap: 10,
  maxWidth: 420,
  pointerEvents: 'none',
  [WIDE_LAYOUT]: { right: 20, maxWidth: 'min(560px, 56vw - 60px)' },
  // The container of notistack stands in the same place, under what was there before it.
  '& > .notistack-SnackbarContainer': {
    position: 'static',
    zIndex: 'auto',
    width: '100%',
    maxWidth: 'none',
  },
});
