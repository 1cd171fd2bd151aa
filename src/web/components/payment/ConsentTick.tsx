/**
 * Checkbox for the explicit consent to the charges that are shown beside the checkbox. The checkbox is never
 * preselected. If the customer presses the payment button without consent, the checkbox shows an error and takes the
 * focus.
 */
import { styled } from '@mui/material/styles';
import { type Ref, useId } from 'react';
import { RADIUS } from '../../../shared/designTokens';
import { PATHS } from '../../navigation/paths';
import { CONSENT_TEXTS } from '../../texts/shop';
import { TextLink } from '../controls/TextLink';

interface ConsentTickProps {
  isGiven: boolean;
  /** Whether the customer tried to pay without consent. */
  isMissing: boolean;
  /** Id of the element with the payment terms, to which the checkbox refers by `aria-describedby`. */
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
        ref={ref}
      />
      <div>
        <label htmlFor={id}>{CONSENT_TEXTS.label}</label>
        <span> </span>
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

const BOX = 26;

const Consent = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'start',
  gap: 14,
  padding: '13px 16px 13px 14px',
  borderRadius: RADIUS.control,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  '&[data-missing]': { boxShadow: `inset 0 0 0 2px ${vars.palette.tone.dangerText}` },
  '& > input': {
    position: 'relative',
    zIndex: 1,
    appearance: 'none',
    display: 'grid',
    width: BOX,
    height: BOX,
    margin: 0,
    border: `2px solid ${vars.palette.text.secondary}`,
    borderRadius: 8,
    backgroundColor: vars.palette.surface.main,
    cursor: 'pointer',
    '&::before': {
      content: '""',
      placeSelf: 'center',
      width: 14,
      height: 12,
      clipPath: 'polygon(9% 52%, 23% 37%, 40% 58%, 78% 5%, 94% 18%, 43% 92%)',
    },
    '&:checked': { borderColor: vars.palette.accent.text, backgroundColor: vars.palette.accent.fill },
    '&:checked::before': { backgroundColor: vars.palette.accent.on },
    '@media (forced-colors: active)': { appearance: 'auto' },
  },
  '&[data-missing] > input': { borderColor: vars.palette.tone.dangerText },
  '& > div': { paddingTop: 2 },
  // A click anywhere in the frame toggles the consent checkbox, except a click on the link to the public offer.
  '& label': { cursor: 'pointer', '&::after': { content: '""', position: 'absolute', inset: 0 } },
  '& a': { position: 'relative', display: 'inline-block' },
  '& p': { margin: '6px 0 0', fontWeight: 550, color: vars.palette.tone.dangerText },
}));
