/** A yes-or-no question of the staff console. Escape and the backdrop mean no. */
import Dialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { PrimaryButton } from '../PrimaryButton';
import { SecondaryButton } from '../SecondaryButton';
import { FormError } from './FormError';

interface QuestionDialogProps {
  isOpen: boolean;
  title: string;
  text: string;
  yes: string;
  no: string;
  isBusy?: boolean;
  /** Why the last try failed. */
  failure?: { title: string; text: string } | null;
  onYes: () => void;
  onNo: () => void;
}

export function QuestionDialog({
  isOpen,
  title,
  text,
  yes,
  no,
  isBusy = false,
  failure = null,
  onYes,
  onNo,
}: QuestionDialogProps) {
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog open={isOpen} onClose={onNo} aria-labelledby={titleId} aria-describedby={textId}>
      <Question lang="en">
        <h2 id={titleId}>{title}</h2>
        <p id={textId}>{text}</p>
        <FormError title={failure?.title ?? null}>{failure?.text}</FormError>
        <Buttons>
          <SecondaryButton fullWidth={false} onClick={onNo}>
            {no}
          </SecondaryButton>
          <PrimaryButton fullWidth={false} loading={isBusy} loadingLabel={yes} onClick={onYes}>
            {yes}
          </PrimaryButton>
        </Buttons>
      </Question>
    </Dialog>
  );
}

const Question = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gap: 12,
  width: 400,
  maxWidth: '100%',
  padding: 20,
  '& h2': { ...typography.h3, margin: 0 },
  '& p': { margin: 0, fontSize: '0.875rem', color: vars.palette.text.secondary },
}));

const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'end', gap: 8 });
