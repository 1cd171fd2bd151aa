/** Requests VPN credentials of devices. After the commit a worker applies their present state to the VPN panel. */
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

/** The outbox key of what the network is told of a device's key. */
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

/** In the transaction of the reason. Returns the outbox key of each device's message. */
export async function requestKeys(tx: Database, deviceIds: readonly number[]): Promise<Map<number, string>> {
  const revisions = await raiseRevisions(tx, deviceIds);
  await enqueueRevisions(tx, revisions);
  return new Map(revisions.map((revision) => [revision.deviceId, keyMessage(revision)]));
}

/** The same for one device. */
export async function requestKey(tx: Database, deviceId: number): Promise<string> {
  const key = (await requestKeys(tx, [deviceId])).get(deviceId);
  if (key === undefined) throw new Error('the key was not asked for');
  return key;
}

/**
 * Requests a new VPN credential for a device that is attached in this transaction; those of its earlier
 * attachments are closed first. Returns the outbox key of the message.
 */
export async function requestNewCredential(tx: Database, deviceId: number): Promise<string> {
  const revision = await startGeneration(tx, deviceId);
  await enqueueRevisions(tx, [revision]);
  return keyMessage(revision);
}

/** Requests that credentials which should be closed, and may exist, are closed again. */
export async function requestClosing(tx: Database, leftovers: readonly CredentialId[]): Promise<void> {
  await requestKeys(tx, [...new Set(leftovers.map(({ deviceId }) => deviceId))]);
  await markUnclosed(tx, leftovers);
}

/** Has the keys of an account's devices follow its end of access; `until` null: the access is over. */
export async function followAccess(
  tx: Database,
  accountId: number,
  until: Date | null,
  now: Date,
): Promise<void> {
  await enqueueRevisions(tx, await raiseRevisionsOfAccount(tx, accountId, until, now));
}
