/** «Really?» before something that cannot be taken back or that a customer notices. */
import { useId } from 'react';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { PrimaryButton } from '../controls/PrimaryButton';
import { SmallButton } from './ConsoleButton';
import { ConsoleDialog, DialogButtons } from './ConsoleDialog';
import { FormError } from './FormError';

export interface Question {
  title: string;
  /** What follows from a yes. */
  text: string;
  yes: string;
}

interface QuestionDialogProps {
  question: Question;
  no?: string;
  isBusy?: boolean;
  /** What «yes» is called while it is under way. */
  busyLabel?: string;
  /** Why the last try failed. */
  failure?: { title: string; text: string } | null;
  onYes: () => void;
  onNo: () => void;
}

export function QuestionDialog({
  question: { title, text, yes },
  no = DIALOG_TEXTS.cancel,
  isBusy = false,
  busyLabel = yes,
  failure = null,
  onYes,
  onNo,
}: QuestionDialogProps) {
  const textId = useId();
  return (
    <ConsoleDialog title={title} describedBy={textId} onClose={onNo}>
      <p id={textId}>{text}</p>
      <FormError title={failure?.title ?? null}>{failure?.text}</FormError>
      <DialogButtons>
        <SmallButton onClick={onNo}>{no}</SmallButton>
        <PrimaryButton
          size="small"
          fullWidth={false}
          loading={isBusy}
          loadingLabel={busyLabel}
          onClick={onYes}
        >
          {yes}
        </PrimaryButton>
      </DialogButtons>
    </ConsoleDialog>
  );
}
