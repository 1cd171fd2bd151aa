/** Commands that query the card provider for missing details of an event that it has reported. */
import type { ExplainingCommand } from '../../../domain/billing/commands';
import { commandKey } from '../../../domain/billing/ledgerEvents';
import { enqueue } from '../../../outbox/outbox';
import type { Database } from '../../../store/database';

/** Enqueues such a command once. Returns false if the command was already enqueued. */
export const enqueueExplaining = (
  tx: Database,
  accountId: number,
  command: ExplainingCommand,
  notBefore?: Date,
): Promise<boolean> =>
  enqueue(tx, {
    kind: 'provider',
    dedupeKey: commandKey(command),
    payload: { accountId, ...command },
    ...(notBefore === undefined ? {} : { notBefore }),
  });
