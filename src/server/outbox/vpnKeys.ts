/**
 * Requests changes of VPN credentials. After the commit, a worker applies the current state of the credentials to the
 * VPN panel.
 */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { CredentialId } from '../domain/credentialName';
import type { Database } from '../store/database';
import { accounts } from '../store/schema/accounts';
import { devices } from '../store/schema/devices';
import {
  type KeyRevision,
  markUnclosed,
  raiseRevisions,
  raiseRevisionsOfAccount,
  startGeneration,
} from '../store/vpnKeys';
import { enqueueAll } from './outbox';
import { WAITING_CUSTOMER_TURN } from './turns';

/** Returns the outbox deduplication key of a VPN credential update. */
export function keyMessage({ deviceId, revision }: KeyRevision): string {
  return `vpn:${deviceId}:${revision}`;
}

/** Enqueues the messages of revisions. `isAwaited` returns whether a customer waits for the message. */
async function enqueueRevisions<Revision extends KeyRevision>(
  tx: Database,
  revisions: readonly Revision[],
  isAwaited: (revision: Revision) => boolean,
): Promise<void> {
  await enqueueAll(
    tx,
    revisions.map((revision) => ({
      kind: 'vpn',
      payload: { deviceId: revision.deviceId },
      dedupeKey: keyMessage(revision),
      ...(isAwaited(revision) ? { turn: WAITING_CUSTOMER_TURN } : {}),
    })),
  );
}

/**
 * Requests an update of the devices' VPN credentials in the transaction that causes the update. Returns the outbox key
 * of the message of each device. `isAwaited`: a customer waits for the update, so it precedes others.
 */
export async function requestKeys(
  tx: Database,
  deviceIds: readonly number[],
  { isAwaited = false } = {},
): Promise<Map<number, string>> {
  const revisions = await raiseRevisions(tx, deviceIds);
  await enqueueRevisions(tx, revisions, () => isAwaited);
  return new Map(revisions.map((revision) => [revision.deviceId, keyMessage(revision)]));
}

/** Requests an update of one device's VPN credential like `requestKeys`. Returns the outbox key of the message. */
export async function requestKey(
  tx: Database,
  deviceId: number,
  options: { isAwaited?: boolean } = {},
): Promise<string> {
  const key = (await requestKeys(tx, [deviceId], options)).get(deviceId);
  if (key === undefined) throw new Error('the VPN credential was not requested');
  return key;
}

/**
 * Requests a new VPN credential for a device that is attached in this transaction. Before the
 * outbox worker creates the new VPN credential, it closes the VPN credentials of the device's earlier attachments. Returns
 * the outbox key of the message.
 */
export async function requestNewCredential(tx: Database, deviceId: number): Promise<string> {
  const revision = await startGeneration(tx, deviceId);
  await enqueueRevisions(tx, [revision], () => true);
  return keyMessage(revision);
}

/** Requests the closing of VPN credentials that should already be closed but may still exist in the VPN panel. */
export async function requestClosing(tx: Database, leftovers: readonly CredentialId[]): Promise<void> {
  await requestKeys(tx, [...new Set(leftovers.map(({ deviceId }) => deviceId))]);
  await markUnclosed(tx, leftovers);
}

/**
 * Updates the VPN credentials of an account's devices after its access expiry changed. `until` is null if the access
 * has expired.
 */
export async function followAccess(
  tx: Database,
  accountId: number,
  until: Date | null,
  now: Date,
): Promise<void> {
  // A customer whose credential works does not notice when a renewal reaches the VPN panel.
  await enqueueRevisions(
    tx,
    await raiseRevisionsOfAccount(tx, accountId, until, now),
    ({ appliedUntil }) => until !== null && (appliedUntil === null || appliedUntil <= now),
  );
}

/** Devices whose VPN credential waits for the VPN panel, or whose change the VPN panel rejected. */
export interface PendingKeys {
  count: number;
  /** Age of the oldest pending update in ms; null if there is none. */
  oldestMs: number | null;
  /** Devices that have waited longest. `deviceId` is null for a device that was detached. */
  oldest: { userId: number; deviceId: string | null }[];
}

/**
 * Returns the devices whose VPN credential has a pending update that is at least `fromMs` old, and at once the devices
 * whose last change the VPN panel rejected. The age is measured with
 * the clock of the database, which also stamps the messages. At most `limit` devices are named. Devices of deleted
 * accounts are counted, but not named.
 */
export async function findPendingKeys(db: Database, fromMs: number, limit: number): Promise<PendingKeys> {
  const { rows: found } = await db.execute<{ id: number; count: number; since_ms: string }>(sql`
    with waiting as (
      select (payload->>'deviceId')::int as id, wanted_at as since
        from outbox
       where lane = 'vpn' and state = 'pending' and wanted_at <= now() - ${fromMs} * interval '1 millisecond'
      union all
      select device_id, failed_at from vpn_keys where failed_at is not null
    )
    select id, count(*) over ()::int as count, extract(epoch from now() - min(since)) * 1000 as since_ms
      from waiting group by id order by min(since), id limit ${limit}`);
  const [first] = found;
  if (first === undefined) return { count: 0, oldestMs: null, oldest: [] };
  const ids = found.map(({ id }) => id);
  const named = await db
    .select({
      id: devices.id,
      userId: devices.accountId,
      deviceId: devices.deviceId,
      detachedAt: devices.detachedAt,
    })
    .from(devices)
    .innerJoin(accounts, eq(accounts.id, devices.accountId))
    .where(and(inArray(devices.id, ids), isNull(accounts.erasedAt)));
  return {
    count: first.count,
    oldestMs: Number(first.since_ms),
    oldest: ids.flatMap((id) => {
      const device = named.find((each) => each.id === id);
      if (device === undefined) return [];
      const { userId, deviceId, detachedAt } = device;
      return [{ userId, deviceId: detachedAt === null ? deviceId : null }];
    }),
  };
}
