/** Delivers what waits in the outbox: at least once, with back-off, safe when several instances run. */
import { ProviderRefused } from '../billing/provider/cardProvider';
import { executeCommand } from '../billing/provider/executeCommand';
import type { Deps } from '../deps';
import {
  claimDue,
  type ClaimedMessage,
  markDelivered,
  markDropped,
  markFailed,
  markRetry,
} from '../outbox/outbox';
import { writeAccountLetter } from './accountLetters';

const BATCH = 20;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 30 * 60_000;

/** A letter or push is given up after this many tries; the card provider is asked for ever. */
const MAX_TRIES = 12;

/** A push that its service refused for the moment. */
class PushFailed extends Error {
  override readonly name = 'PushFailed';
}

function retryDelayMs(attempts: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}

/** False: it turned out that nobody wants it any more. */
async function send(deps: Deps, message: ClaimedMessage): Promise<boolean> {
  switch (message.kind) {
    case 'letter': {
      const { payload } = message;
      const letter = 'letter' in payload ? await writeAccountLetter(deps, payload) : payload;
      if (letter === null) return false;
      await deps.mailer.send(letter, message.dedupeKey);
      return true;
    }
    case 'push': {
      const outcome = await deps.pushSender.send(message.payload.token, message.payload.push);
      if (outcome.kind === 'failed') throw new PushFailed(outcome.reason);
      return true;
    }
    case 'provider':
      await executeCommand(deps, message.payload, message.dedupeKey);
      return true;
  }
}

async function deliver(deps: Deps, message: ClaimedMessage): Promise<void> {
  const details = { outboxId: message.id, kind: message.kind, attempts: message.attempts };
  let isSent: boolean;
  try {
    isSent = await send(deps, message);
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
    const isFinal =
      error instanceof ProviderRefused || (message.kind !== 'provider' && message.attempts >= MAX_TRIES);
    const now = deps.clock.now();
    if (isFinal) {
      await markFailed(deps.db, message, reason, now);
      deps.logger.error({ ...details, reason }, 'a message is given up');
    } else {
      await markRetry(deps.db, message, new Date(now.getTime() + retryDelayMs(message.attempts)), reason);
      deps.logger.warn({ ...details, reason }, 'a message will be tried again');
    }
    return;
  }
  if (isSent) await markDelivered(deps.db, message.id, deps.clock.now());
  else await markDropped(deps.db, message.id, deps.clock.now());
  deps.logger.debug(details, isSent ? 'a message left' : 'a message is no longer wanted');
}

async function deliverRound(deps: Deps): Promise<void> {
  for (;;) {
    const claimed = await claimDue(deps.db, deps.clock.now(), BATCH);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((message) => deliver(deps, message)));
  }
}

/** One round at a time for each database handle; a call during a round is answered by the next one. */
const rounds = new WeakMap<object, { running: Promise<void>; next: Promise<void> | null }>();

/** Delivers everything that is due and resolves when that is done. */
export function deliverDueOutbox(deps: Deps): Promise<void> {
  const key = deps.db;
  const round = rounds.get(key);
  if (round?.next) return round.next;
  const begin = (): Promise<void> => {
    const running = deliverRound(deps).finally(() => {
      if (rounds.get(key)?.running === running && rounds.get(key)?.next === null) rounds.delete(key);
    });
    rounds.set(key, { running, next: null });
    return running;
  };
  if (round === undefined) return begin();
  const next = round.running.then(begin, begin);
  round.next = next;
  return next;
}

/** Has the outbox delivered now, without waiting for it. Call it after the commit. */
export function kickOutbox(deps: Deps): void {
  deliverDueOutbox(deps).catch((error: unknown) => {
    deps.logger.error({ error }, 'the outbox could not be delivered');
  });
}
