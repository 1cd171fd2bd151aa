/** «Really?» before something that a customer notices. Escape and the backdrop mean no. */
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { STAFF_DEVICE_TEXTS } from '../../texts/staff/device';
import { PrimaryButton } from '../PrimaryButton';
import { SecondaryButton } from '../SecondaryButton';

export interface Question {
  title: string;
  explanation: string;
  yes: string;
  onYes: () => void;
}

export function ActionQuestion({ question, onClose }: { question: Question | null; onClose: () => void }) {
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open={question !== null}
      onClose={onClose}
      aria-labelledby={titleId}
      aria-describedby={textId}
      slotProps={{ paper: { sx: { width: 420, backgroundImage: 'none', m: 2 } } }}
    >
      <DialogTitle id={titleId}>{question?.title}</DialogTitle>
      <DialogContent id={textId}>{question?.explanation}</DialogContent>
      <DialogActions sx={{ p: 2 }}>
        <SecondaryButton fullWidth={false} onClick={onClose}>
          {STAFF_DEVICE_TEXTS.cancel}
        </SecondaryButton>
        <PrimaryButton
          fullWidth={false}
          onClick={() => {
            onClose();
            question?.onYes();
          }}
        >
          {question?.yes}
        </PrimaryButton>
      </DialogActions>
    </Dialog>
  );
}
