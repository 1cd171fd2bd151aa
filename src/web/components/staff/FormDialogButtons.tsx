/** The end of a form in a dialog: give up, or submit. */
import type { ReactNode } from 'react';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { PrimaryButton } from '../controls/PrimaryButton';
import { SmallButton } from './ConsoleButton';
import { DialogButtons } from './ConsoleDialog';

interface FormDialogButtonsProps {
  isSending: boolean;
  /** Read aloud while it is sent. */
  sendingLabel: string;
  onClose: () => void;
  /** What submitting does. */
  children: ReactNode;
}

export function FormDialogButtons({ isSending, sendingLabel, onClose, children }: FormDialogButtonsProps) {
  return (
    <DialogButtons>
      <SmallButton onClick={onClose}>{DIALOG_TEXTS.cancel}</SmallButton>
      <PrimaryButton
        type="submit"
        size="small"
        fullWidth={false}
        loading={isSending}
        loadingLabel={sendingLabel}
      >
        {children}
      </PrimaryButton>
    </DialogButtons>
  );
}
