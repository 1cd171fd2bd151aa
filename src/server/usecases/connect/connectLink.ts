/**
 * Creates the device link that a customer opens in a VPN app. Each device link serves one device. The token of a device
 * link is derived from the session secret, so that the link can be shown again although the token is not stored.
 */
import type { ConnectSystem } from '../../../shared/vpnApps';
import type { Deps } from '../../deps';
import { availableSlots } from '../../domain/deviceSlots';
import { Rejection } from '../../domain/rejection';
import { deriveSecret, hashOwnSecret } from '../../secrets';
import { lockAccount } from '../../store/accounts';
import type { Database } from '../../store/database';
import { countAttachedDevices } from '../../store/devices';
import { findUnusedLink, insertLink, nextLinkId, setLinkSystem } from '../../store/vpnLinks';
import { promisedUntil } from './promisedAccess';

/** Validity of a device link that no VPN app has fetched yet, in ms. */
export const UNUSED_LINK_MS = 7 * 24 * 60 * 60_000;

export interface ConnectLink {
  url: string;
  /** Reason why no device link can be shown; omitted if the account has access. */
  reason?: 'accessEnded';
  availableDevices: number;
}

const tokenOf = (deps: Deps, accountId: number, id: number): string =>
  deriveSecret('vpnLink', deps.settings.sessionSecret, `${accountId}:${id}`);

async function reuse(tx: Database, deps: Deps, accountId: number, system: string): Promise<string | null> {
  const since = new Date(deps.clock.now().getTime() - UNUSED_LINK_MS);
  const link = await findUnusedLink(tx, accountId, since);
  if (link === null) return null;
  const token = tokenOf(deps, accountId, link.id);
  // This device link was created with a different session secret. Such a link still works but cannot be shown again.
  if (hashOwnSecret('vpnLink', token) !== link.tokenHash) return null;
  if (link.system !== system) await setLinkSystem(tx, link.id, system);
  return token;
}

async function make(tx: Database, deps: Deps, accountId: number, system: string): Promise<string> {
  const id = await nextLinkId(tx);
  const token = tokenOf(deps, accountId, id);
  const tokenHash = hashOwnSecret('vpnLink', token);
  await insertLink(tx, { id, accountId, tokenHash, system, createdAt: deps.clock.now() });
  return token;
}

/**
 * Returns the account's unused device link, or creates a new device link. Throws PROVIDER_UNAVAILABLE if no VPN panel
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
    const token = (await reuse(tx, deps, accountId, system)) ?? (await make(tx, deps, accountId, system));
    return {
      url: `${deps.settings.vpnLinkBaseUrl}/s/${token}`,
      availableDevices: availableSlots(await countAttachedDevices(tx, accountId)),
      ...((await promisedUntil(tx, accountId, deps.clock.now())) === null
        ? { reason: 'accessEnded' as const }
        : {}),
    };
  });
}
