/** Button of the staff console that also has a single-key shortcut. The button shows the key on wide screens. */
import { styled } from '@mui/material/styles';
import { useRef } from 'react';
import type { ActionButtonProps } from '../controls/ActionButton';
import { ConsoleButton } from './ConsoleButton';
import { keyName, useConsoleShortcut } from './consoleShortcuts';

interface ShortcutButtonProps extends Omit<ActionButtonProps, 'children' | 'onClick' | 'ref'> {
  label: string;
  /** `KeyboardEvent.code` of the shortcut's key. */
  shortcut: string;
  /** Whether the shortcut only focuses the button, because the button acts without a further question. */
  focusesOnly?: boolean;
  onClick: () => void;
}

export function ShortcutButton({
  label,
  shortcut,
  focusesOnly = false,
  onClick,
  ...props
}: ShortcutButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useConsoleShortcut({ key: shortcut, label, run: focusesOnly ? () => button.current?.focus() : onClick });
  return (
    <ConsoleButton {...props} aria-keyshortcuts={keyName(shortcut)} ref={button} onClick={onClick}>
      {label}
      <ShortcutKey aria-hidden="true">{keyName(shortcut)}</ShortcutKey>
    </ConsoleButton>
  );
}

/** Key of a shortcut as wide screens show it. */
export const ShortcutKey = styled('kbd')(({ theme: { vars, breakpoints } }) => ({
  marginLeft: 8,
  padding: '0 5px',
  borderRadius: 4,
  font: 'inherit',
  fontSize: '0.75rem',
  color: vars.palette.text.secondary,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  [breakpoints.down('md')]: { display: 'none' },
}));
