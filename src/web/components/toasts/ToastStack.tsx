/**
 * The toasts as notistack shows them: sliding in and out, four at most, the others waiting. It draws
 * what `ToastHost` gives it and decides nothing.
 */
import {
  closeSnackbar,
  type CustomContentProps,
  enqueueSnackbar,
  SnackbarContent,
  SnackbarProvider,
} from 'notistack';
import { type Ref, useEffect, useRef } from 'react';
import { MOTION } from '../../../shared/designTokens';
import type { ToastMessage } from '../../toasts/toasts';
import { ToastCard } from './ToastCard';

export interface ToastStackProps {
  toasts: readonly ToastMessage[];
  /** Where they stand on the page. */
  place: HTMLElement;
  maxShown: number;
}

export default function ToastStack({ toasts, place, maxShown }: ToastStackProps) {
  const shown = useRef(new Set<number>());

  useEffect(() => {
    const open = new Set(toasts.map(({ id }) => id));
    for (const id of shown.current) {
      if (open.has(id)) continue;
      closeSnackbar(id);
      shown.current.delete(id);
    }
    for (const toast of toasts) {
      if (shown.current.has(toast.id)) continue;
      shown.current.add(toast.id);
      enqueueSnackbar({ key: toast.id, message: <ToastCard toast={toast} /> });
    }
  }, [toasts]);

  return (
    <SnackbarProvider
      domRoot={place}
      maxSnack={maxShown}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      // The card itself counts: it also waits while the focus is on it.
      autoHideDuration={null}
      transitionDuration={{ enter: MOTION.calmMs, exit: MOTION.quickMs }}
      Components={{ default: Toast }}
    />
  );
}

/** The card comes as the message, so that notistack needs no variants. */
function Toast({ message, ref }: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  return <SnackbarContent ref={ref ?? null}>{message}</SnackbarContent>;
}
