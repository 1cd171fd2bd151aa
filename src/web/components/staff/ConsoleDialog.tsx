/** Modal dialog of the staff console. Escape and a click on the backdrop close the dialog. */
import Dialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import type { Elements } from '../../platform/elements';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { SmallButton } from './ConsoleButton';
import { PanelBoundary } from './PanelBoundary';

interface ConsoleDialogProps {
  title: string;
  /** Width of the dialog in px. */
  width?: number;
  /** Whether to add a close button, for a dialog whose content has no buttons. */
  closeButton?: boolean;
  /** Id of the element that describes the dialog to screen readers. */
  describedBy?: string;
  onClose: () => void;
  children: Elements;
}

export function ConsoleDialog({
  title,
  width = 440,
  closeButton = false,
  describedBy,
  onClose,
  children,
}: ConsoleDialogProps) {
  const titleId = useId();
  return (
    <Sheet
      open
      onClose={onClose}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      slotProps={{ paper: { lang: 'en', style: { width } } }}
    >
      <Content>
        <h2 id={titleId}>{title}</h2>
        <PanelBoundary>{children}</PanelBoundary>
        {closeButton && (
          <DialogButtons>
            <SmallButton onClick={onClose}>{DIALOG_TEXTS.close}</SmallButton>
          </DialogButtons>
        )}
      </Content>
    </Sheet>
  );
}

const Sheet = styled(Dialog)({
  '& .MuiDialog-paper': {
    maxWidth: 'calc(100% - 24px)',
    maxHeight: 'calc(100% - 24px)',
    margin: 12,
    backgroundImage: 'none',
  },
});

export const DialogButtons = styled('div')({
  display: 'flex',
  justifyContent: 'flex-end',
  flexWrap: 'wrap',
  gap: 8,
});

const Content = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  padding: 20,
  fontSize: '0.875rem',
  '& h2': { ...typography.h3, margin: 0, overflowWrap: 'anywhere' },
  '& p': { margin: 0, color: vars.palette.text.secondary },
}));
