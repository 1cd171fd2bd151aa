/**
 * Shows the open toasts in the top right corner. notistack is loaded after the first input of the user, because no page
 * needs it before. A toast that opens earlier, or without a network, is shown in the same place without notistack.
 * Alt+T focuses the newest toast.
 */
import { styled } from '@mui/material/styles';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { TOAST_FOCUS_KEY } from '../../../shared/constants';
import { preloadQuietly } from '../../platform/chunks';
import { atNextInput } from '../../platform/firstInput';
import { usePageLanguage } from '../../platform/pageLanguage';
import { PAGE_TEXTS } from '../../texts/common';
import { WIDE_LAYOUT } from '../../theme/theme';
import { onToast, openToasts } from '../../toasts/toasts';
import { ToastCard } from './ToastCard';
import type { ToastStack } from './ToastStack';

export function ToastHost() {
  const region = useRef<HTMLElement>(null);
  const toasts = useSyncExternalStore(onToast, openToasts, openToasts);
  const { regionLabel } = PAGE_TEXTS[usePageLanguage()].toasts;
  const [loaded, setLoaded] = useState<{ Stack: typeof ToastStack } | null>(null);
  const [used, setUsed] = useState<typeof loaded>(null);
  // An open toast stays as it is, so that it is not announced again and its time does not start again.
  if (loaded !== used && toasts.length === 0) setUsed(loaded);

  useEffect(() => {
    let isMounted = true;
    const load = async () => {
      const { ToastStack: Stack } = await import('./ToastStack');
      if (isMounted) setLoaded({ Stack });
    };
    const cancel = atNextInput(() => preloadQuietly(load));
    return () => {
      isMounted = false;
      cancel();
    };
  }, []);

  useEffect(() => {
    const focusNewest = (event: KeyboardEvent) => {
      // Compares the physical key instead of the typed character, because the same key types a different character on a
      // Russian keyboard layout.
      if (!event.altKey || event.code !== `Key${TOAST_FOCUS_KEY.toUpperCase()}`) return;
      const newest = [...(region.current?.querySelectorAll<HTMLElement>('[data-toast]') ?? [])].at(-1);
      if (newest === undefined) return;
      event.preventDefault();
      newest.focus();
    };
    document.addEventListener('keydown', focusNewest);
    return () => document.removeEventListener('keydown', focusNewest);
  }, []);

  return (
    <Region ref={region} aria-label={regionLabel}>
      {used === null ? (
        toasts.map((toast) => (
          <Plain key={toast.id}>
            <ToastCard toast={toast} />
          </Plain>
        ))
      ) : (
        <used.Stack toasts={toasts} />
      )}
    </Region>
  );
}

// The distance between two toasts of notistack.
const Plain = styled('div')({ padding: '6px 0' });

const Region = styled('section')({
  position: 'fixed',
  zIndex: 1400,
  top: 10,
  left: 12,
  right: 12,
  marginLeft: 'auto',
  maxWidth: 420,
  pointerEvents: 'none',
  [WIDE_LAYOUT]: { right: 20, maxWidth: 'min(560px, 56vw - 60px)' },
  // The live region sets the position and the width of the toasts, and the notistack container fills the live region.
  '& > .notistack-SnackbarContainer': {
    position: 'static',
    zIndex: 'auto',
    width: '100%',
    maxWidth: 'none',
  },
});
