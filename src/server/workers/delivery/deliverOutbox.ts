/** Delivers what waits in the outbox: at least once, with back-off, safe when several instances run. */
import type { Deps } from '../../deps';
import { connectionFault } from '../../logging/connectionFault';
import { type Breaker, CONCURRENCY } from '../../outbox/lanes';
import {
  claimDue,
  type ClaimedMessage,
  giveBack,
  markDelivered,
  markDropped,
  markFailed,
  markRetry,
  type OutboxLane,
  postpone,
} from '../../outbox/outbox';
import { ProviderNotReady, ProviderRejected, ProviderUnavailable } from '../../ports/cardProvider';
import { AddressRejected, type Email, MailRejected } from '../../ports/mailer';
import { VpnRejected, VpnUnavailable } from '../../ports/vpnNetwork';
import type { Delivery } from '../../processMemory';
import { forgetRejectedAddress, noteRejectedAddress } from '../../store/rejectedAddresses';
import { executeCommand } from '../../usecases/billing/commands/executeCommand';
import { applyKey, KeyInHands } from '../../usecases/connect/applyKey';
import { NotEndedYet, writeAccountEmail } from './accountEmails';
import { settleBulkPush, settlePermanentlyFailed } from './bulkPushOutcomes';
import { askAboutCommand, settleCommand } from './commandQuestions';

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 30 * 60_000;
/** A paid month works soon after the VPN network is back. */
const LONGEST_VPN_RETRY_MS = 60_000;

/**
 * A push is given up after this many tries, and so is what the card provider rejects. Where it gives no
 * answer it is asked for ever, as the VPN network is, and an email waits for ever for what it tells to be true.
 */
const MAX_TRIES = 12;
/** An email outlasts a mail server that is away for five days. One that nobody wants later ends by itself. */
export const MAX_EMAIL_TRIES = 250;

/** Claimed at once, for each message that may be under way: a batch ends well within its lease. */
const CLAIMED_EACH = 3;

/** What is under way is waited for so long when the process ends, ms. */
const STOP_DEADLINE_MS = 4_000;

/** Emails wait so long for the commands of the same change, whose outcome they tell, ms. */
const COMMANDS_FIRST_MS = 2_000;

/** Interval at which an email asks whether the command that it waits for is done, ms. */
const COMMAND_CHECK_MS = 1_000;

/** How the reason of a try begins that the card provider rejected. */
const REJECTED = new ProviderRejected('').name;

/** A push that its service rejected for the moment. */
class PushFailed extends Error {
  override readonly name = 'PushFailed';
}

function retryDelayMs({ kind, attempts }: ClaimedMessage): number {
  const longest = kind === 'vpn' ? LONGEST_VPN_RETRY_MS : LONGEST_RETRY_MS;
  return Math.min(longest, FIRST_RETRY_MS * 2 ** (attempts - 1));
}

/** No further try will succeed, or none is worth it. */
function isFinal(error: unknown, { kind, attempts }: ClaimedMessage): boolean {
  if (error instanceof VpnRejected || error instanceof AddressRejected) return true;
  const mayWait =
    kind === 'vpn' ||
    error instanceof NotEndedYet ||
    (kind === 'provider' && !(error instanceof ProviderRejected));
  return !mayWait && attempts >= (kind === 'email' ? MAX_EMAIL_TRIES : MAX_TRIES);
}

/** Remembers which mailboxes reject our emails. */
async function sendEmail({ clock, db, mailer }: Deps, emailMessage: Email, key: string): Promise<void> {
  try {
    await mailer.send(emailMessage, key);
  } catch (error) {
    if (error instanceof AddressRejected)
      await noteRejectedAddress(db, emailMessage.to, error.message, clock.now());
    throw error;
  }
  await forgetRejectedAddress(db, emailMessage.to);
}

/** What waits for something of ours: nobody outside was asked. */
function isOurs(error: unknown): boolean {
  return error instanceof KeyInHands || error instanceof NotEndedYet;
}

/** What is rejected for its own sake shows that whoever was asked is there. */
function isOutage(error: unknown): boolean {
  return !(
    isOurs(error) ||
    error instanceof AddressRejected ||
    error instanceof ProviderNotReady ||
    error instanceof ProviderRejected ||
    error instanceof PushFailed ||
    error instanceof VpnRejected
  );
}

/** False: it turned out that nobody wants it any more. */
async function send(deps: Deps, message: ClaimedMessage): Promise<boolean> {
  switch (message.kind) {
    case 'email': {
      const { payload } = message;
      const emailMessage = 'template' in payload ? await writeAccountEmail(deps, payload) : payload;
      if (emailMessage === null) return false;
      await sendEmail(deps, emailMessage, message.dedupeKey);
      return true;
    }
    case 'push': {
      const { token, push, bulkPushDeviceId } = message.payload;
      const outcome = await deps.pushSender.send(token, push);
      if (outcome.kind === 'failed') throw new PushFailed(outcome.reason);
      if (bulkPushDeviceId !== undefined)
        await settleBulkPush(deps, bulkPushDeviceId, { token, push, outcome });
      return true;
    }
    case 'provider':
      await executeCommand(deps, message.payload, {
        key: message.dedupeKey,
        tries: message.attempts,
        wasRejected: message.lastError?.startsWith(REJECTED) ?? false,
      });
      return true;
    case 'vpn':
      await applyKey(deps, message.payload.deviceId);
      return true;
  }
}

const OUR_ERRORS = [
  AddressRejected,
  KeyInHands,
  MailRejected,
  NotEndedYet,
  ProviderNotReady,
  ProviderRejected,
  ProviderUnavailable,
  PushFailed,
  VpnRejected,
  VpnUnavailable,
] as const;

/** Why a try failed, for the log and for staff: a driver's own words quote what it was given. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && OUR_ERRORS.some((kind) => error instanceof kind)) {
    return `${error.name}: ${error.message}`;
  }
  return `unexpected: ${connectionFault(error)}`;
}

/** False: it is to be tried again. */
async function deliver(deps: Deps, message: ClaimedMessage, breaker: Breaker): Promise<boolean> {
  const details = { outboxId: message.id, kind: message.kind, attempts: message.attempts };
  let isSent: boolean;
  try {
    isSent = await send(deps, message);
  } catch (error) {
    const reason = reasonOf(error);
    const now = deps.clock.now();
    // A command in its first attempt is normally done within a second: the emails after this one keep waiting.
    if (error instanceof NotEndedYet && error.isFirstAttempt) {
      await postpone(deps.db, message.id, new Date(now.getTime() + COMMAND_CHECK_MS));
      return false;
    }
    if (isOutage(error)) breaker.failed(message.id, now.getTime());
    else if (!isOurs(error)) breaker.succeeded();
    if (message.kind === 'provider') await askAboutCommand(deps, message, error, reason);
    if (isFinal(error, message)) {
      if (message.kind === 'push') await settlePermanentlyFailed(deps, message.payload, reason);
      await markFailed(deps.db, message, reason, now);
      deps.metrics.messageTried(message.lane, 'failed');
      deps.logger.error({ ...details, reason }, 'a message is given up');
      return true;
    }
    await markRetry(deps.db, message, new Date(now.getTime() + retryDelayMs(message)), reason);
    deps.metrics.messageTried(message.lane, 'retried');
    deps.logger.warn({ ...details, reason }, 'a message will be tried again');
    return false;
  }
  breaker.succeeded();
  if (message.kind === 'provider') await settleCommand(deps, message);
  if (isSent) await markDelivered(deps.db, message.id, deps.clock.now());
  else await markDropped(deps.db, message.id, deps.clock.now());
  deps.metrics.messageTried(message.lane, isSent ? 'delivered' : 'dropped');
  deps.logger.debug(details, isSent ? 'a message left' : 'a message is no longer wanted');
  return true;
}

/** Delivers some messages, `limit` of them at a time; those that are not begun when the process ends stay claimed. */
async function deliverSome(
  deps: Deps,
  delivery: Delivery,
  messages: readonly ClaimedMessage[],
  { limit, breaker }: { limit: number; breaker: Breaker },
): Promise<boolean[]> {
  const waiting = [...messages];
  const settled: boolean[] = [];
  const work = async (): Promise<void> => {
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
      if (delivery.isStopping) return;
      settled.push(await deliver(deps, message, breaker));
      delivery.claimed.delete(message.id);
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
  return settled;
}

async function deliverRound(deps: Deps, lane: OutboxLane): Promise<void> {
  // What is meant for a network that is not there waits until it is.
  if (lane === 'vpn' && deps.vpnNetwork === null) return;
  const { delivery } = deps.memory;
  const { breaker } = delivery.lanes[lane];
  const limit = CONCURRENCY[lane];
  while (!delivery.isStopping) {
    const now = deps.clock.now();
    const allowed = breaker.allows(now.getTime(), lane === 'vpn' ? limit : limit * CLAIMED_EACH);
    const claimed = allowed === 0 ? [] : await claimDue(deps.db, now, allowed, lane);
    if (claimed.length === 0) return;
    for (const { id } of claimed) delivery.claimed.add(id);
    const settled = await deliverSome(deps, delivery, claimed, { limit, breaker });
    // A network that is down is not asked once for each of the thousands of keys that wait for it.
    if (lane === 'vpn' && !settled.includes(true)) return;
  }
}

/**
 * Delivers everything that is due in a lane and resolves when that is done. One round at a time for each lane; a call during a round is answered by the next one.
 */
export function deliverLane(deps: Deps, lane: OutboxLane): Promise<void> {
  const state = deps.memory.delivery.lanes[lane];
  if (state.next !== null) return state.next;
  const begin = (): Promise<void> => {
    state.next = null;
    const running = deliverRound(deps, lane).finally(() => {
      if (state.running === running) state.running = null;
    });
    state.running = running;
    return running;
  };
  if (state.running === null) return begin();
  state.next = state.running.then(begin, begin);
  return state.next;
}

/** Delivers everything that is due and resolves when that is done. */
export async function deliverDueOutbox(deps: Deps): Promise<void> {
  const commands = deliverLane(deps, 'provider');
  const others = [deliverLane(deps, 'signIn'), deliverLane(deps, 'push'), deliverLane(deps, 'vpn')];
  // What an email tells may be what a command of the same change brings about.
  const emails = settledWithin(COMMANDS_FIRST_MS, commands).then(() => deliverLane(deps, 'email'));
  await Promise.all([commands, emails, ...others]);
}

/** Resolves when the work is over, well or not, or after `ms`. */
async function settledWithin(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}

/** Delivers the outbox, or one lane of it, now, without waiting for it: `wakeOutbox` of the use cases. */
export function deliverInBackground(deps: Deps, lane?: OutboxLane): void {
  (lane === undefined ? deliverDueOutbox(deps) : deliverLane(deps, lane)).catch((error: unknown) => {
    deps.logger.error({ error }, 'the outbox could not be delivered');
  });
}

/**
 * Delivers nothing more from this process: what is under way may end within the deadline, everything else that it
 * has claimed is given back, for another instance to deliver at once.
 */
export async function stopDelivering(
  { db, memory: { delivery } }: Pick<Deps, 'db' | 'memory'>,
  deadlineMs = STOP_DEADLINE_MS,
): Promise<void> {
  delivery.isStopping = true;
  const rounds = Object.values(delivery.lanes).flatMap(({ running }) => running ?? []);
  await settledWithin(deadlineMs, Promise.allSettled(rounds));
  await giveBack(db, [...delivery.claimed]);
}
