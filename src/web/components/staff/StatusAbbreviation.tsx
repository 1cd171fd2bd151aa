/**
 * Chip with the three-character subscription status of the staff views. The full name of the status appears on hover.
 */
import { styled } from '@mui/material/styles';
import { abbreviateStatus } from '../../../shared/subscriptionStatus';
import { type ChipSize, StatusChip, type Tone } from '../display/StatusChip';

const TONES: Readonly<Record<string, Tone>> = {
  ACT: 'success',
  GIF: 'success',
  CAN: 'warning',
  EXP: 'danger',
};

export function StatusAbbreviation({ status, size }: { status: string | undefined; size: ChipSize }) {
  const short = abbreviateStatus(status ?? '');
  return (
    <StatusChip tone={TONES[short] ?? 'neutral'} size={size}>
      <Short title={status}>{short}</Short>
    </StatusChip>
  );
}

const Short = styled('abbr')({ textDecoration: 'none' });
