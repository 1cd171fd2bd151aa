/** Content of the confirmation dialog, which is loaded after the first input of the user. */
import Dialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { RADIUS } from '../../../shared/designTokens';
import { HOLD_TEXTS } from '../../texts/hold';
import { Lead, SectionTitle } from '../display/Heading';
import { PrimaryButton } from './PrimaryButton';
import { SecondaryButton } from './SecondaryButton';

export interface ConfirmQuestion {
  title: string;
  explanation: string;
  yes: string;
  /**
   * The tone `danger` is for destructive actions. It shows a red secondary button instead of the prominent primary
   * button.
   */
  tone?: 'danger';
}

export interface ConfirmDialogProps {
  question: ConfirmQuestion;
  isOpen: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmSheet({ question, isOpen, onConfirm, onCancel }: ConfirmDialogProps) {
  const titleId = useId();
  const explanationId = useId();
  return (
    <Sheet open={isOpen} onClose={onCancel} aria-labelledby={titleId} aria-describedby={explanationId}>
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
    </Sheet>
  );
}

const Sheet = styled(Dialog)({
  '& .MuiDialog-paper': { width: 420, margin: 16, borderRadius: RADIUS.card, backgroundImage: 'none' },
});

const Question = styled('div')({
  display: 'grid',
  gap: 12,
  padding: 24,
  '& > p': { marginBottom: 10 },
});
