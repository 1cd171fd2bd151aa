/** Error message with a retry button, in place of content that could not be loaded. */
import { styled } from '@mui/material/styles';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { ConsoleButton } from './ConsoleButton';

interface LoadFailureProps {
  children: string;
  isRetrying: boolean;
  onRetry: () => void;
}

export function LoadFailure({ children, isRetrying, onRetry }: LoadFailureProps) {
  return (
    <Parts role="alert">
      <span>{children}</span>
      <ConsoleButton loading={isRetrying} onClick={onRetry}>
        {DIALOG_TEXTS.retry}
      </ConsoleButton>
    </Parts>
  );
}

const Parts = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  justifyItems: 'start',
  gap: 8,
  color: vars.palette.text.secondary,
}));
