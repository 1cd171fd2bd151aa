/**
 * A labelled input with its hint and its error. Uncontrolled unless `value` is given: what was
 * typed before the application started stays in it.
 */
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import {
  type ChangeEvent,
  type FocusEvent,
  type HTMLAttributes,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
} from 'react';
import { HiddenText } from '../display/HiddenText';

export interface FieldProps {
  label: string;
  /** The label is read aloud but not shown: the placeholder or the title says it. */
  labelHidden?: boolean;
  name: string;
  type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'date';
  placeholder?: string;
  /** The input is rejected: its border turns dark red and this text stands under it. */
  error?: string | null;
  hint?: ReactNode;
  defaultValue?: string;
  value?: string;
  disabled?: boolean;
  readOnly?: boolean;
  required?: boolean;
  autoComplete?: string;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  /** What the Enter key of a touch keyboard says. */
  enterKeyHint?: InputHTMLAttributes<HTMLInputElement>['enterKeyHint'];
  maxLength?: number;
  autoFocus?: boolean;
  spellCheck?: boolean;
  autoCapitalize?: 'none';
  /** Digits that are compared: wide, spaced and tabular. */
  variant?: 'text' | 'code';
  inputRef?: Ref<HTMLInputElement> | undefined;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  onKeyUp?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

export function Field({
  label,
  labelHidden = false,
  name,
  type = 'text',
  placeholder,
  error = null,
  hint,
  defaultValue,
  value,
  disabled = false,
  readOnly = false,
  required = false,
  autoComplete,
  inputMode,
  enterKeyHint,
  maxLength,
  autoFocus = false,
  spellCheck,
  autoCapitalize,
  variant = 'text',
  inputRef,
  onChange,
  onBlur,
  onKeyDown,
  onKeyUp,
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
        name={name}
        type={type}
        fullWidth
        error={isInvalid}
        disabled={disabled}
        readOnly={readOnly}
        data-variant={variant}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange?.(event)}
        onBlur={(event: FocusEvent<HTMLInputElement>) => onBlur?.(event)}
        placeholder={placeholder}
        defaultValue={defaultValue}
        value={value}
        autoComplete={autoComplete}
        inputRef={inputRef}
        slotProps={{
          input: {
            autoFocus,
            'aria-describedby': describedBy === '' ? undefined : describedBy,
            'aria-required': required || undefined,
            inputMode,
            enterKeyHint,
            maxLength,
            spellCheck,
            autoCapitalize,
            onKeyDown,
            onKeyUp,
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
