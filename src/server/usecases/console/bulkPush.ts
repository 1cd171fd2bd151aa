/** One message of staff to the devices of all customers that a search finds. */
import { BULK_PUSH_DEVICES_MAX } from '../../../shared/contract/bulkPush';
import type { CustomerFilters } from '../../../shared/contract/customerTags';
import type { Push } from '../../../shared/contract/staff';
import { isAllowedPushLink } from '../../../shared/pushLink';
import type { Deps } from '../../deps';
import type { SignedInStaff, StaffOrigin } from '../../domain/caller';
import { DUPLICATE_REQUEST, Rejection } from '../../domain/rejection';
import { enqueueAll } from '../../outbox/outbox';
import { listReachableDevices } from '../../store/accountSearch';
import {
  type BulkPushDeviceRow,
  type BulkPushRow,
  findBulkPushAudit,
  findBulkPushByRequest,
  insertBulkPush,
  insertBulkPushDevices,
  listBulkPushDevices,
  listBulkPushes,
} from '../../store/bulkPushes';
import type { Database } from '../../store/database';
import { limitIn } from '../../throttle/limits';
import { rejectTooManyTries } from '../../throttle/throttle';
import { auditReadAccess } from '../audit/readAccess';
import { requestHash } from '../audit/requestHash';
import { changeAsStaff } from '../audit/staffChange';
import { accountFilterOf, filterDetails, searchDetails } from './customerFilter';

export type Found = CustomerFilters & { emailPart: string };

const reachable = (tx: Database, found: Found) =>
  listReachableDevices(tx, accountFilterOf(found), BULK_PUSH_DEVICES_MAX + 1);

/**
 * Returns how many devices of how many customers a message would go to. Audited as a search is, because the counts
 * reveal whether an email belongs to a customer.
 */
export async function previewBulkPush(
  deps: Deps,
  staff: StaffOrigin,
  found: Found,
): Promise<{ customers: number; devices: number; isTooMany: boolean }> {
  return changeAsStaff(deps, staff, async ({ tx, audit }) => {
    const devices = await reachable(tx, found);
    const counted = devices.slice(0, BULK_PUSH_DEVICES_MAX);
    await audit({
      action: 'previewBulkPush',
      details: { ...searchDetails(found, counted.length > 0), devices: counted.length },
    });
    return {
      customers: new Set(counted.map(({ accountId }) => accountId)).size,
      devices: counted.length,
      isTooMany: devices.length > counted.length,
    };
  });
}

export interface BulkPushOrder {
  found: Found;
  push: Extract<Push, { type: 'LINK_MSG' }>;
  /** As the preview said. */
  devices: number;
  /** Made by who asks: the same request sends once. */
  requestKey: string;
}

const detailsOf = (found: Found) => ({ emailPart: found.emailPart, ...filterDetails(found) });

/** Throws CONFLICT unless the message that was sent has the same words and was meant for the same customers. */
async function assertSameMessage(
  tx: Database,
  sent: { id: number; push: BulkPushOrder['push'] },
  { found, push }: Pick<BulkPushOrder, 'found' | 'push'>,
): Promise<void> {
  const { push: _push, bulkPushId: _id, devices: _devices, ...asked } = await findBulkPushAudit(tx, sent.id);
  const hasSameWords = requestHash('push', sent.push) === requestHash('push', push);
  const isForSame = requestHash('sendBulkPush', asked) === requestHash('sendBulkPush', detailsOf(found));
  if (!hasSameWords || !isForSame) throw new Rejection('CONFLICT', DUPLICATE_REQUEST, ['requestKey']);
}

/**
 * Puts the message on its way to each device and returns its id; audited, a rejected try too. INVALID_REQUEST for a
 * link that is not allowed; CONFLICT where it would go to nobody, to more devices than the preview said, or its
 * request has sent another message; TOO_MANY_REQUESTS beyond what customers bear in a day.
 */
export async function sendBulkPush(
  deps: Deps,
  staff: SignedInStaff,
  { found, push, devices: promised, requestKey }: BulkPushOrder,
): Promise<number> {
  const id = await changeAsStaff(
    deps,
    staff,
    async ({ tx, at, audit }) => {
      const repeated = await findBulkPushByRequest(tx, requestKey);
      if (repeated !== null) {
        await assertSameMessage(tx, repeated, { found, push });
        return repeated.id;
      }
      if (!isAllowedPushLink(push.link, deps.settings.pushLinkHosts))
        throw new Rejection(
          'INVALID_REQUEST',
          'Link must start with https:// and point to an allowed host.',
          ['link'],
        );
      const devices = await reachable(tx, found);
      if (devices.length === 0)
        throw new Rejection('CONFLICT', 'None of these customers has a push-enabled device.');
      if (devices.length > promised)
        throw new Rejection(
          'CONFLICT',
          `The audience grew past ${promised} ${promised === 1 ? 'device' : 'devices'}. Review and resend.`,
          ['devices'],
        );
      await rejectTooManyTries(tx, ['bulkPushes'], limitIn(deps.settings.mode, 'bulkPushes'), at);
      const bulkPushId = await insertBulkPush(tx, {
        ...{ requestKey, push, deviceCount: devices.length },
        ...{ createdAt: at, createdBy: staff.staffId },
      });
      if (bulkPushId === null) {
        // Of two that came at once, the other one sends.
        const other = await findBulkPushByRequest(tx, requestKey);
        if (other === null) throw new Rejection('CONFLICT', 'This request is already in progress.');
        await assertSameMessage(tx, other, { found, push });
        return other.id;
      }
      const rows = await insertBulkPushDevices(
        tx,
        bulkPushId,
        devices.map((device) => device.id),
      );
      await enqueueAll(
        tx,
        devices.map(({ id: deviceRow, firebaseToken: token }) => ({
          kind: 'push',
          dedupeKey: `bulkPush:${bulkPushId}:${deviceRow}`,
          payload: { token, push, bulkPushDeviceId: rows.get(deviceRow) ?? 0 },
        })),
      );
      await audit({
        action: 'sendBulkPush',
        details: { bulkPushId, push, devices: devices.length, ...detailsOf(found) },
      });
      return bulkPushId;
    },
    (because) => ({ action: 'sendBulkPushRejected', details: { push, because } }),
  );
  deps.wakeOutbox();
  return id;
}

const LISTED = 50;

export function readBulkPushes(deps: Deps): Promise<BulkPushRow[]> {
  return listBulkPushes(deps.db, { limit: LISTED });
}

const DEVICES_ON_A_PAGE = 50;

/** Returns one message with a page of its devices; audited. Throws NOT_FOUND for one that was never sent. */
export function readBulkPush(
  deps: Deps,
  staff: StaffOrigin,
  { id, after, unreached }: { id: number; after: number | null; unreached: boolean },
): Promise<{ sent: BulkPushRow; content: BulkPushDeviceRow[]; next: number | null }> {
  return deps.db.transaction(async (tx) => {
    const [sent] = await listBulkPushes(tx, { id, limit: 1 });
    if (sent === undefined) throw new Rejection('NOT_FOUND', 'Push campaign not found.');
    const at = deps.clock.now();
    await auditReadAccess(tx, staff, {
      ...{ at, action: 'viewBulkPush', accountId: null },
      details: { bulkPushId: id },
    });
    const asked = { bulkPushId: id, after, unreached, limit: DEVICES_ON_A_PAGE + 1 };
    const rows = await listBulkPushDevices(tx, asked);
    const content = rows.slice(0, DEVICES_ON_A_PAGE);
    return { sent, content, next: rows.length > content.length ? (content.at(-1)?.id ?? null) : null };
  });
}
