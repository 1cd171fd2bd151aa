/**
 * Labelled text input with a hint and an error message. The component accepts the attributes of `<input>`. Without the
 * prop `value`, the input is uncontrolled, so text that was typed before hydration is kept.
 */
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { HiddenText } from '../display/HiddenText';

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /**
   * Hides the label visually but not from screen readers, for fields that the placeholder or the title already names.
   */
  labelHidden?: boolean;
  name: string;
  /** Error message below the input. If an error message is given, the input is marked invalid and has a red border. */
  error?: string | null;
  hint?: ReactNode;
  /** The variant The variant `code` shows wide, spaced, tabular digits that are easy to compare. */
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
      {/* The element of the error message is always in the document, so that screen readers announce a new error. */}
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
