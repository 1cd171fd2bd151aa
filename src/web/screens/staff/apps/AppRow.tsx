/** One VPN app of the list, with its fields while it is being edited. */
import { styled } from '@mui/material/styles';
import { type AppStore, CONNECT_SYSTEMS, type ConnectSystem, STORE_KINDS } from '../../../../shared/vpnApps';
import { StatusChip } from '../../../components/display/StatusChip';
import { CompactField } from '../../../components/staff/CompactField';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { ROW_BUTTONS } from '../../../components/staff/consoleStyles';
import { SquareButton } from '../../../components/staff/SquareButton';
import { APPS_TEXTS, STORE_TEXTS, SYSTEM_TEXTS } from '../../../texts/staff/apps';
import type { DraftApp, DraftProblems, TextField } from './draftApp';

interface AppRowProps {
  app: DraftApp;
  isOpen: boolean;
  problems: DraftProblems;
  onToggle: () => void;
  onChange: (app: DraftApp) => void;
  /** Callback that moves the app by a number of positions. */
  onMove: (steps: number) => void;
  onRemove: () => void;
}

export function AppRow({ app, isOpen, problems, onToggle, onChange, onMove, onRemove }: AppRowProps) {
  const name = app.name || APPS_TEXTS.unnamed;
  const toggle = { ...app, isDisabled: !app.isDisabled };
  return (
    <li>
      <Head>
        <div>
          <strong>{name}</strong>
          {app.isDisabled && (
            <StatusChip tone="neutral" size="small">
              {APPS_TEXTS.disabled}
            </StatusChip>
          )}
          <small>
            {APPS_TEXTS.systems(CONNECT_SYSTEMS.filter((system) => app.stores[system].length > 0))}
          </small>
        </div>
        <Actions>
          <SquareButton type="button" aria-label={APPS_TEXTS.up(name)} onClick={() => onMove(-1)}>
            ↑
          </SquareButton>
          <SquareButton type="button" aria-label={APPS_TEXTS.down(name)} onClick={() => onMove(1)}>
            ↓
          </SquareButton>
          <SmallButton
            aria-label={(app.isDisabled ? APPS_TEXTS.enableLabel : APPS_TEXTS.disableLabel)(name)}
            onClick={() => onChange(toggle)}
          >
            {app.isDisabled ? APPS_TEXTS.enable : APPS_TEXTS.disable}
          </SmallButton>
          <SmallButton
            aria-expanded={isOpen}
            aria-label={(isOpen ? APPS_TEXTS.doneLabel : APPS_TEXTS.editLabel)(name)}
            onClick={onToggle}
          >
            {isOpen ? APPS_TEXTS.done : APPS_TEXTS.edit}
          </SmallButton>
        </Actions>
      </Head>
      {isOpen && <Editor name={name} app={app} problems={problems} onChange={onChange} onRemove={onRemove} />}
    </li>
  );
}

type EditorProps = Pick<AppRowProps, 'app' | 'problems' | 'onChange' | 'onRemove'> & { name: string };

function Editor({ name, app, problems, onChange, onRemove }: EditorProps) {
  const texts = APPS_TEXTS.fields;
  const field = (key: TextField) => ({
    name: `${app.id} ${key}`,
    value: app[key],
    error: problems[key] ?? null,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ ...app, [key]: event.target.value }),
  });
  return (
    <Fields>
      <CompactField {...field('name')} label={texts.name} />
      <CompactField {...field('clients')} label={texts.clients} hint={texts.clientsHint} />
      <CompactField {...field('opens')} label={texts.opens} hint={texts.opensHint} />
      <CompactField {...field('source')} label={texts.source} hint={texts.sourceHint} />
      {CONNECT_SYSTEMS.map((system) => (
        <Stores
          key={system}
          system={system}
          links={app.stores[system]}
          problems={problems}
          onChange={(links) => onChange({ ...app, stores: { ...app.stores, [system]: links } })}
        />
      ))}
      <CompactField {...field('sendsToTv')} label={texts.sendsToTv} type="url" />
      <div>
        <SmallButton aria-label={APPS_TEXTS.removeLabel(name)} onClick={onRemove}>
          {APPS_TEXTS.remove}
        </SmallButton>
      </div>
    </Fields>
  );
}

interface StoresProps {
  system: ConnectSystem;
  links: readonly AppStore[];
  problems: DraftProblems;
  onChange: (links: readonly AppStore[]) => void;
}

/** Kind of a new link, by operating system. */
const FIRST_KIND: Readonly<Record<ConnectSystem, AppStore['kind']>> = {
  ios: 'appStore',
  android: 'googlePlay',
  windows: 'download',
  macos: 'download',
  linux: 'download',
  tv: 'googlePlay',
};

function Stores({ system, links, problems, onChange }: StoresProps) {
  const texts = APPS_TEXTS.stores;
  const legend = SYSTEM_TEXTS[system];
  const replace = (at: number, link: AppStore) =>
    onChange(links.map((each, other) => (other === at ? link : each)));
  return (
    <Group>
      <legend>{legend}</legend>
      {links.map((link, at) => (
        // The links have no ids, and are changed by position only.
        <Link key={at}>
          <CompactSelect
            label={texts.kind(legend, at + 1)}
            name={`${system} ${String(at)} kind`}
            value={link.kind}
            choices={STORE_KINDS.map((value) => ({ value, label: STORE_TEXTS[value] }))}
            onChange={(value) =>
              replace(at, { ...link, kind: STORE_KINDS.find((kind) => kind === value) ?? link.kind })
            }
          />
          <CompactField
            label={texts.url(legend, at + 1)}
            name={`${system} ${String(at)} url`}
            type="url"
            autoComplete="off"
            value={link.url}
            error={problems[`stores.${system}.${String(at)}.url`] ?? null}
            onChange={({ target }) => replace(at, { ...link, url: target.value })}
          />
          <SmallButton
            aria-label={texts.removeLabel(legend, at + 1)}
            onClick={() => onChange(links.filter((_, other) => other !== at))}
          >
            {texts.remove}
          </SmallButton>
        </Link>
      ))}
      <div>
        <SmallButton
          aria-label={texts.addLabel(legend)}
          disabled={links.length >= texts.atMost}
          onClick={() => onChange([...links, { kind: FIRST_KIND[system], url: '' }])}
        >
          {texts.add}
        </SmallButton>
      </div>
    </Group>
  );
}

const Head = styled('div')(({ theme: { vars } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 12px',
  '& > div:first-of-type': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 10px',
    flex: '1 1 220px',
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  '& small': { flexBasis: '100%', fontSize: '0.8125rem', color: vars.palette.text.secondary },
}));

const Actions = styled('div')({
  ...ROW_BUTTONS,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 6,
});

const Fields = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 14,
  paddingTop: 14,
  [breakpoints.up('md')]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '& > fieldset, & > div:last-of-type': { gridColumn: '1 / -1' },
  },
}));

const Group = styled('fieldset')({
  ...ROW_BUTTONS,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { padding: 0, marginBottom: 4, fontSize: '0.875rem', fontWeight: 600 },
});

const Link = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  '& > button': { justifySelf: 'start' },
  [breakpoints.up('sm')]: {
    gridTemplateColumns: '190px minmax(0, 1fr) auto',
    alignItems: 'start',
    // Aligns the button with the field below its label.
    '& > button': { marginTop: 25 },
  },
}));
