/**
 * Command palette of the console: finds pages, customers and the actions of the current page. It is a combobox with a list
 * of options in a modal dialog. The focus stays in the field, and the arrow keys move the active option.
 */
import Dialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { identifyingText } from '../../../shared/identifyingText';
import { staffUserPath } from '../../navigation/paths';
import type { Elements } from '../../platform/elements';
import { COMMAND_TEXTS } from '../../texts/staff/commands';
import { nameOfCustomer } from '../../texts/staff/customerName';
import { translucent } from '../../theme/translucent';
import { HiddenText } from '../display/HiddenText';
import type { CommandDialogProps } from './commandDialogs';
import { SearchIcon } from './consoleIcons';
import { ACCOUNT_PAGE, CONSOLE_PAGES, NOTICE_PAGE, useAllowedPages } from './consolePages';
import { keyName, useShortcutList, useShortcutSetting } from './consoleShortcuts';
import { CONSOLE_RADIUS } from './consoleStyles';
import { StatusAbbreviation } from './StatusAbbreviation';
import { useCustomerSuggestions } from './useCustomerSuggestions';

interface Command {
  id: string;
  label: string;
  /** Content at the right end of the option, such as the key of a shortcut. */
  end?: Elements;
  run: () => void;
}

interface CommandGroup {
  title: string;
  commands: readonly Command[];
}

const QUERY_MAX_LENGTH = 254;

/** Returns whether a label contains every word of the query. */
function matches(label: string, query: string): boolean {
  const inLabel = label.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => inLabel.includes(word));
}

export function CommandPalette({ onClose, onOther }: CommandDialogProps) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { groups, customersState } = useCommands(query, onOther);
  const shown = groups.filter(({ commands }) => commands.length > 0);
  const commands = shown.flatMap((group) => group.commands);
  const index = Math.min(active, commands.length - 1);
  const optionId = (place: number) => `${id}-option-${String(place)}`;

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [index]);

  const run = (command: Command) => {
    // Closes the palette first, so that the focus has returned before the command opens a dialog or a page.
    flushSync(onClose);
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const last = commands.length - 1;
    const next =
      event.key === 'ArrowDown'
        ? index < last
          ? index + 1
          : 0
        : event.key === 'ArrowUp'
          ? index > 0
            ? index - 1
            : last
          : null;
    if (next !== null) {
      event.preventDefault();
      setActive(Math.max(0, next));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const command = commands[index];
      if (command !== undefined) run(command);
    }
  };

  return (
    <Sheet open onClose={onClose} aria-labelledby={`${id}-title`} slotProps={{ paper: { lang: 'en' } }}>
      <HiddenText as="h2" id={`${id}-title`}>
        {COMMAND_TEXTS.palette}
      </HiddenText>
      <Field>
        <SearchIcon size={18} />
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-label={COMMAND_TEXTS.placeholder}
          aria-expanded={commands.length > 0}
          aria-controls={commands.length > 0 ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={commands.length > 0 ? optionId(index) : undefined}
          placeholder={COMMAND_TEXTS.placeholder}
          value={query}
          aria-describedby={`${id}-hint`}
          maxLength={QUERY_MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </Field>
      {commands.length > 0 && (
        <Options ref={list} id={`${id}-list`} role="listbox" aria-label={COMMAND_TEXTS.results}>
          {shown.map(({ title, commands: own }, place) => (
            <div key={title} role="group" aria-labelledby={`${id}-group-${String(place)}`}>
              <GroupTitle id={`${id}-group-${String(place)}`} role="presentation">
                {title}
              </GroupTitle>
              {own.map((command) => {
                const here = commands.indexOf(command);
                return (
                  // The focus stays in the field, whose keys choose an option, so an option needs no key handler.
                  <Option
                    key={command.id}
                    id={optionId(here)}
                    role="option"
                    aria-selected={here === index}
                    onMouseMove={() => setActive(here)}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => run(command)}
                  >
                    <span>{command.label}</span>
                    {command.end}
                  </Option>
                );
              })}
            </div>
          ))}
        </Options>
      )}
      <Foot>
        <span role="status">
          {customersState === 'searching' ? (
            COMMAND_TEXTS.searching
          ) : customersState === 'failed' ? (
            COMMAND_TEXTS.searchFailed
          ) : commands.length === 0 ? (
            COMMAND_TEXTS.nothing
          ) : (
            <HiddenText>{COMMAND_TEXTS.found(commands.length)}</HiddenText>
          )}
        </span>
        <SearchHint id={`${id}-hint`} hidden={identifyingText(query) !== ''}>
          {COMMAND_TEXTS.searchHint}
        </SearchHint>
        <KeysHint>{COMMAND_TEXTS.keysHint}</KeysHint>
      </Foot>
    </Sheet>
  );
}

/** Returns the commands that match the query, in groups, and the state of the customer search. */
function useCommands(query: string, onOther: CommandDialogProps['onOther']) {
  const navigate = useNavigate();
  const allowed = useAllowedPages();
  const shortcuts = useShortcutList();
  const [areKeysOn] = useShortcutSetting();
  const { customers, state: customersState } = useCustomerSuggestions(query);
  const text = identifyingText(query);
  const renderKey = (key: string) => areKeysOn && <kbd>{key}</kbd>;
  const actions: Command[] = [
    ...shortcuts.map(({ key, label, run }) => ({
      id: `action ${label}`,
      label,
      end: key !== null && renderKey(keyName(key)),
      run,
    })),
    {
      id: 'shortcuts',
      label: COMMAND_TEXTS.shortcuts,
      end: renderKey('?'),
      run: () => onOther('shortcuts'),
    },
  ];
  const pages = allowed([...CONSOLE_PAGES, NOTICE_PAGE, ACCOUNT_PAGE]).map(({ to, label }): Command => ({
    id: to,
    label,
    run: () => void navigate(to),
  }));
  const people = customers.map((user): Command => ({
    id: `customer ${String(user.id)}`,
    label: nameOfCustomer(user),
    end: <StatusAbbreviation status={user.subscription?.status} size="small" />,
    run: () => void navigate(staffUserPath(user.id)),
  }));
  const matching = (commands: readonly Command[]) => commands.filter(({ label }) => matches(label, text));
  const groups: CommandGroup[] = [
    { title: COMMAND_TEXTS.actions, commands: matching(actions) },
    { title: COMMAND_TEXTS.pages, commands: matching(pages) },
    { title: COMMAND_TEXTS.customers, commands: people },
  ];
  return { groups, customersState };
}

const Sheet = styled(Dialog)({
  '& .MuiDialog-container': { alignItems: 'flex-start' },
  '& .MuiDialog-paper': {
    width: 600,
    maxWidth: 'calc(100% - 24px)',
    maxHeight: 'min(560px, calc(100% - 24px))',
    margin: 'clamp(12px, 10vh, 96px) 12px 12px',
    backgroundImage: 'none',
  },
});

const Field = styled('div')(({ theme: { vars } }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  flex: 'none',
  padding: '0 16px',
  color: vars.palette.text.secondary,
  borderBottom: `1px solid ${vars.palette.surface.line}`,
  boxShadow: `inset 0 -1px 0 transparent`,
  '&:focus-within': { boxShadow: `inset 0 -2px 0 ${vars.palette.accent.text}` },
  '& svg': { flex: 'none' },
  '& input': {
    flex: 1,
    minWidth: 0,
    height: 52,
    padding: 0,
    border: 0,
    font: 'inherit',
    fontSize: '0.9375rem',
    color: vars.palette.text.primary,
    background: 'none',
    outline: 'none',
    '&::placeholder': { color: vars.palette.text.secondary, opacity: 1 },
  },
}));

const Options = styled('div')({ flex: '1 1 auto', minHeight: 0, overflowY: 'auto', padding: '6px 8px' });

const GroupTitle = styled('div')(({ theme: { vars } }) => ({
  padding: '8px 8px 4px',
  fontSize: '0.8125rem',
  fontWeight: 600,
  color: vars.palette.text.secondary,
}));

const Option = styled('div')(({ theme: { vars } }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  minHeight: 38,
  padding: '4px 10px',
  borderRadius: CONSOLE_RADIUS,
  fontSize: '0.875rem',
  cursor: 'pointer',
  '@media (pointer: coarse)': { minHeight: 44 },
  '& > span:first-of-type': {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& kbd': {
    minWidth: 24,
    padding: '1px 6px',
    border: `1px solid ${vars.palette.surface.control}`,
    borderRadius: 6,
    font: 'inherit',
    fontSize: '0.8125rem',
    textAlign: 'center',
    color: vars.palette.text.secondary,
  },
  '&[aria-selected="true"]': {
    backgroundColor: translucent(vars.palette.accent.fill, 22, vars.palette.surface.raised),
  },
}));

const Foot = styled('div')(({ theme: { vars } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  flex: 'none',
  justifyContent: 'space-between',
  gap: '2px 12px',
  padding: '10px 16px',
  fontSize: '0.8125rem',
  color: vars.palette.text.secondary,
  borderTop: `1px solid ${vars.palette.surface.line}`,
}));

const KeysHint = styled('span')({ '@media (pointer: coarse)': { display: 'none' } });

const SearchHint = styled('span')({ flex: '1 0 100%' });
