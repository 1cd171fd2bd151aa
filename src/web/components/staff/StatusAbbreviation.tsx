/** The three-letter status of the staff views (spec section 3), with its full name on hover. */
import { styled } from '@mui/material/styles';
import { abbreviateStatus } from '../../../shared/subscriptionStatus';

const TONES: Readonly<Record<string, string>> = {
  ACT: 'success',
  GIF: 'success',
  CAN: 'warning',
  EXP: 'danger',
};

export function StatusAbbreviation({ status }: { status: string | undefined }) {
  const short = abbreviateStatus(status ?? '');
  return (
    <Short title={status} data-tone={TONES[short]}>
      {short}
    </Short>
  );
}

const Short = styled('span')(({ theme: { vars } }) => ({
  display: 'inline-block',
  minWidth: 42,
  padding: '1px 7px',
  borderRadius: 5,
  fontSize: '0.75rem',
  fontWeight: 650,
  letterSpacing: '0.03em',
  textAlign: 'center',
  justifySelf: 'start',
  color: vars.palette.text.secondary,
  backgroundColor: vars.palette.surface.raised,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  '&[data-tone="success"]': {
    color: vars.palette.tone.successText,
    backgroundColor: vars.palette.tone.successGround,
    boxShadow: 'none',
  },
  '&[data-tone="warning"]': {
    color: vars.palette.tone.warningText,
    backgroundColor: vars.palette.tone.warningGround,
    boxShadow: 'none',
  },
  '&[data-tone="danger"]': {
    color: vars.palette.tone.dangerText,
    backgroundColor: vars.palette.tone.dangerGround,
    boxShadow: 'none',
  },
}));
