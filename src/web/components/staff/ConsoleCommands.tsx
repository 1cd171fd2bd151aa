/**
 * Opens the command palette (Ctrl K, ⌘ K, or the button in the header) and the list of shortcuts (`?`). Both are loaded on
 * their first use.
 */
import { styled } from '@mui/material/styles';
import { useCallback, useEffect, useState } from 'react';
import { useIsAppleKeyboard } from '../../hooks/useIsAppleKeyboard';
import { STAFF_FRAME_TEXTS } from '../../texts/staff/frame';
import { toast } from '../../toasts/toasts';
import { HiddenText } from '../display/HiddenText';
import type { CommandDialog, CommandDialogName } from './commandDialogs';
import { SearchIcon } from './consoleIcons';
import { isDialogOpen, isTypingIn, useShortcutSetting } from './consoleShortcuts';
import { CONSOLE_RADIUS } from './consoleStyles';

const { commands: TEXTS } = STAFF_FRAME_TEXTS;

const load: Readonly<Record<CommandDialogName, () => Promise<CommandDialog>>> = {
  palette: async () => (await import('./CommandPalette')).CommandPalette,
  shortcuts: async () => (await import('./ShortcutList')).ShortcutList,
};

/** Whether a key press is Ctrl K or ⌘ K on any keyboard layout. */
const isPaletteKey = ({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  code === 'KeyK' && ctrlKey !== metaKey && !altKey && !shiftKey;

/** Whether a key press is `?`, or the key that has `?` on a Latin keyboard. */
const isShortcutsKey = ({ code, key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (key === '?' || (code === 'Slash' && shiftKey)) && !ctrlKey && !metaKey && !altKey;

export function ConsoleCommands() {
  const [open, setOpen] = useState<{ Dialog: CommandDialog } | null>(null);
  const [areKeysOn] = useShortcutSetting();
  const keys = TEXTS.keys(useIsAppleKeyboard()).join(' ');
  const close = useCallback(() => setOpen(null), []);
  const show = useCallback((name: CommandDialogName) => {
    load[name]().then(
      (Dialog) => setOpen({ Dialog }),
      () => toast.error(TEXTS.loadFailed),
    );
  }, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const name = isPaletteKey(event)
        ? 'palette'
        : areKeysOn && isShortcutsKey(event) && !isTypingIn(event.target)
          ? 'shortcuts'
          : null;
      if (name === null) return;
      event.preventDefault();
      if (!isDialogOpen() && !event.repeat) show(name);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [areKeysOn, show]);

  return (
    <>
      <OpenButton type="button" aria-haspopup="dialog" title={TEXTS.open} onClick={() => show('palette')}>
        <SearchIcon size={18} />
        <HiddenText>{TEXTS.open}</HiddenText>
        <kbd>{keys}</kbd>
      </OpenButton>
      {open !== null && <open.Dialog onClose={close} onOther={show} />}
    </>
  );
}

const OpenButton = styled('button')(({ theme: { vars, breakpoints } }) => ({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  minWidth: 36,
  minHeight: 36,
  padding: '4px 9px',
  border: 0,
  borderRadius: CONSOLE_RADIUS,
  font: 'inherit',
  color: vars.palette.text.secondary,
  background: 'none',
  cursor: 'pointer',
  '&:hover': { color: vars.palette.text.primary, backgroundColor: vars.palette.surface.raised },
  '& svg': { flex: 'none' },
  '& kbd': { font: 'inherit', fontSize: '0.8125rem', whiteSpace: 'nowrap' },
  '@media (pointer: coarse)': { '& kbd': { display: 'none' } },
  [breakpoints.down('lg')]: { '& kbd': { display: 'none' } },
}));
