/** The state of a gift: by its word, and by a colour. */
import { styled } from '@mui/material/styles';
import type { GiftState } from '../../../shared/contract/staffGifts';
import { GIFTS_TEXTS } from '../../texts/staff/gifts';

export function GiftStateChip({ state }: { state: GiftState }) {
  return (
    <span>
      <Chip data-state={state}>{GIFTS_TEXTS.states[state]}</Chip>
    </span>
  );
}

const Chip = styled('span')(({ theme: { vars } }) => ({
  display: 'inline-block',
  padding: '1px 8px',
  borderRadius: 6,
  fontSize: '0.75rem',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  color: vars.palette.text.primary,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  '&[data-state="activated"]': {
    color: vars.palette.tone.successText,
    backgroundColor: vars.palette.tone.successGround,
    boxShadow: 'none',
  },
  '&[data-state="revoked"]': {
    color: vars.palette.tone.dangerText,
    backgroundColor: vars.palette.tone.dangerGround,
    boxShadow: 'none',
  },
}));
