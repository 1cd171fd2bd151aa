/** A yes-or-no question in front of the page. Escape and the backdrop mean no. */
import { useEffect, useId, useRef } from 'react';
import { MOTION, RADIUS } from '../../../shared/look';
import { HOLD_TEXTS } from '../../texts/hold';
import { keyframes, styled } from '../../theme/styled';
import { Lead, SectionTitle } from '../display/Heading';
import { PrimaryButton } from './PrimaryButton';
import { SecondaryButton } from './SecondaryButton';

export interface ConfirmQuestion {
  title: string;
  explanation: string;
  yes: string;
  /** `danger`: what is done is not to be shouted about. */
  tone?: 'danger';
}

interface ConfirmDialogProps {
  question: ConfirmQuestion;
  isOpen: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog({ isOpen, ...question }: ConfirmDialogProps) {
  return isOpen ? <OpenDialog {...question} /> : null;
}

function OpenDialog({ question, onConfirm, onCancel }: Omit<ConfirmDialogProps, 'isOpen'>) {
  const titleId = useId();
  const explanationId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
  }, []);

  return (
    <Front
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={explanationId}
      onCancel={(event) => {
        // It closes by being asked no more.
        event.preventDefault();
        onCancel();
      }}
      onClick={(event) => {
        // The backdrop belongs to the dialog itself; what it holds covers the rest of it.
        if (event.target === event.currentTarget) onCancel();
      }}
    >
      <Question>
        <SectionTitle id={titleId}>{question.title}</SectionTitle>
        <Lead id={explanationId}>{question.explanation}</Lead>
        {question.tone === 'danger' ? (
          <SecondaryButton tone="danger" onClick={onConfirm}>
            {question.yes}
          </SecondaryButton>
        ) : (
          <PrimaryButton onClick={onConfirm}>{question.yes}</PrimaryButton>
        )}
        <SecondaryButton onClick={onCancel}>{HOLD_TEXTS.cancel}</SecondaryButton>
      </Question>
    </Front>
  );
}

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

const Front = styled('dialog')(({ theme: { vars } }) => ({
  width: 420,
  maxWidth: 'calc(100% - 32px)',
  padding: 0,
  border: 0,
  borderRadius: RADIUS.card,
  color: vars.palette.text.primary,
  backgroundColor: vars.palette.surface.main,
  boxShadow: '0 24px 60px -12px rgba(4, 8, 24, 0.5)',
  animation: `${appear} ${String(MOTION.calmMs)}ms ${MOTION.easing}`,
  '&::backdrop': { backgroundColor: 'rgba(4, 8, 24, 0.5)' },
}));

const Question = styled('div')({
  display: 'grid',
  gap: 12,
  padding: 24,
  '& > p': { marginBottom: 10 },
});
