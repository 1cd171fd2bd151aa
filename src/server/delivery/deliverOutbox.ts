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
  OUTBOX_LANES,
  type OutboxLane,
} from '../outbox/outbox';
import { VpnRefused } from '../vpn/vpnNetwork';
import { NotEndedYet, writeAccountLetter } from './accountLetters';
import { applyKey } from './applyKey';
import { askAboutCommand, settleCommand } from './commandQuestions';

const BATCH = 20;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 30 * 60_000;
/** A paid month works soon after the VPN network is back. */
const LONGEST_VPN_RETRY_MS = 60_000;

/**
 * A letter or push is given up after this many tries, and so is what the card provider refuses. Where it gives no
 * answer it is asked for ever, as the VPN network is, and a letter waits for ever for what it tells to be true.
 */
const MAX_TRIES = 12;

/** How the reason of a try begins that the card provider refused. */
const REFUSED = new ProviderRefused('').name;

/** A push that its service refused for the moment. */
class PushFailed extends Error {
  override readonly name = 'PushFailed';
}

function retryDelayMs({ kind, attempts }: ClaimedMessage): number {
  const longest = kind === 'vpn' ? LONGEST_VPN_RETRY_MS : LONGEST_RETRY_MS;
  return Math.min(longest, FIRST_RETRY_MS * 2 ** (attempts - 1));
}

/** No further try will succeed, or none is worth it. */
function isFinal(error: unknown, { kind, attempts }: ClaimedMessage): boolean {
  if (error instanceof VpnRefused) return true;
  const mayWait =
    kind === 'vpn' ||
    error instanceof NotEndedYet ||
    (kind === 'provider' && !(error instanceof ProviderRefused));
  return !mayWait && attempts >= MAX_TRIES;
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
      await executeCommand(deps, message.payload, {
        key: message.dedupeKey,
        tries: message.attempts,
        wasRefused: message.lastError?.startsWith(REFUSED) ?? false,
      });
      return true;
    case 'vpn':
      await applyKey(deps, message.payload.deviceId);
      return true;
  }
}

/** False: it is to be tried again. */
async function deliver(deps: Deps, message: ClaimedMessage): Promise<boolean> {
  const details = { outboxId: message.id, kind: message.kind, attempts: message.attempts };
  let isSent: boolean;
  try {
    isSent = await send(deps, message);
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
    const now = deps.clock.now();
    if (message.kind === 'provider') await askAboutCommand(deps, message, error, reason);
    if (isFinal(error, message)) {
      await markFailed(deps.db, message, reason, now);
      deps.logger.error({ ...details, reason }, 'a message is given up');
      return true;
    }
    await markRetry(deps.db, message, new Date(now.getTime() + retryDelayMs(message)), reason);
    deps.logger.warn({ ...details, reason }, 'a message will be tried again');
    return false;
  }
  if (message.kind === 'provider') await settleCommand(deps, message);
  if (isSent) await markDelivered(deps.db, message.id, deps.clock.now());
  else await markDropped(deps.db, message.id, deps.clock.now());
  deps.logger.debug(details, isSent ? 'a message left' : 'a message is no longer wanted');
  return true;
}

async function deliverRound(deps: Deps, lane: OutboxLane): Promise<void> {
  // What is meant for a network that is not there waits until it is.
  if (lane === 'vpn' && deps.vpnNetwork === null) return;
  for (;;) {
    const claimed = await claimDue(deps.db, deps.clock.now(), BATCH, lane);
    if (claimed.length === 0) return;
    // What a letter tells may be what a command of the same change brings about.
    const isCommand = ({ kind }: ClaimedMessage): boolean => kind === 'provider';
    const deliverAll = (messages: ClaimedMessage[]) =>
      Promise.all(messages.map((message) => deliver(deps, message)));
    const settled = [
      ...(await deliverAll(claimed.filter(isCommand))),
      ...(await deliverAll(claimed.filter((message) => !isCommand(message)))),
    ];
    // A network that is down is not asked once for each of the thousands of keys that wait for it.
    if (lane === 'vpn' && !settled.includes(true)) return;
  }
}

interface Round {
  running: Promise<void>;
  next: Promise<void> | null;
}

/** One round at a time for each lane of a database handle; a call during a round is answered by the next one. */
const roundsOf: Readonly<Record<OutboxLane, WeakMap<object, Round>>> = {
  main: new WeakMap(),
  vpn: new WeakMap(),
};

/** Delivers everything that is due in a lane and resolves when that is done. */
export function deliverLane(deps: Deps, lane: OutboxLane): Promise<void> {
  const key = deps.db;
  const rounds = roundsOf[lane];
  const round = rounds.get(key);
  if (round?.next) return round.next;
  const begin = (): Promise<void> => {
    const running = deliverRound(deps, lane).finally(() => {
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

/** Delivers everything that is due and resolves when that is done. */
export async function deliverDueOutbox(deps: Deps): Promise<void> {
  await Promise.all(OUTBOX_LANES.map((lane) => deliverLane(deps, lane)));
}

/** Has the outbox delivered now, without waiting for it. Call it after the commit. */
export function kickOutbox(deps: Deps): void {
  deliverDueOutbox(deps).catch((error: unknown) => {
    deps.logger.error({ error }, 'the outbox could not be delivered');
  });
}
