/** Stack of the open toasts with notistack, which moves toasts in and out. */
import './notistackStyleSheet';
import {
  closeSnackbar,
  type CustomContentProps,
  enqueueSnackbar,
  SnackbarContent,
  SnackbarProvider,
} from 'notistack';
import { type Ref, useEffect, useRef } from 'react';
import { MOTION } from '../../../shared/designTokens';
import { MAX_OPEN_TOASTS, type ToastMessage } from '../../toasts/toasts';
import { ToastCard } from './ToastCard';

export function ToastStack({ toasts }: { toasts: readonly ToastMessage[] }) {
  const shown = useRef(new Set<number>());

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

  return (
    <SnackbarProvider
      maxSnack={MAX_OPEN_TOASTS}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      // The timer of notistack is disabled, because the toast has its own timer, which also pauses while the toast is
      // focused.
      autoHideDuration={null}
      transitionDuration={{ enter: MOTION.calmMs, exit: MOTION.quickMs }}
      Components={{ default: Toast }}
    />
  );
}

/** Renders the toast as the notistack message, so that no notistack variants are needed. */
function Toast({ message, ref }: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  return <SnackbarContent ref={ref ?? null}>{message}</SnackbarContent>;
}
