/** Commands that ask the card provider to explain what it has reported. */
import type { ExplainingCommand } from '../../../domain/billing/commands';
import { commandKey } from '../../../domain/billing/ledgerEvents';
import { enqueue } from '../../../outbox/outbox';
import type { Database } from '../../../store/database';

/** Enqueues a command, once. Returns false if it was enqueued before. */
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
