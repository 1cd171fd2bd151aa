/**
 * The explicit consent to the charges beside it: a tick that is never set beforehand. A press of
 * the button without it says what is missing and brings the tick into focus.
 */
import { styled } from '@mui/material/styles';
import { useId, type Ref } from 'react';
import { PATHS } from '../routes/paths';
import { CONSENT_TEXTS } from '../texts/shop';
import { TextLink } from './TextLink';

interface ConsentTickProps {
  isGiven: boolean;
  /** Payment was asked for without it. */
  isMissing: boolean;
  /** Id of the terms that it is about. */
  termsId: string;
  onChange: (isGiven: boolean) => void;
  ref?: Ref<HTMLInputElement>;
}

export function ConsentTick({ isGiven, isMissing, termsId, onChange, ref }: ConsentTickProps) {
  const id = useId();
  const errorId = useId();
  return (
    <Consent data-missing={isMissing || undefined}>
      <input
        id={id}
        type="checkbox"
        checked={isGiven}
        aria-describedby={isMissing ? `${termsId} ${errorId}` : termsId}
        aria-invalid={isMissing || undefined}
        required
        onChange={(event) => onChange(event.target.checked)}
        {...(ref === undefined ? {} : { ref })}
      />
      <div>
        <label htmlFor={id}>{CONSENT_TEXTS.label}</label>{' '}
        <TextLink to={PATHS.offer}>{CONSENT_TEXTS.link}</TextLink>
        {isMissing && (
          <p id={errorId} role="alert">
            {CONSENT_TEXTS.missing}
          </p>
        )}
      </div>
    </Consent>
  );
}

const Consent = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'start',
  gap: 12,
  padding: '12px 16px 12px 13px',
  borderRadius: 14,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  '&[data-missing]': { boxShadow: `inset 0 0 0 2px ${vars.palette.tone.dangerText}` },
  '& > input': {
    width: 24,
    height: 24,
    margin: 0,
    cursor: 'pointer',
    accentColor: vars.palette.accent.fill,
  },
  '& > div': { paddingTop: 1 },
  '& label': { cursor: 'pointer' },
  '& p': { margin: '6px 0 0', fontWeight: 550, color: vars.palette.tone.dangerText },
}));
