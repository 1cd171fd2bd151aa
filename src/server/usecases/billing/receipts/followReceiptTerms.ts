/**
 * Updates the receipts of recurring charges at card providers that make these charges, before the first charge to which
 * other terms apply. The commands are ordinary messages of the outbox, so the job can be killed at any time, and run on
 * several instances.
 */
import { moscowDay, startOfMoscowDay } from '../../../../shared/moscowDays';
import type { Deps } from '../../../deps';
import type { AddressCommand } from '../../../domain/billing/commands';
import { commandKey } from '../../../domain/billing/ledgerEvents';
import { periodsFrom } from '../../../domain/billing/receiptSchedule';
import { enqueueAll } from '../../../outbox/outbox';
import { listOutdatedReceipts } from '../../../store/orders';
import { listCardProviders } from '../cardProviders/cardProviders';

/** Maximum number of commands that an instance enqueues in a minute, so that refunds and cancellations do not wait. */
const COMMANDS_PER_MINUTE = 60;

const MINUTE_MS = 60_000;

/** Pause in ms of this process after it has looked at all subscriptions. */
const PAUSE_MS = 60 * MINUTE_MS;

type ReceiptDeps = Pick<
  Deps,
  'cardProvider' | 'formerCardProviders' | 'clock' | 'db' | 'memory' | 'settings' | 'wakeOutbox'
>;

async function followAt({ clock, db, memory, settings }: ReceiptDeps, provider: string): Promise<boolean> {
  const now = clock.now();
  const { after, at } = memory.receiptScans.get(provider) ?? { after: 0, at: now };
  if (at > now) return false;
  const outdated = await listOutdatedReceipts(db, {
    provider,
    periods: periodsFrom(settings.receiptTerms, now),
    after,
    limit: COMMANDS_PER_MINUTE,
  });
  const since = startOfMoscowDay(moscowDay(now)).toISOString();
  const messages = outdated.map(({ orderId, accountId }) => {
    const command: AddressCommand = { kind: 'addressReceipts', provider, orderId, since };
    return {
      kind: 'provider' as const,
      dedupeKey: commandKey(command),
      payload: { accountId, ...command },
    };
  });
  const enqueued = await enqueueAll(db, messages);
  const last = outdated.at(-1);
  const isComplete = last === undefined || outdated.length < COMMANDS_PER_MINUTE;
  memory.receiptScans.set(provider, {
    after: isComplete ? 0 : last.accountId,
    at: new Date(now.getTime() + (isComplete ? PAUSE_MS : MINUTE_MS)),
  });
  return enqueued.size > 0;
}

/**
 * Enqueues a command for each recurring payment whose next charge would get a receipt with outdated terms. A command that had
 * no effect, for example because a failed charge was being retried, is enqueued again on the next day.
 */
export async function followReceiptTerms(deps: ReceiptDeps): Promise<void> {
  for (const { name, chargesScheduledBy } of listCardProviders(deps)) {
    if (chargesScheduledBy === 'provider' && (await followAt(deps, name))) deps.wakeOutbox();
  }
}
