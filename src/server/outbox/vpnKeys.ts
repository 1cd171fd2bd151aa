/**
 * Requests changes of VPN credentials. After the commit, a worker applies the current state of the credentials to the
 * VPN panel.
 */
import type { CredentialId } from '../domain/credentialName';
import type { Database } from '../store/database';
import {
  type KeyRevision,
  markUnclosed,
  raiseRevisions,
  raiseRevisionsOfAccount,
  startGeneration,
} from '../store/vpnKeys';
import { enqueueAll } from './outbox';

/** Returns the outbox deduplication key of a VPN credential update. */
export function keyMessage({ deviceId, revision }: KeyRevision): string {
  return `vpn:${deviceId}:${revision}`;
}

async function enqueueRevisions(tx: Database, revisions: readonly KeyRevision[]): Promise<void> {
  await enqueueAll(
    tx,
    revisions.map((revision) => ({
      kind: 'vpn',
      payload: { deviceId: revision.deviceId },
      dedupeKey: keyMessage(revision),
    })),
  );
}

/**
 * Requests an update of the devices' VPN credentials in the transaction that causes the update. Returns the outbox key
 * of the message of each device.
 */
export async function requestKeys(tx: Database, deviceIds: readonly number[]): Promise<Map<number, string>> {
  const revisions = await raiseRevisions(tx, deviceIds);
  await enqueueRevisions(tx, revisions);
  return new Map(revisions.map((revision) => [revision.deviceId, keyMessage(revision)]));
}

/** Requests an update of one device's VPN credential. Returns the outbox key of the message. */
export async function requestKey(tx: Database, deviceId: number): Promise<string> {
  const key = (await requestKeys(tx, [deviceId])).get(deviceId);
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
  await enqueueRevisions(tx, [revision]);
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
  await enqueueRevisions(tx, await raiseRevisionsOfAccount(tx, accountId, until, now));
}
