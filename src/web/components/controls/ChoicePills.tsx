/** Radio group whose options are all visible and look like pills. */
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { MOTION } from '../../../shared/designTokens';

interface ChoicePillsProps<Value extends string> {
  legend: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

export function ChoicePills<Value extends string>({
  legend,
  choices,
  value,
  onChange,
}: ChoicePillsProps<Value>) {
  const name = useId();
  return (
    <Group>
      <legend>{legend}</legend>
      <Pills>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </Pills>
    </Group>
  );
}

const Group = styled('fieldset')(({ theme: { vars, typography } }) => ({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { ...typography.body2, padding: 0, marginBottom: 8, color: vars.palette.text.secondary },
}));

const Pills = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  '& > label': { position: 'relative', cursor: 'pointer' },
  '& input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' },
  '& span': {
    ...typography.body2,
    display: 'grid',
    placeItems: 'center',
    minHeight: 44,
    padding: '4px 16px',
    fontWeight: 550,
    borderRadius: 999,
    color: vars.palette.text.primary,
    backgroundColor: vars.palette.surface.main,
    boxShadow: `inset 0 0 0 1px ${vars.palette.surface.control}`,
    transition: `background-color ${String(MOTION.quickMs)}ms ${MOTION.easing}`,
  },
  '& label:hover span': { backgroundColor: vars.palette.surface.raised },
  '& input:checked + span': {
    color: vars.palette.accent.on,
    backgroundColor: vars.palette.accent.fill,
    boxShadow: 'none',
  },
  '& input:focus-visible + span': { outline: `3px solid ${vars.palette.accent.text}`, outlineOffset: 3 },
  '@media (forced-colors: active)': {
    '& input:checked + span': { outline: '3px solid Highlight' },
  },
}));
