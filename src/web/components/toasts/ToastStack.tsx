/**
 * The stack of toasts: five types, top right, 5000 ms, waiting while the
 * pointer or the focus is on them; the loading type stays until it is settled. Alt+T moves the focus
 * to the newest one, Esc closes it.
 */
import { styled } from '@mui/material/styles';
import {
  closeSnackbar,
  type CustomContentProps,
  enqueueSnackbar,
  SnackbarContent,
  SnackbarProvider,
} from 'notistack';
import { type ComponentType, type Ref, useEffect, useRef, useState } from 'react';
import { TOAST_AUTO_CLOSE_MS, TOAST_FOCUS_KEY } from '../../../shared/constants';
import { MOTION, RADIUS } from '../../../shared/look';
import { TOAST_TEXTS } from '../../texts/common';
import { onToast, takeDismissedToasts, takeWaitingToasts, type ToastType } from '../../toasts/toasts';
import { LoadingDots } from '../controls/LoadingDots';
import { HiddenText } from '../display/HiddenText';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from '../display/icons';

declare module 'notistack' {
  interface VariantOverrides {
    default: false;
    loading: true;
  }
}

const ICONS: Record<ToastType, ComponentType> = {
  info: InfoIcon,
  success: CheckIcon,
  warning: WarningIcon,
  error: WarningIcon,
  loading: LoadingDots,
};

const MAX_SHOWN = 4;

export default function ToastStack() {
  const region = useRef<HTMLElement>(null);
  const [root, setRoot] = useState<HTMLElement | null>(null);

  useEffect(() => {
    if (root === null) return;
    const showAll = () => {
      for (const id of takeDismissedToasts()) closeSnackbar(id);
      for (const { id, type, text } of takeWaitingToasts())
        enqueueSnackbar({ key: id, message: text, variant: type });
    };
    showAll();
    return onToast(showAll);
  }, [root]);

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

  return (
    <Region
      ref={(element: HTMLElement | null) => {
        region.current = element;
        setRoot(element);
      }}
      aria-label={TOAST_TEXTS.regionLabel}
    >
      {root !== null && (
        <SnackbarProvider
          domRoot={root}
          maxSnack={MAX_SHOWN}
          anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
          // The card itself counts: it also waits while the focus is on it.
          autoHideDuration={null}
          transitionDuration={{ enter: MOTION.calmMs, exit: MOTION.quickMs }}
          Components={{ info: Toast, success: Toast, warning: Toast, error: Toast, loading: Toast }}
        />
      )}
    </Region>
  );
}

function Toast({ id, message, variant, ref }: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  const type: ToastType = variant;
  const [isHeld, setIsHeld] = useState(false);
  const left = useRef(TOAST_AUTO_CLOSE_MS);

  useEffect(() => {
    if (isHeld || type === 'loading') return;
    const since = performance.now();
    const timer = setTimeout(() => closeSnackbar(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (performance.now() - since));
    };
  }, [id, isHeld, type]);

  const Icon = ICONS[type];
  return (
    <SnackbarContent
      ref={ref ?? null}
      role={type === 'error' || type === 'warning' ? 'alert' : 'status'}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Card
        data-toast={type}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'Escape') closeSnackbar(id);
        }}
      >
        <Icon />
        <p>
          <HiddenText>{TOAST_TEXTS.types[type]}: </HiddenText>
          {message}
        </p>
        <button type="button" aria-label={TOAST_TEXTS.close} onClick={() => closeSnackbar(id)}>
          <CloseIcon size={18} />
        </button>
      </Card>
    </SnackbarContent>
  );
}

const Region = styled('section')({
  '& > div': { maxWidth: 'min(420px, calc(100vw - 40px))' },
});

const Card = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gap: 12,
  width: '100%',
  minWidth: 'min(340px, calc(100vw - 40px))',
  padding: '14px 10px 14px 16px',
  borderRadius: RADIUS.control,
  color: vars.palette.text.primary,
  backgroundColor: vars.palette.surface.main,
  border: `1px solid ${vars.palette.surface.line}`,
  boxShadow: '0 14px 40px -10px rgba(4, 8, 24, 0.45)',
  '& > svg, & > span': { color: vars.palette.link.main },
  '&[data-toast="success"] > svg': { color: vars.palette.tone.successText },
  '&[data-toast="warning"] > svg': { color: vars.palette.tone.warningText },
  '&[data-toast="error"] > svg': { color: vars.palette.tone.dangerText },
  '& > p': { margin: '1px 0', overflowWrap: 'anywhere' },
  '& > button': {
    display: 'grid',
    placeItems: 'center',
    width: 28,
    height: 28,
    margin: '-2px 0',
    padding: 0,
    border: 0,
    borderRadius: 8,
    background: 'none',
    color: vars.palette.text.secondary,
    cursor: 'pointer',
    '&:hover': { backgroundColor: vars.palette.surface.raised },
  },
}));
