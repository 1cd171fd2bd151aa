/** A labelled input of the staff console: as `Field`, but low and dense. Uncontrolled unless `value` is given. */
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import {
  useId,
  type ChangeEvent,
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';

interface CompactFieldProps {
  label: string;
  name: string;
  type?: 'text' | 'password' | 'date';
  error?: string | null;
  hint?: ReactNode;
  value?: string;
  defaultValue?: string;
  placeholder?: string;
  readOnly?: boolean;
  required?: boolean;
  autoComplete?: string;
  autoFocus?: boolean;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  maxLength?: number;
  /** Digits that are compared: spaced and tabular. */
  look?: 'text' | 'code';
  inputRef?: Ref<HTMLInputElement>;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  onKey?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** What it holds when it is left, and on Enter. */
  onLeave?: (value: string) => void;
}

export function CompactField({
  label,
  name,
  type = 'text',
  error = null,
  hint,
  value,
  defaultValue,
  placeholder,
  readOnly = false,
  required = false,
  autoComplete,
  autoFocus = false,
  inputMode,
  maxLength,
  look = 'text',
  inputRef,
  onChange,
  onKey,
  onLeave,
}: CompactFieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error !== null && errorId, hint !== undefined && hintId].filter(Boolean).join(' ');
  return (
    <Group>
      <label htmlFor={id}>{label}</label>
      <OutlinedInput
        id={id}
        name={name}
        type={type}
        fullWidth
        readOnly={readOnly}
        error={error !== null}
        data-look={look}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(value === undefined ? {} : { value })}
        {...(defaultValue === undefined ? {} : { defaultValue })}
        {...(autoComplete === undefined ? {} : { autoComplete })}
        {...(inputRef === undefined ? {} : { inputRef })}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange?.(event)}
        slotProps={{
          input: {
            autoFocus,
            'aria-describedby': describedBy === '' ? undefined : describedBy,
            'aria-required': required || undefined,
            inputMode,
            maxLength,
            spellCheck: false,
            autoCapitalize: 'none',
            onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
              onKey?.(event);
              if (event.key === 'Enter') onLeave?.(event.currentTarget.value);
            },
            onBlur: (event: FocusEvent<HTMLInputElement>) => onLeave?.(event.currentTarget.value),
            onKeyUp: onKey,
          },
        }}
      />
      {/* Always in the document, so that a new error is announced. */}
      <ErrorText id={errorId} aria-live="polite">
        {error}
      </ErrorText>
      {hint !== undefined && <HintText id={hintId}>{hint}</HintText>}
    </Group>
  );
}

const Group = styled('div')(({ theme: { typography } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > label': { ...typography.caption, marginBottom: 4, fontWeight: 600 },
  '& .MuiOutlinedInput-root': { minHeight: 40, borderRadius: 10 },
  '& .MuiOutlinedInput-input': { padding: '8px 12px', fontSize: '0.9375rem' },
  '& input[type="date"].MuiOutlinedInput-input.MuiInputBase-input': { padding: '6px 12px', minHeight: 25 },
  '& [data-look="code"] .MuiOutlinedInput-input': {
    fontSize: '1.125rem',
    fontWeight: 600,
    letterSpacing: '0.28em',
    fontVariantNumeric: 'tabular-nums',
  },
}));

const ErrorText = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  color: vars.palette.tone.dangerText,
  '&:not(:empty)': { marginTop: 4 },
}));

const HintText = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  marginTop: 4,
  color: vars.palette.text.secondary,
}));
