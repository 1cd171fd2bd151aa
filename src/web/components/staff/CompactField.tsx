/** Labelled text input of the staff console, a smaller version of `Field`. */
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useState } from 'react';
import { Field, type FieldProps } from '../controls/Field';

export interface CompactFieldProps extends Omit<
  FieldProps,
  'labelHidden' | 'spellCheck' | 'autoCapitalize' | 'onBlur' | 'onKeyDown' | 'onKeyUp'
> {
  onKey?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** Callback that receives the current value of the input on blur and on Enter. */
  onLeave?: (value: string) => void;
}

export function CompactField({ onKey, onLeave, ...field }: CompactFieldProps) {
  const [typed, setTyped] = useState(field.defaultValue);
  const isEmptyDate = field.type === 'date' && (field.value ?? typed ?? '') === '';
  return (
    <Dense>
      <Field
        {...field}
        spellCheck={false}
        autoCapitalize="none"
        onKeyDown={(event) => {
          onKey?.(event);
          if (event.key === 'Enter') onLeave?.(event.currentTarget.value);
        }}
        onKeyUp={(event) => onKey?.(event)}
        onChange={(event) => {
          field.onChange?.(event);
          setTyped(event.currentTarget.value);
        }}
        {...(isEmptyDate && { 'data-empty': '' })}
        onBlur={(event) => onLeave?.(event.currentTarget.value)}
      />
    </Dense>
  );
}

const Dense = styled('div')(({ theme: { typography } }) => ({
  '& > div': { gridTemplateColumns: 'minmax(0, 1fr)' },
  '& label > span': { ...typography.caption, marginBottom: 4, fontWeight: 600 },
  '& .MuiOutlinedInput-root': { minHeight: 40, borderRadius: 10 },
  '& .MuiOutlinedInput-input': { padding: '8px 12px', fontSize: '0.9375rem' },
  '& input[type="date"].MuiOutlinedInput-input.MuiInputBase-input': { padding: '6px 12px', minHeight: 25 },
  '& [data-variant="code"] input.MuiOutlinedInput-input': { fontSize: '1.125rem', letterSpacing: '0.28em' },
  '& [data-under].MuiTypography-root, & [data-under]': typography.caption,
  '& [data-under]:not(:empty)': { marginTop: 4 },
}));
