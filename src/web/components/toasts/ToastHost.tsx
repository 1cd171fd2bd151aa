/** Shows the open toasts in the top right corner, with notistack. Alt+T focuses the newest toast. */
import './notistackStyleSheet';
import { styled } from '@mui/material/styles';
import {
  closeSnackbar,
  type CustomContentProps,
  enqueueSnackbar,
  SnackbarContent,
  SnackbarProvider,
} from 'notistack';
import { type Ref, useEffect, useRef, useSyncExternalStore } from 'react';
import { TOAST_FOCUS_KEY } from '../../../shared/constants';
import { MOTION } from '../../../shared/designTokens';
import { usePageLanguage } from '../../platform/pageLanguage';
import { PAGE_TEXTS } from '../../texts/common';
import { WIDE_LAYOUT } from '../../theme/theme';
import { MAX_OPEN_TOASTS, onToast, openToasts } from '../../toasts/toasts';
import { ToastCard } from './ToastCard';

export function ToastHost() {
  const region = useRef<HTMLElement>(null);
  const shown = useRef(new Set<number>());
  const toasts = useSyncExternalStore(onToast, openToasts, openToasts);
  const { regionLabel } = PAGE_TEXTS[usePageLanguage()].toasts;

  useEffect(() => {
    const open = new Set(toasts.map(({ id }) => id));
    for (const id of shown.current) {
      if (!open.has(id)) closeSnackbar(id);
    }
    for (const toast of toasts) {
      if (!shown.current.has(toast.id))
        enqueueSnackbar({ key: toast.id, message: <ToastCard toast={toast} /> });
    }
    shown.current = open;
  }, [toasts]);

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
      <SnackbarProvider
        maxSnack={MAX_OPEN_TOASTS}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        // The timer of notistack is disabled, because the toast has its own timer, which also pauses while the toast is
        // focused.
        autoHideDuration={null}
        transitionDuration={{ enter: MOTION.calmMs, exit: MOTION.quickMs }}
        Components={{ default: Toast }}
      />
    </Region>
  );
}

/** Renders the toast as the notistack message, so that no notistack variants are needed. */
function Toast({ message, ref }: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  return <SnackbarContent ref={ref ?? null}>{message}</SnackbarContent>;
}

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
