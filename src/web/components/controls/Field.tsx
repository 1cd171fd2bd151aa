/**
 * A labelled input with its hint and its error. Uncontrolled unless `value` is given: what was
 * typed before the application started stays in it.
 */
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
import { MOTION, RADIUS, TOUCH_HEIGHT_PX } from '../../../shared/look';
import { styled } from '../../theme/styled';
import { HiddenText } from '../display/HiddenText';

export interface FieldProps {
  label: string;
  /** The label is read aloud but not shown: the placeholder or the title says it. */
  labelHidden?: boolean;
  name: string;
  type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'date';
  placeholder?: string;
  /** The input is refused: its border turns dark red and this text stands under it. */
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
  look?: 'text' | 'code';
  inputRef?: Ref<HTMLInputElement>;
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
  look = 'text',
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
      <Input
        id={id}
        name={name}
        type={type}
        aria-invalid={isInvalid}
        aria-describedby={describedBy === '' ? undefined : describedBy}
        aria-required={required || undefined}
        disabled={disabled}
        readOnly={readOnly}
        data-look={look}
        // The console opens its forms with the focus in them.

        autoFocus={autoFocus}
        inputMode={inputMode}
        enterKeyHint={enterKeyHint}
        maxLength={maxLength}
        spellCheck={spellCheck}
        autoCapitalize={autoCapitalize}
        onChange={onChange}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(defaultValue === undefined ? {} : { defaultValue })}
        {...(value === undefined ? {} : { value })}
        {...(autoComplete === undefined ? {} : { autoComplete })}
        {...(inputRef === undefined ? {} : { ref: inputRef })}
      />
      {/* Always in the document, so that a new error is announced. */}
      <ErrorText id={errorId} aria-live="polite" data-under="">
        {error}
      </ErrorText>
      {hint !== undefined && (
        <HintText id={hintId} data-under="">
          {hint}
        </HintText>
      )}
    </Group>
  );
}

const Group = styled('div')({ display: 'grid' });

const Input = styled('input')(({ theme: { vars } }) => ({
  boxSizing: 'border-box',
  width: '100%',
  minWidth: 0,
  minHeight: TOUCH_HEIGHT_PX,
  margin: 0,
  padding: '15px 18px',
  border: `1px solid ${vars.palette.surface.control}`,
  borderRadius: RADIUS.control,
  color: 'inherit',
  backgroundColor: vars.palette.surface.main,
  fontSize: '1.0625rem',
  lineHeight: '1.4375em',
  letterSpacing: 'inherit',
  outline: 'none',
  transition: `background-color ${MOTION.quickMs}ms ${MOTION.easing}, border-color ${MOTION.quickMs}ms ${MOTION.easing}`,
  WebkitTapHighlightColor: 'transparent',
  '&::placeholder': { color: vars.palette.text.secondary, opacity: 1 },
  '&:hover': { borderColor: vars.palette.text.secondary },
  // The line grows inwards: what is typed keeps its place.
  '&:focus, &[aria-invalid="true"]': { borderWidth: 2, padding: '14px 17px' },
  '&:focus': { borderColor: vars.palette.accent.text },
  '&[aria-invalid="true"]': { borderColor: vars.palette.tone.dangerLine },
  '&:disabled': { opacity: 0.7, borderColor: vars.palette.surface.line },
  '&:-webkit-autofill': {
    WebkitBoxShadow: `0 0 0 100px ${vars.palette.surface.raised} inset`,
    WebkitTextFillColor: vars.palette.text.primary,
    caretColor: vars.palette.text.primary,
  },
  '&[data-look="code"]': {
    fontSize: '1.5rem',
    fontWeight: 600,
    letterSpacing: '0.32em',
    fontVariantNumeric: 'tabular-nums',
  },
}));

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

const HintText = styled('p')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  margin: '8px 0 0',
  color: vars.palette.text.secondary,
}));
