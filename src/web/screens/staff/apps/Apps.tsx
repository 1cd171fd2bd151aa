/**
 * Screen /adept/apps, for admins. Edits the list of VPN apps that customers are offered, shows it as customers see it,
 * requests its links, and restores earlier versions.
 */
import { styled } from '@mui/material/styles';
import { lazy, Suspense, useState } from 'react';
import type { VpnAppListVersion } from '../../../../shared/contract/staffVpnApps';
import { systemsWithoutApp, VPN_APPS_MAX, type VpnApp } from '../../../../shared/vpnAppList';
import { CONNECT_SYSTEMS } from '../../../../shared/vpnApps';
import { useReadVpnAppsQuery, useSaveVpnAppsMutation } from '../../../api/endpoints/staffVpnApps';
import { PrimaryButton } from '../../../components/controls/PrimaryButton';
import { ConsoleButton, SmallButton } from '../../../components/staff/ConsoleButton';
import { CONSOLE_RADIUS } from '../../../components/staff/consoleStyles';
import { FormError } from '../../../components/staff/FormError';
import { LoadFailure } from '../../../components/staff/LoadFailure';
import { LoadingRows } from '../../../components/staff/LoadingRows';
import { Panel } from '../../../components/staff/Panel';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { ALWAYS_FRESH, useTableQuery } from '../../../components/staff/useTableQuery';
import { PATHS } from '../../../navigation/paths';
import { loadChunk } from '../../../platform/chunks';
import { formatDateTime } from '../../../texts/dates';
import { APPS_TEXTS } from '../../../texts/staff/apps';
import { toast } from '../../../toasts/toasts';
import { AppHistory } from './AppHistory';
import { AppLinks } from './AppLinks';
import { AppRow } from './AppRow';
import { buildApp, type DraftApp, type DraftProblems, findProblems, newDraft } from './draftApp';
import { type AppsDraft, useAppsDraft } from './useAppsDraft';

/** The preview contains a customer's component, whose chunk the rest of the console does not need. */
const AppPreview = lazy(async () => {
  const module = await loadChunk(() => import('./AppPreview'));
  return { default: module.AppPreview };
});

export default function Apps() {
  const query = useReadVpnAppsQuery({}, ALWAYS_FRESH);
  const { data } = query;
  const { error, isFetching, onRetry } = useTableQuery(query, APPS_TEXTS);
  if (data !== undefined && error === null) return <Loaded {...data} />;
  return (
    <StaffFrame title={APPS_TEXTS.title} back={PATHS.staffHome}>
      {error === null ? (
        <LoadingRows label={APPS_TEXTS.loading} rows={6} height={64} />
      ) : (
        <LoadFailure isRetrying={isFetching} onRetry={onRetry}>
          {error}
        </LoadFailure>
      )}
    </StaffFrame>
  );
}

interface Published {
  version: number;
  apps: readonly VpnApp[];
  history: readonly VpnAppListVersion[];
}

function Loaded({ history, ...published }: Published) {
  const draft = useAppsDraft(published);
  const apps = draft.apps.map(buildApp);
  return (
    <StaffFrame
      title={APPS_TEXTS.title}
      back={PATHS.staffHome}
      aside={
        <Panel title={APPS_TEXTS.preview.title}>
          <p>{APPS_TEXTS.preview.lead}</p>
          <Suspense fallback={<LoadingRows label={APPS_TEXTS.preview.loading} rows={5} height={64} />}>
            <AppPreview apps={apps} />
          </Suspense>
        </Panel>
      }
    >
      <p>{APPS_TEXTS.lead}</p>
      <AppList draft={draft} apps={apps} newest={history[0]} />
      <AppLinks apps={apps} />
      <AppHistory version={published.version} history={history} hasDraft={draft.isChanged} />
    </StaffFrame>
  );
}

interface AppListProps {
  draft: AppsDraft;
  /** Apps of the draft. */
  apps: readonly VpnApp[];
  newest: VpnAppListVersion | undefined;
}

function AppList({ draft, apps, newest }: AppListProps) {
  const [save] = useSaveVpnAppsMutation();
  const change = useStaffChange(APPS_TEXTS.subject);
  const [openId, setOpenId] = useState<string | null>(null);
  const [areProblemsShown, setAreProblemsShown] = useState(false);
  const problems = new Map(draft.apps.map((app) => [app.id, findProblems(app)]));
  const invalid = draft.apps.filter(({ id }) => Object.keys(problems.get(id) ?? {}).length > 0);
  const without = systemsWithoutApp(apps);
  const rejection =
    areProblemsShown && invalid.length > 0
      ? APPS_TEXTS.invalid(invalid.map(({ name }) => name || APPS_TEXTS.unnamed))
      : without.length === CONNECT_SYSTEMS.length
        ? APPS_TEXTS.nothingOffered
        : null;

  const publish = () => {
    setAreProblemsShown(true);
    const [first] = invalid;
    if (first !== undefined) setOpenId(first.id);
    if (first !== undefined || without.length === CONNECT_SYSTEMS.length) return;
    void change.send(
      () => save({ version: draft.version, apps: [...apps] }),
      ({ version }) => {
        draft.publish(version);
        setAreProblemsShown(false);
        toast.success(APPS_TEXTS.published);
      },
      // A list that equals the current list makes no new version.
      { isRepeatSafe: true, asksFirst: false },
    );
  };

  const add = () => {
    const app = newDraft(draft.apps);
    draft.change([...draft.apps, app]);
    setOpenId(app.id);
  };

  return (
    <Panel
      title={APPS_TEXTS.list}
      end={
        <SmallButton disabled={draft.apps.length >= VPN_APPS_MAX} onClick={add}>
          {APPS_TEXTS.add}
        </SmallButton>
      }
    >
      <List>
        {draft.apps.map((app, at) => (
          <AppRow
            key={app.id}
            app={app}
            isOpen={app.id === openId}
            problems={areProblemsShown ? (problems.get(app.id) ?? NO_PROBLEMS) : NO_PROBLEMS}
            onToggle={() => setOpenId(app.id === openId ? null : app.id)}
            onChange={(next) => draft.change(draft.apps.map((each) => (each.id === app.id ? next : each)))}
            onMove={(steps) => draft.change(moved(draft.apps, at, steps))}
            onRemove={() => draft.change(draft.apps.filter(({ id }) => id !== app.id))}
          />
        ))}
      </List>
      {without.length > 0 && without.length < CONNECT_SYSTEMS.length && (
        <p>{APPS_TEXTS.systemsWithoutApp(without)}</p>
      )}
      <div aria-live="polite">{draft.isStale && <Stale draft={draft} newest={newest} />}</div>
      <FormError title={rejection ?? change.failure} />
      <Buttons>
        <span>{draft.isChanged ? APPS_TEXTS.unpublished : APPS_TEXTS.noChanges}</span>
        <ConsoleButton disabled={!draft.isChanged} onClick={draft.discard}>
          {APPS_TEXTS.discard}
        </ConsoleButton>
        <PrimaryButton
          size="small"
          fullWidth={false}
          disabled={!draft.isChanged || draft.isStale}
          loading={change.isSending}
          loadingLabel={APPS_TEXTS.publishing}
          onClick={publish}
        >
          {APPS_TEXTS.publish}
        </PrimaryButton>
      </Buttons>
    </Panel>
  );
}

const NO_PROBLEMS: DraftProblems = {};

/** Returns the list with one app moved by some steps. Returns the same order if the app is at the end of the list. */
function moved(apps: readonly DraftApp[], from: number, steps: number): DraftApp[] {
  const app = apps[from];
  const others = apps.filter((_, at) => at !== from);
  const to = Math.max(0, from + steps);
  return app === undefined ? others : [...others.slice(0, to), app, ...others.slice(to)];
}

function Stale({ draft, newest }: { draft: AppsDraft; newest: VpnAppListVersion | undefined }) {
  return (
    <Notice>
      <strong>
        {APPS_TEXTS.stale(newest?.by ?? null, formatDateTime(newest?.at) ?? APPS_TEXTS.history.unknown)}
      </strong>
      <Row>
        <SmallButton onClick={draft.keep}>{APPS_TEXTS.keepMine}</SmallButton>
        <SmallButton onClick={draft.discard}>{APPS_TEXTS.takeTheirs}</SmallButton>
      </Row>
    </Notice>
  );
}

const List = styled('ol')(({ theme: { vars } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { padding: '10px 0', borderBottom: `1px solid ${vars.palette.surface.line}` },
}));

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

const Notice = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  gap: 8,
  padding: '10px 14px',
  borderRadius: CONSOLE_RADIUS,
  color: vars.palette.tone.warningText,
  backgroundColor: vars.palette.tone.warningGround,
}));

const Buttons = styled('div')(({ theme: { vars } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  '& > span': { marginRight: 'auto', color: vars.palette.text.secondary },
}));
