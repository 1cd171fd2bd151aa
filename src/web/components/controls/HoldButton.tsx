/**
 * Button whose action runs after the button was held for 2 s. A filling background shows the progress of the hold and
 * empties on release, and a live region announces the progress. A click by assistive technology opens a confirmation
 * dialog instead.
 */
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useState } from 'react';
import { HOLD_DURATION_MS } from '../../../shared/constants';
import { MOTION, RADIUS, TOUCH_HEIGHT_PX } from '../../../shared/designTokens';
import { useFocusAfterRemoval } from '../../hooks/focus';
import { HOLD_TEXTS } from '../../texts/hold';
import { HiddenText } from '../display/HiddenText';
import { ConfirmDialog } from './ConfirmDialog';
import type { ConfirmQuestion } from './ConfirmSheet';
import { LoadingDots } from './LoadingDots';
import { type HoldPhase, useHold } from './useHold';

export interface HoldButtonProps {
  /** Runs the button's action, once per complete hold or confirmed dialog. */
  onHold: () => void;
  /** Question of the confirmation dialog that replaces the hold for assistive technology. */
  question: ConfirmQuestion;
  children: ReactNode;
  /** Whether the action is running. While the action is running, the button shows loading dots and ignores input. */
  isBusy?: boolean;
  /** The layout `row` aligns the button's content to the left and shows the remaining seconds on the right. */
  layout?: 'button' | 'row';
  tone?: 'plain' | 'danger';
  /** Id of the element that explains that the button must be held. */
  describedBy?: string;
  /** Returns the time of a monotonic clock in ms. Tests replace the clock. */
  now?: () => number;
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** Number of steps in which the button's background fills if the user prefers reduced motion. */
const CALM_STEPS = 4;

export function HoldButton({
  onHold,
  question,
  children,
  isBusy = false,
  layout = 'button',
  tone = 'plain',
  describedBy,
  now,
}: HoldButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const isCalm = useMediaQuery(REDUCED_MOTION);
  const { phase, progress, handlers } = useHold({
    onHold,
    onAssistiveClick: () => setIsAsking(true),
    isDisabled: isBusy,
    ...(now ? { now } : {}),
  });
  const button = useFocusAfterRemoval<HTMLButtonElement>();
  const filled = isCalm ? Math.floor(progress * CALM_STEPS) / CALM_STEPS : progress;
  return (
    <>
      <Held
        ref={button}
        type="button"
        data-layout={layout}
        data-tone={tone}
        data-phase={phase}
        aria-describedby={describedBy}
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
        {...handlers}
      >
        <Fill
          aria-hidden
          data-hold-fill
          data-phase={phase}
          data-tone={tone}
          style={{ transform: `scaleX(${filled})` }}
        />
        <Content data-layout={layout}>{children}</Content>
        {isBusy ? (
          <Note data-layout={layout}>
            <LoadingDots />
          </Note>
        ) : (
          layout === 'row' &&
          phase === 'holding' && (
            <Note aria-hidden data-layout={layout}>
              {HOLD_TEXTS.secondsLeft(secondsLeft(progress))}
            </Note>
          )
        )}
      </Held>
      <HiddenText role="status">{announcement(phase, progress)}</HiddenText>
      <ConfirmDialog
        question={question}
        isOpen={isAsking}
        onConfirm={() => {
          setIsAsking(false);
          onHold();
        }}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}

function secondsLeft(progress: number): number {
  return Math.ceil(((1 - progress) * HOLD_DURATION_MS) / 1000);
}

function announcement(phase: HoldPhase, progress: number): string {
  switch (phase) {
    case 'idle':
      return '';
    case 'holding':
      return secondsLeft(progress) > 1 ? HOLD_TEXTS.started : HOLD_TEXTS.oneMoreSecond;
    case 'done':
      return HOLD_TEXTS.done;
  }
}

const Held = styled('button')(({ theme: { vars, typography } }) => ({
  ...typography.button,
  position: 'relative',
  isolation: 'isolate',
  overflow: 'hidden',
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 12,
  width: '100%',
  minHeight: TOUCH_HEIGHT_PX,
  margin: 0,
  padding: '12px 22px',
  border: `1px solid ${vars.palette.surface.line}`,
  borderRadius: RADIUS.control,
  backgroundColor: vars.palette.surface.main,
  color: vars.palette.text.primary,
  textAlign: 'center',
  cursor: 'pointer',
  // Vertical panning on the button still scrolls the page, which cancels the hold.
  touchAction: 'pan-y',
  userSelect: 'none',
  WebkitUserSelect: 'none',
  WebkitTouchCallout: 'none',
  WebkitTapHighlightColor: 'transparent',
  transition: `border-color ${MOTION.calmMs}ms ${MOTION.easing}, background-color ${MOTION.quickMs}ms ${MOTION.easing}`,
  '@media (hover: hover)': {
    '&:hover': { backgroundColor: vars.palette.surface.raised, borderColor: vars.palette.surface.control },
  },
  '&[data-tone="danger"]': { color: vars.palette.tone.dangerText },
  '&[data-phase="holding"], &[data-phase="done"]': {
    borderColor: vars.palette.accent.text,
    '&[data-tone="danger"]': { borderColor: vars.palette.tone.dangerText },
  },
  '&[data-layout="row"]': { justifyContent: 'flex-start', padding: '12px 18px', textAlign: 'left' },
  '&[aria-disabled="true"]': { cursor: 'progress' },
}));

const Fill = styled('span')(({ theme: { vars } }) => ({
  position: 'absolute',
  inset: 0,
  zIndex: -1,
  transformOrigin: 'left center',
  backgroundImage: [
    `linear-gradient(90deg, transparent, ${vars.palette.surface.line})`,
    `linear-gradient(90deg, color-mix(in srgb, ${vars.palette.accent.fill} 12%, transparent), color-mix(in srgb, ${vars.palette.accent.fill} 34%, transparent))`,
  ],
  '&[data-tone="danger"]': {
    backgroundImage: [
      `linear-gradient(90deg, transparent, ${vars.palette.tone.dangerGround})`,
      `linear-gradient(90deg, color-mix(in srgb, ${vars.palette.tone.dangerGround} 55%, transparent), ${vars.palette.tone.dangerGround})`,
    ],
  },
  '&[data-phase="idle"]': { transition: `transform ${MOTION.calmMs}ms ${MOTION.easing}` },
  pointerEvents: 'none',
}));

const Content = styled('span')({
  minWidth: 0,
  '&[data-layout="row"]': { flex: '1 1 auto' },
});

const Note = styled('span')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  position: 'absolute',
  right: 22,
  color: vars.palette.text.secondary,
  // Places the note on the last line of the button, so that the content above the note does not shift when the note
  // appears.
  '&[data-layout="row"]': { right: 18, bottom: 11 },
}));
