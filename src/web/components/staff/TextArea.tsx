/** Labelled text field of the staff console with several lines. */
import { styled } from '@mui/material/styles';
import { type TextareaHTMLAttributes, useId } from 'react';
import { CONSOLE_RADIUS } from './consoleStyles';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  name: string;
  error: string | null;
  hint?: string;
}

export function TextArea({ label, error, hint, ...field }: TextAreaProps) {
  const id = useId();
  return (
    <Group>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        {...field}
        aria-invalid={error !== null}
        aria-describedby={`${id}-error${hint === undefined ? '' : ` ${id}-hint`}`}
      />
      {/* The element of the error message is always in the document, so that screen readers announce a new error. */}
      <div id={`${id}-error`} aria-live="polite" data-error="">
        {error}
      </div>
      {hint !== undefined && <div id={`${id}-hint`}>{hint}</div>}
    </Group>
  );
}

const Group = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gap: 4,
  '& label': { ...typography.caption, fontWeight: 600 },
  '& > div': { ...typography.caption, color: vars.palette.text.secondary },
  '& > div:empty': { display: 'none' },
  '& > div[data-error]': { color: vars.palette.tone.dangerText },
  '& textarea': {
    minHeight: 38,
    padding: '8px 12px',
    font: 'inherit',
    color: vars.palette.text.primary,
    backgroundColor: vars.palette.surface.main,
    border: `1px solid ${vars.palette.surface.control}`,
    borderRadius: CONSOLE_RADIUS,
    resize: 'vertical',
    '&[aria-invalid="true"]': { borderColor: vars.palette.tone.dangerLine },
  },
}));
