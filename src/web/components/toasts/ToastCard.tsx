/**
 * A single toast. The toast closes after `TOAST_AUTO_CLOSE_MS`, or after `UNDO_TOAST_MS` if it has a button. The timer
 * pauses while the toast is hovered or focused. Escape closes the toast. A loading toast stays until its operation has
 * ended.
 */
import { styled } from '@mui/material/styles';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { TOAST_AUTO_CLOSE_MS, UNDO_TOAST_MS } from '../../../shared/constants';
import { RADIUS } from '../../../shared/designTokens';
import { usePageLanguage } from '../../platform/pageLanguage';
import { PAGE_TEXTS } from '../../texts/common';
import { WIDE_LAYOUT } from '../../theme/theme';
import { closeToast, type ToastMessage, type ToastType } from '../../toasts/toasts';
import { LoadingDots } from '../controls/LoadingDots';
import { HiddenText } from '../display/HiddenText';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from '../display/icons';

const ICONS: Record<ToastType, ComponentType> = {
  info: InfoIcon,
  success: CheckIcon,
  warning: WarningIcon,
  error: WarningIcon,
  loading: LoadingDots,
};

export function ToastCard({ toast: { id, type, text, action } }: { toast: ToastMessage }) {
  const [isHeld, setIsHeld] = useState(false);
  const texts = PAGE_TEXTS[usePageLanguage()].toasts;
  const left = useRef(action === undefined ? TOAST_AUTO_CLOSE_MS : UNDO_TOAST_MS);

  useEffect(() => {
    if (isHeld || type === 'loading') return;
    const since = performance.now();
    const timer = setTimeout(() => closeToast(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (performance.now() - since));
    };
  }, [id, isHeld, type]);

  const Icon = ICONS[type];
  return (
    <Announced
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
          if (event.key === 'Escape') closeToast(id);
        }}
      >
        <Icon />
        <p>
          <HiddenText>{`${texts.types[type]}: `}</HiddenText>
          <span>{text}</span>
        </p>
        {action !== undefined && (
          <button
            type="button"
            data-action
            onClick={() => {
              // A second press during the exit animation does nothing.
              if (closeToast(id)) action.onPress();
            }}
          >
            {action.label}
          </button>
        )}
        <button type="button" aria-label={texts.close} onClick={() => closeToast(id)}>
          <CloseIcon size={18} />
        </button>
      </Card>
    </Announced>
  );
}

const Announced = styled('div')({ width: '100%', pointerEvents: 'all' });

const Card = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  columnGap: 12,
  rowGap: 6,
  width: '100%',
  padding: '11px 8px 11px 16px',
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
  // On a phone the button is below the text, which would have half of the width beside it.
  '& > button[data-action]': {
    gridArea: '2 / 2',
    justifySelf: 'start',
    marginLeft: -6,
    padding: '2px 6px',
    border: 0,
    borderRadius: 8,
    font: 'inherit',
    fontWeight: 620,
    color: vars.palette.link.main,
    background: 'none',
    cursor: 'pointer',
    '&:hover': { backgroundColor: vars.palette.surface.raised },
  },
  '& > button:not([data-action])': {
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
  [WIDE_LAYOUT]: {
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gridAutoFlow: 'column',
    gridAutoColumns: 'auto',
    '& > button[data-action]': { gridArea: 'auto', marginLeft: 0 },
  },
}));
