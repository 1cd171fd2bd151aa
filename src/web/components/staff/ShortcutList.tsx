/** Dialog that lists the keyboard shortcuts of the console and of the current page. */
import { styled } from '@mui/material/styles';
import { useIsAppleKeyboard } from '../../hooks/useIsAppleKeyboard';
import { PATHS } from '../../navigation/paths';
import { COMMAND_TEXTS } from '../../texts/staff/commands';
import { STAFF_FRAME_TEXTS } from '../../texts/staff/frame';
import { TextLink } from '../controls/TextLink';
import type { CommandDialogProps } from './commandDialogs';
import { ConsoleDialog } from './ConsoleDialog';
import { keyName, useShortcutList, useShortcutSetting } from './consoleShortcuts';

interface Shortcut {
  keys: readonly string[];
  label: string;
  /** Whether the shortcut is a single character, which can be turned off. */
  isCharacter: boolean;
}

const { keys: KEY_TEXTS } = COMMAND_TEXTS;
const EVERYWHERE: readonly Shortcut[] = [
  { keys: ['/'], label: KEY_TEXTS.search, isCharacter: true },
  { keys: ['?'], label: KEY_TEXTS.list, isCharacter: true },
  { keys: ['↑', '↓'], label: KEY_TEXTS.rows, isCharacter: false },
  { keys: ['Enter'], label: KEY_TEXTS.openRow, isCharacter: false },
  { keys: ['Esc'], label: KEY_TEXTS.back, isCharacter: false },
];

export function ShortcutList({ onClose }: CommandDialogProps) {
  const [isOn] = useShortcutSetting();
  const ofPage = useShortcutList().flatMap(({ key, label }): Shortcut[] =>
    key === null ? [] : [{ keys: [keyName(key)], label, isCharacter: true }],
  );
  const palette: Shortcut = {
    keys: STAFF_FRAME_TEXTS.commands.keys(useIsAppleKeyboard()),
    label: KEY_TEXTS.palette,
    isCharacter: false,
  };
  const works = ({ isCharacter }: Shortcut) => isOn || !isCharacter;
  return (
    <ConsoleDialog title={COMMAND_TEXTS.shortcuts} width={520} closeButton onClose={onClose}>
      {!isOn && (
        <p>
          <TextLink to={PATHS.staffAccount} onClick={onClose}>
            {COMMAND_TEXTS.off}
          </TextLink>
        </p>
      )}
      {isOn && (
        <Section title={COMMAND_TEXTS.thisPage} shortcuts={ofPage} emptyText={COMMAND_TEXTS.noneHere} />
      )}
      <Section title={COMMAND_TEXTS.everywhere} shortcuts={[palette, ...EVERYWHERE].filter(works)} />
    </ConsoleDialog>
  );
}

interface SectionProps {
  title: string;
  shortcuts: readonly Shortcut[];
  emptyText?: string;
}

function Section({ title, shortcuts, emptyText }: SectionProps) {
  return (
    <section>
      <Title>{title}</Title>
      {shortcuts.length === 0 ? (
        <p>{emptyText}</p>
      ) : (
        <Keys>
          {shortcuts.map(({ keys, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </Keys>
      )}
    </section>
  );
}

const Title = styled('h3')({ margin: '0 0 6px', fontSize: '0.875rem', fontWeight: 650 });

const Keys = styled('dl')(({ theme: { vars } }) => ({
  display: 'grid',
  margin: 0,
  '& > div': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 16,
    minHeight: 34,
    borderTop: `1px solid ${vars.palette.surface.line}`,
  },
  '& dd': { display: 'flex', gap: 4, margin: 0 },
  '& kbd': {
    minWidth: 26,
    padding: '2px 7px',
    border: `1px solid ${vars.palette.surface.control}`,
    borderRadius: 6,
    font: 'inherit',
    fontSize: '0.8125rem',
    textAlign: 'center',
    backgroundColor: vars.palette.surface.raised,
  },
}));
