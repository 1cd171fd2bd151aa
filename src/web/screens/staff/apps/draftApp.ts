/** VPN apps as the console edits them: every field is a typed text, and every system has a list of links. */
import * as v from 'valibot';
import { isSameList, type VpnApp, vpnApp } from '../../../../shared/vpnAppList';
import { type AppStore, CONNECT_SYSTEMS, type ConnectSystem } from '../../../../shared/vpnApps';
import { APPS_TEXTS } from '../../../texts/staff/apps';

export interface DraftApp {
  id: string;
  name: string;
  isDisabled: boolean;
  opens: string;
  /** User-Agent names, separated by commas. */
  clients: string;
  sendsToTv: string;
  source: string;
  stores: Readonly<Record<ConnectSystem, readonly AppStore[]>>;
}

/** Names of the fields that contain one text. */
export type TextField = 'name' | 'opens' | 'clients' | 'sendsToTv' | 'source';

export function buildDraft(app: VpnApp): DraftApp {
  const { id, name, disabled, opens = '', clients = [], sendsToTv = '', source = '' } = app;
  return {
    ...{ id, name, opens, sendsToTv, source },
    isDisabled: disabled === true,
    clients: clients.join(', '),
    stores: Object.fromEntries(CONNECT_SYSTEMS.map((system) => [system, app.stores[system] ?? []])) as Record<
      ConnectSystem,
      AppStore[]
    >,
  };
}

/** Returns the app that a draft describes. Empty fields are omitted. The app may be invalid. */
export function buildApp({
  id,
  name,
  isDisabled,
  opens,
  clients,
  sendsToTv,
  source,
  stores,
}: DraftApp): VpnApp {
  const names = clients
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return {
    id,
    name: name.trim(),
    ...(isDisabled ? { disabled: true } : {}),
    ...(opens.trim() === '' ? {} : { opens: opens.trim() }),
    ...(names.length === 0 ? {} : { clients: names }),
    ...(sendsToTv.trim() === '' ? {} : { sendsToTv: sendsToTv.trim() }),
    ...(source.trim() === '' ? {} : { source: source.trim() }),
    stores: Object.fromEntries(
      CONNECT_SYSTEMS.filter((system) => stores[system].length > 0).map((system) => [
        system,
        stores[system].map(({ kind, url }) => ({ kind, url: url.trim() })),
      ]),
    ),
  };
}

/** Returns a disabled app without links, whose id no other app has. */
export function newDraft(apps: readonly DraftApp[]): DraftApp {
  let number = apps.length + 1;
  while (apps.some(({ id }) => id === `app-${String(number)}`)) number += 1;
  return buildDraft({ id: `app-${String(number)}`, name: '', disabled: true, stores: {} });
}

/** Sentences about the invalid fields of a draft, by field. The key of a link is `stores.<system>.<index>.url`. */
export type DraftProblems = Readonly<Record<string, string>>;

/** Returns what is wrong with the fields of a draft. */
export function findProblems(draft: DraftApp): DraftProblems {
  const parsed = v.safeParse(vpnApp, buildApp(draft));
  const words: Readonly<Record<string, string>> = APPS_TEXTS.problems;
  return Object.fromEntries(
    (parsed.issues ?? []).map((issue) => {
      const path = v.getDotPath(issue) ?? '';
      const [field = ''] = path.split('.');
      return field === 'stores' ? [path, APPS_TEXTS.problems.store] : [field, words[field] ?? issue.message];
    }),
  );
}

/** Returns whether two lists of drafts describe the same list of apps. */
export const isSameDraft = (one: readonly DraftApp[], other: readonly DraftApp[]): boolean =>
  isSameList(one.map(buildApp), other.map(buildApp));
