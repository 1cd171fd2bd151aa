/**
 * Button of the staff console that the command palette also offers, and that usually has a single-key shortcut. The
 * button shows the key on wide screens.
 */
import { styled } from '@mui/material/styles';
import { useRef } from 'react';
import type { ActionButtonProps } from '../controls/ActionButton';
import { ConsoleButton } from './ConsoleButton';
import { keyName, useConsoleShortcut, useShortcutSetting } from './consoleShortcuts';

interface ShortcutButtonProps extends Omit<ActionButtonProps, 'children' | 'onClick' | 'ref'> {
  label: string;
  /** `KeyboardEvent.code` of the shortcut's key, or null if the action has no key. */
  shortcut: string | null;
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
    <ConsoleButton {...props} {...useKeyShortcutProps(shortcut)} ref={button} onClick={onClick}>
      <span>{label}</span>
      <ShortcutKey of={shortcut} />
    </ConsoleButton>
  );
}

/** Returns the ARIA props of the element that a shortcut acts on. Returns no props while shortcuts are turned off. */
export function useKeyShortcutProps(shortcut: string | null): { 'aria-keyshortcuts'?: string } {
  const [areKeysOn] = useShortcutSetting();
  return areKeysOn && shortcut !== null ? { 'aria-keyshortcuts': keyName(shortcut) } : {};
}

/** Shows the key of a shortcut on wide screens, unless shortcuts are turned off. */
export function ShortcutKey({ of: shortcut }: { of: string | null }) {
  const [areKeysOn] = useShortcutSetting();
  return areKeysOn && shortcut !== null && <Key aria-hidden="true">{keyName(shortcut)}</Key>;
}

const Key = styled('kbd')(({ theme: { vars, breakpoints } }) => ({
  marginLeft: 8,
  padding: '0 5px',
  borderRadius: 4,
  font: 'inherit',
  fontSize: '0.75rem',
  color: vars.palette.text.secondary,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  [breakpoints.down('md')]: { display: 'none' },
}));
