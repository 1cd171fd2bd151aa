/**
 * Delivers the messages of the outbox at least once, with back-off. Several server instances may deliver messages
 * concurrently.
 */
import type { Deps } from '../../deps';
import { connectionFault } from '../../logging/connectionFault';
import { type Breaker, CONCURRENCY } from '../../outbox/lanes';
import {
  claimDue,
  type ClaimedMessage,
  giveBack,
  isAnyDue,
  isEmailLane,
  markDelivered,
  markDropped,
  markFailed,
  markRetry,
  type OutboxLane,
  postpone,
} from '../../outbox/outbox';
import {
  ProviderNotReady,
  ProviderRejected,
  ProviderUnavailable,
  TooManyProviderRequests,
} from '../../ports/cardProvider';
import { AddressRejected, type Email, MailRejected, MailServerFailed } from '../../ports/mailer';
import { VpnRejected, VpnUnavailable } from '../../ports/vpnNetwork';
import type { Delivery } from '../../processMemory';
import {
  forgetRejectedAddress,
  noteRejectedAddress,
  noteUndecidedAddress,
} from '../../store/rejectedAddresses';
import { executeCommand, ProviderGone } from '../../usecases/billing/commands/executeCommand';
import { applyKey, EndingRejected, KeyInHands } from '../../usecases/connect/applyKey';
import { isLastEmail } from '../../usecases/deletion/deleteAccount';
import { NotEndedYet, writeAccountEmail } from './accountEmails';
import { settleBulkPush, settlePermanentlyFailed } from './bulkPushOutcomes';
import { askAboutCommand, settleCommand } from './commandQuestions';
import { deliverEmailLane } from './deliverEmailLane';

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 30 * 60_000;
/**
 * Longest back-off for messages to the VPN panel, in ms. The back-off is short, so that within a minute after an outage of
 * the VPN panel paid access works and ended access does not.
 */
const LONGEST_VPN_RETRY_MS = 45_000;

/**
 * Number of attempts after which a push, or a command that the card provider rejects, fails permanently. Attempts are
 * not limited while the card provider or the VPN panel is unreachable, or while an email waits for a recurring
 * payment to end.
 */
const MAX_TRIES = 12;
/**
 * Number of attempts after which a change that gives access fails permanently if the VPN panel rejects it. Each comparison
 * with the VPN panel requests the change again. A change that ends or shortens access never fails permanently.
 */
const MAX_REJECTED_VPN_TRIES = 5;
/**
 * Number of attempts after which an email fails permanently. This number of attempts covers a mail server outage of
 * five days. An email that is no longer wanted is dropped earlier.
 */
export const MAX_EMAIL_TRIES = 250;
/** Number of attempts after which an email fails permanently that the mail server rejects permanently. */
export const MAX_REJECTED_EMAIL_TRIES = 3;
/**
 * Shortest back-off for an email that the mail server rejects permanently, in ms. The few attempts are spread over half
 * an hour, in which an operator can correct a wrong setting of the mail server.
 */
const REJECTED_EMAIL_RETRY_MS = 10 * 60_000;

/**
 * Time in ms after which a mailbox counts as rejected for good if the mail server has rejected every email to it, for
 * example because the mailbox is full. Mail servers also give up after about five days (RFC 5321, section 4.5.4.1).
 */
const DEAD_AFTER_MS = 5 * 24 * 3_600_000;

/**
 * Number of messages that are claimed at a time for each concurrent delivery. The number is small, so that a batch
 * finishes well within its lease.
 */
const CLAIMED_EACH = 3;

/** Time in ms that pending deliveries get to finish when the server stops. */
const STOP_DEADLINE_MS = 4_000;

/**
 * Maximum time that emails wait for the commands of the same change, in ms. The emails report the outcome of these
 * commands.
 */
const COMMANDS_FIRST_MS = 2_000;

/** Interval in ms at which a waiting email checks whether the command to the card provider is done. */
const COMMAND_CHECK_MS = 1_000;

/** Interval in ms at which a command checks whether its card provider is still marked as gone. */
const GONE_RETRY_MS = 5 * 60_000;

/** Prefix of the stored reason if the card provider rejected the attempt. */
const REJECTED = new ProviderRejected('').name;

/** Thrown if the push service temporarily rejected a push. */
class PushFailed extends Error {
  override readonly name = 'PushFailed';
}

function retryDelayMs(error: unknown, { kind, lane, attempts }: ClaimedMessage): number {
  const longest = kind === 'vpn' ? LONGEST_VPN_RETRY_MS : LONGEST_RETRY_MS;
  // The recipient waits for a message of any other lane of emails.
  const isRejected = lane === 'email' && error instanceof MailRejected && error.isPermanent;
  const first = isRejected ? REJECTED_EMAIL_RETRY_MS : FIRST_RETRY_MS;
  return Math.min(longest, first * 2 ** (attempts - 1));
}

/** Returns whether a message fails permanently: a retry cannot succeed, or the attempts are used up. */
function isFinal(error: unknown, { kind, attempts }: ClaimedMessage): boolean {
  if (error instanceof EndingRejected) return false;
  if (error instanceof VpnRejected) return attempts >= MAX_REJECTED_VPN_TRIES;
  if (error instanceof AddressRejected) return true;
  if (error instanceof MailRejected && error.isPermanent) return attempts >= MAX_REJECTED_EMAIL_TRIES;
  const mayWait =
    kind === 'vpn' ||
    error instanceof NotEndedYet ||
    (kind === 'provider' && !(error instanceof ProviderRejected));
  return !mayWait && attempts >= (kind === 'email' ? MAX_EMAIL_TRIES : MAX_TRIES);
}

/**
 * Returns the error of an email that the mail server rejected. A mailbox to which the mail server has rejected all emails
 * for `DEAD_AFTER_MS` counts as rejected for good, so that nothing waits longer for an email to it.
 */
async function classifyRejection(
  { clock, db }: Deps,
  { to }: Email,
  error: MailRejected,
): Promise<MailRejected | AddressRejected> {
  const now = clock.now();
  const { message: reason } = error;
  const since = await noteUndecidedAddress(db, to, { reason, rejectedAt: now, gapMs: DEAD_AFTER_MS });
  const isUndecided = since !== null && now.getTime() - since.getTime() < DEAD_AFTER_MS;
  return isUndecided ? error : new AddressRejected(reason);
}

/** Sends an email, and records whether the mailbox rejected it. */
async function sendEmail(
  deps: Deps,
  emailMessage: Email,
  { dedupeKey: key, lane }: ClaimedMessage,
): Promise<void> {
  const { clock, db, mailer } = deps;
  try {
    await mailer.send(emailMessage, key);
  } catch (failure) {
    // The email address of a deleted account must be erased after the last email to it.
    if (isLastEmail(key)) throw failure;
    // The recipient waits for an email of any other lane, which is tried until it expires.
    const isCounted = failure instanceof MailRejected && lane === 'email';
    const error = isCounted ? await classifyRejection(deps, emailMessage, failure) : failure;
    if (error instanceof AddressRejected)
      await noteRejectedAddress(db, emailMessage.to, error.message, clock.now());
    throw error;
  }
  await forgetRejectedAddress(db, emailMessage.to);
}

/** Returns whether the message waits for an internal condition, so no external service was called. */
function isOurs(error: unknown): boolean {
  return error instanceof KeyInHands || error instanceof NotEndedYet || error instanceof ProviderGone;
}

/**
 * Returns whether an error suggests an outage of the external service. A rejection does not suggest an outage, because
 * the service did respond.
 */
function isOutage(error: unknown): boolean {
  return !(
    isOurs(error) ||
    error instanceof AddressRejected ||
    error instanceof MailRejected ||
    error instanceof ProviderNotReady ||
    error instanceof ProviderRejected ||
    error instanceof PushFailed ||
    error instanceof VpnRejected
  );
}

/** Delivers one message. Returns false if the message is no longer wanted. */
async function send(deps: Deps, message: ClaimedMessage): Promise<boolean> {
  switch (message.kind) {
    case 'email': {
      const { payload } = message;
      const emailMessage = 'template' in payload ? await writeAccountEmail(deps, payload) : payload;
      if (emailMessage === null) return false;
      await sendEmail(deps, emailMessage, message);
      return true;
    }
    case 'push': {
      const { token, push, bulkPushDeviceId } = message.payload;
      if (deps.pushSender === null) {
        await settlePermanentlyFailed(deps, message.payload, 'push notifications are switched off');
        return false;
      }
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
  MailServerFailed,
  NotEndedYet,
  ProviderGone,
  ProviderNotReady,
  ProviderRejected,
  ProviderUnavailable,
  PushFailed,
  VpnRejected,
  VpnUnavailable,
] as const;

/**
 * Returns the reason of a failed delivery attempt, for the log and for staff. Error messages of drivers are left out,
 * because they may contain personal data.
 */
function describeReason(error: unknown): string {
  if (error instanceof Error && OUR_ERRORS.some((kind) => error instanceof kind)) {
    return `${error.name}: ${error.message}`;
  }
  return `unexpected: ${connectionFault(error)}`;
}

/** Returns the domain of the recipient whose email failed, or '' if the error does not state it. */
const domainOfFailure = (error: unknown): string =>
  error instanceof MailServerFailed ? error.recipientDomain : '';

/**
 * Schedules a command that exceeded the card provider's rate limit for the time that the card provider named. The command
 * was not executed, so the attempt does not count, and an earlier rejection stays the last error.
 */
async function retryAfterRateLimit(
  deps: Deps,
  message: ClaimedMessage,
  { retryAfterMs }: TooManyProviderRequests,
  reason: string,
): Promise<void> {
  const attempts = Math.max(1, message.attempts - 1);
  const retryAt = new Date(deps.clock.now().getTime() + Math.max(FIRST_RETRY_MS, retryAfterMs ?? 0));
  const lastError = message.lastError?.startsWith(REJECTED) ? message.lastError : reason;
  await markRetry(deps.db, { ...message, attempts }, retryAt, lastError);
  deps.metrics.messageTried(message.lane, 'retried');
  deps.logger.warn(
    { outboxId: message.id, kind: message.kind, reason },
    'the card provider accepts no request now',
  );
}

/** Attempts to deliver a message and stores the delivery result. Returns false if the delivery will be retried. */
async function deliver(deps: Deps, message: ClaimedMessage, breaker: Breaker): Promise<boolean> {
  const details = { outboxId: message.id, kind: message.kind, attempts: message.attempts };
  let isSent: boolean;
  try {
    isSent = await send(deps, message);
  } catch (error) {
    const reason = describeReason(error);
    const now = deps.clock.now();
    // The first attempt of a command normally takes less than a second, so the email is postponed without counting an
    // attempt.
    if (error instanceof NotEndedYet && error.isFirstAttempt) {
      await postpone(deps.db, message.id, new Date(now.getTime() + COMMAND_CHECK_MS));
      return false;
    }
    // The holder of the lease also makes this change, unless its process ends. This is no failed attempt.
    if (error instanceof KeyInHands) {
      await postpone(deps.db, message.id, new Date(now.getTime() + FIRST_RETRY_MS));
      return false;
    }
    // The attempts of a command do not count while its card provider is gone. One attempt is counted, so that an email
    // which waits for this command does not delay later emails of the account.
    if (error instanceof ProviderGone) {
      const attempts = Math.max(1, message.attempts - 1);
      await markRetry(deps.db, { ...message, attempts }, new Date(now.getTime() + GONE_RETRY_MS), reason);
      deps.metrics.messageTried(message.lane, 'retried');
      return false;
    }
    if (error instanceof TooManyProviderRequests) {
      await retryAfterRateLimit(deps, message, error, reason);
      breaker.failed(message.id, now.getTime());
      return false;
    }
    if (isOutage(error)) breaker.failed(message.id, now.getTime(), domainOfFailure(error));
    else if (!isOurs(error)) breaker.succeeded();
    if (message.kind === 'provider') await askAboutCommand(deps, message, error, reason);
    if (isFinal(error, message)) {
      if (message.kind === 'push') await settlePermanentlyFailed(deps, message.payload, reason);
      await markFailed(deps.db, message, reason, now);
      deps.metrics.messageTried(message.lane, 'failed');
      deps.logger.error({ ...details, reason }, 'a message permanently failed');
      return true;
    }
    await markRetry(deps.db, message, new Date(now.getTime() + retryDelayMs(error, message)), reason);
    deps.metrics.messageTried(message.lane, 'retried');
    deps.logger.warn({ ...details, reason }, 'a message will be tried again');
    // A rejection of one credential must not delay the others.
    return error instanceof VpnRejected;
  }
  breaker.succeeded();
  if (message.kind === 'provider') await settleCommand(deps, message);
  if (isSent) await markDelivered(deps.db, message.id, deps.clock.now());
  else await markDropped(deps.db, message.id, deps.clock.now());
  deps.metrics.messageTried(message.lane, isSent ? 'delivered' : 'dropped');
  deps.logger.debug(details, isSent ? 'a message was delivered' : 'a message is no longer wanted');
  return true;
}

/**
 * Delivers messages with at most `limit` concurrent deliveries. If the server stops, messages whose delivery was not
 * started stay claimed.
 */
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
  // Messages to the VPN panel wait in the outbox while no VPN panel is configured.
  if (lane === 'vpn' && deps.vpnNetwork === null) return;
  const { delivery } = deps.memory;
  const { breaker } = delivery.lanes[lane];
  if (isEmailLane(lane)) return deliverEmailLane(deps, lane, (message) => deliver(deps, message, breaker));
  const limit = CONCURRENCY[lane];
  while (!delivery.isStopping) {
    const now = deps.clock.now();
    if (!(await isAnyDue(deps.db, lane, now))) return;
    const allowed = breaker.allows(now.getTime(), lane === 'vpn' ? limit : limit * CLAIMED_EACH);
    const by = lane === 'vpn' ? ({ kind: 'waitingCustomers' } as const) : ({ kind: 'due' } as const);
    const claimed = allowed === 0 ? [] : await claimDue(deps.db, now, allowed, lane, { by });
    if (claimed.length === 0) return;
    for (const { id } of claimed) delivery.claimed.add(id);
    const settled = await deliverSome(deps, delivery, claimed, { limit, breaker });
    // Delivery stops after a batch without success, so that an unavailable VPN panel does not get thousands of
    // requests.
    if (lane === 'vpn' && !settled.includes(true)) return;
  }
}

/**
 * Delivers all due messages of an outbox lane, and resolves when all deliveries are done. Each lane runs one delivery
 * round at a time. If `deliverLane` is called during a round, one more round starts after it. The round of an email lane
 * looks for further messages instead.
 */
export function deliverLane(deps: Deps, lane: OutboxLane): Promise<void> {
  const state = deps.memory.delivery.lanes[lane];
  if (state.running !== null && state.claimAgain !== null) {
    state.claimAgain();
    return state.running;
  }
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

/** Delivers all due messages of all outbox lanes, and resolves when all deliveries are done. */
export async function deliverDueOutbox(deps: Deps): Promise<void> {
  const commands = deliverLane(deps, 'provider');
  const others = (['signIn', 'confirmation', 'push', 'vpn'] as const).map((lane) => deliverLane(deps, lane));
  // The delivery of emails starts after the commands to the card provider, because an email may report the outcome of a
  // command of the same change.
  const emails = settledWithin(COMMANDS_FIRST_MS, commands).then(() => deliverLane(deps, 'email'));
  await Promise.all([commands, emails, ...others]);
}

/** Resolves when the work succeeds or fails, or after `ms` milliseconds. */
async function settledWithin(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}

/**
 * Starts delivery of the outbox, or of one outbox lane, without waiting for the result. This function implements
 * `wakeOutbox` of `Deps`.
 */
export function deliverInBackground(deps: Deps, lane?: OutboxLane): void {
  (lane === undefined ? deliverDueOutbox(deps) : deliverLane(deps, lane)).catch((error: unknown) => {
    deps.logger.error({ error }, 'the outbox could not be delivered');
  });
}

/**
 * Stops all delivery in this process. Pending deliveries may finish within the deadline, and all other claimed
 * messages are released, so that another instance can deliver them immediately.
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
