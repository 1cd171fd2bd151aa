/** Confirmation dialog of the staff console, shown before an action that is irreversible or visible to a customer. */
import { useId } from 'react';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { PrimaryButton } from '../controls/PrimaryButton';
import { SmallButton } from './ConsoleButton';
import { ConsoleDialog, DialogButtons } from './ConsoleDialog';
import { FormError } from './FormError';
import { StaleNotice } from './StaleNotice';
import type { StaleCustomer } from './useStaleCustomer';

export interface Question {
  title: string;
  /** Text that explains the consequences of the action to confirm. */
  text: string;
  yes: string;
}

interface QuestionDialogProps {
  question: Question;
  no?: string;
  isBusy?: boolean;
  /** Label of the confirm button while the action is running. */
  busyLabel?: string;
  /** Error of the last attempt to run the action, or null if the attempt did not fail. */
  failure?: { title: string; text: string } | null;
  /** Changes of the customer since the dialog was opened. The action cannot be confirmed until they are accepted. */
  stale?: Pick<StaleCustomer, 'changes' | 'accept'>;
  onYes: () => void;
  onNo: () => void;
}

export function QuestionDialog({
  question: { title, text, yes },
  no = DIALOG_TEXTS.cancel,
  isBusy = false,
  busyLabel = yes,
  failure = null,
  stale,
  onYes,
  onNo,
}: QuestionDialogProps) {
  const textId = useId();
  return (
    <ConsoleDialog title={title} describedBy={textId} onClose={onNo}>
      {stale && <StaleNotice changes={stale.changes} onAccept={stale.accept} />}
      <p id={textId}>{text}</p>
      <FormError title={failure?.title ?? null}>{failure?.text}</FormError>
      <DialogButtons>
        <SmallButton onClick={onNo}>{no}</SmallButton>
        <PrimaryButton
          size="small"
          fullWidth={false}
          disabled={stale !== undefined && stale.changes.length > 0}
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
