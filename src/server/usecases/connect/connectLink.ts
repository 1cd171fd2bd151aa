/**
 * Creates the device link that a customer opens in a VPN app. Each device link serves one device. The token of a device
 * link is derived from the session secret, so that the link can be shown again although the token is not stored.
 */
import type { ConnectSystem } from '../../../shared/vpnApps';
import type { Deps } from '../../deps';
import { availableSlots } from '../../domain/deviceSlots';
import { parseLinkDomain } from '../../domain/linkDomains';
import { Rejection } from '../../domain/rejection';
import { deriveSecret, hashOwnSecret } from '../../secrets';
import { lockAccount } from '../../store/accounts';
import type { Database } from '../../store/database';
import { countAttachedDevices } from '../../store/devices';
import { findUnusedLink, insertLink, nextLinkId, setShownLink } from '../../store/vpnLinks';
import { readOpenBaseUrls } from './linkDomains';
import { promisedUntil } from './promisedAccess';

/** Validity of a device link that no VPN app has fetched yet, in ms. */
export const UNUSED_LINK_MS = 7 * 24 * 60 * 60_000;

export interface ConnectLink {
  url: string;
  /** Reason why no device link can be shown; omitted if the account has access. */
  reason?: 'accessEnded';
  availableDevices: number;
}

const deriveToken = (deps: Deps, accountId: number, id: number): string =>
  deriveSecret('vpnLink', deps.settings.sessionSecret, `${accountId}:${id}`);

/** Operating system and link domain with which a device link is shown. */
interface Shown {
  system: string;
  domain: string;
}

async function reuse(
  tx: Database,
  deps: Deps,
  accountId: number,
  { system, domain }: Shown,
): Promise<string | null> {
  const since = new Date(deps.clock.now().getTime() - UNUSED_LINK_MS);
  const link = await findUnusedLink(tx, accountId, since);
  if (link === null) return null;
  const token = deriveToken(deps, accountId, link.id);
  // This device link was created with a different session secret. Such a link still works but cannot be shown again.
  if (hashOwnSecret('vpnLink', token) !== link.tokenHash) return null;
  if (link.domain !== domain) await setShownLink(tx, link.id, { system, domain, shownAt: deps.clock.now() });
  else if (link.system !== system) await setShownLink(tx, link.id, { system, domain, shownAt: link.shownAt });
  return token;
}

async function make(tx: Database, deps: Deps, accountId: number, shown: Shown): Promise<string> {
  const id = await nextLinkId(tx);
  const token = deriveToken(deps, accountId, id);
  const tokenHash = hashOwnSecret('vpnLink', token);
  const now = deps.clock.now();
  await insertLink(tx, { id, accountId, tokenHash, createdAt: now, shownAt: now, ...shown });
  return token;
}

/**
 * Returns the account's unused device link, or creates a new device link, with the first domain that no admin has marked as
 * blocked. Throws PROVIDER_UNAVAILABLE if no VPN panel
 * is configured.
 */
export async function showConnectLink(
  deps: Deps,
  accountId: number,
  system: ConnectSystem,
): Promise<ConnectLink> {
  if (deps.vpnNetwork === null) throw new Rejection('PROVIDER_UNAVAILABLE', 'No VPN network is configured.');
  return deps.db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId))) throw new Rejection('INVALID_TOKEN', 'The account was deleted.');
    const [baseUrl = deps.settings.publicUrl] = await readOpenBaseUrls(tx, deps.settings);
    const shown = { system, domain: parseLinkDomain(baseUrl) };
    const token = (await reuse(tx, deps, accountId, shown)) ?? (await make(tx, deps, accountId, shown));
    return {
      url: `${baseUrl}/s/${token}`,
      availableDevices: availableSlots(await countAttachedDevices(tx, accountId)),
      ...((await promisedUntil(tx, accountId, deps.clock.now())) === null
        ? { reason: 'accessEnded' as const }
        : {}),
    };
  });
}
