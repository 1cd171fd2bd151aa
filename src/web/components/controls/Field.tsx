/**
 * A labelled input with its hint and its error. Takes the attributes of `<input>`. Uncontrolled unless `value` is given:
 * what was typed before the application started stays in it.
 */
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { HiddenText } from '../display/HiddenText';

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** The label is read aloud but not shown: the placeholder or the title says it. */
  labelHidden?: boolean;
  name: string;
  /** The input is rejected: its border turns dark red and this text is shown under it. */
  error?: string | null;
  hint?: ReactNode;
  /** `code`: digits that are compared, wide, spaced and tabular. */
  variant?: 'text' | 'code';
  inputRef?: Ref<HTMLInputElement> | undefined;
}

export function Field({
  label,
  labelHidden = false,
  error = null,
  hint,
  variant = 'text',
  inputRef,
  disabled = false,
  required = false,
  ...input
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const isInvalid = error !== null;
  const describedBy = [isInvalid && errorId, hint !== undefined && hintId].filter(Boolean).join(' ');
  return (
    <Group>
      <label htmlFor={id}>
        {labelHidden ? <HiddenText>{label}</HiddenText> : <LabelText>{label}</LabelText>}
      </label>
      <OutlinedInput
        id={id}
        fullWidth
        error={isInvalid}
        disabled={disabled}
        data-variant={variant}
        inputRef={inputRef}
        slotProps={{
          input: {
            ...input,
            'aria-describedby': describedBy === '' ? undefined : describedBy,
            'aria-required': required || undefined,
          },
        }}
      />
      {/* Always in the document, so that a new error is announced. */}
      <ErrorText id={errorId} aria-live="polite" data-under="">
        {error}
      </ErrorText>
      {hint !== undefined && (
        <HintText id={hintId} variant="body2" data-under="">
          {hint}
        </HintText>
      )}
    </Group>
  );
}

const Group = styled('div')({
  display: 'grid',
  '& [data-variant="code"] input': {
    fontSize: '1.5rem',
    fontWeight: 600,
    letterSpacing: '0.32em',
    fontVariantNumeric: 'tabular-nums',
  },
});

const LabelText = styled('span')(({ theme: { typography } }) => ({
  ...typography.body2,
  display: 'block',
  marginBottom: 8,
  fontWeight: 600,
}));

const ErrorText = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  color: vars.palette.tone.dangerText,
  whiteSpace: 'pre-wrap',
  '&:not(:empty)': { marginTop: 8 },
}));

const HintText = styled(Typography)(({ theme: { vars } }) => ({
  marginTop: 8,
  color: vars.palette.text.secondary,
}));
