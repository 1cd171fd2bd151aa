/**
 * Limits the charges at a card provider: pauses all charges if the card provider rejects every charge, and slows them down
 * if it rejects them because of its rate limit. The limits are stored, so all server instances share them.
 */
import { TooManyProviderRequests } from '../../../ports/cardProvider';
import {
  type ChargeLimitsRow,
  claimProbe,
  endChargePause,
  findChargeLimits,
  pauseCharges,
  returnProbe,
  slowCharges,
} from '../../../store/chargeLimits';
import { releasePutAside } from '../../../store/requestedPayments';
import type { ChargePauseReason } from '../../../store/schema/chargeLimits';
import type { ChargingDeps } from '../cardProviders/cardProviders';

/** Interval in minutes between the charges that test during a pause whether the card provider accepts charges again. */
const PROBE_EVERY_MINUTES = 10;

const addMinutes = (moment: Date, minutes: number): Date => new Date(moment.getTime() + minutes * 60_000);

/** Time in minutes without HTTP 429 after which the pace doubles, up to the configured number. */
const FASTER_AFTER_MINUTES = 10;

/** Pause in ms after HTTP 429, if the card provider names none. */
const CROWDED_PAUSE_MS = 60_000;

/** Whether a charge may be made now. `probe` means that one charge tests whether the card provider accepts charges again. */
export type ChargeTurn = 'charge' | 'probe' | 'wait';

/** Returns how many charges may be requested in a minute. */
function computePace(limits: ChargeLimitsRow | null, configured: number, now: Date): number {
  const { perMinute = null, slowedAt = null } = limits ?? {};
  if (perMinute === null || slowedAt === null) return configured;
  const doubled = Math.floor((now.getTime() - slowedAt.getTime()) / (FASTER_AFTER_MINUTES * 60_000));
  return Math.min(configured, perMinute * 2 ** Math.min(20, Math.max(0, doubled)));
}

/** Returns whether the card provider has asked this server to wait with all requests. */
export async function isWaiting({ db, clock, cardProvider }: ChargingDeps): Promise<boolean> {
  const waitUntil = (await findChargeLimits(db, cardProvider.name))?.waitUntil ?? null;
  return waitUntil !== null && waitUntil > clock.now();
}

/** Returns whether the next charge may be made, and the number of charges that may be made in a minute. */
export async function takeChargeTurn(deps: ChargingDeps): Promise<{ turn: ChargeTurn; perMinute: number }> {
  const { db, clock, cardProvider, settings } = deps;
  const now = clock.now();
  const limits = await findChargeLimits(db, cardProvider.name);
  const perMinute = computePace(limits, settings.chargesPerMinute, now);
  const { waitUntil = null, pausedAt = null } = limits ?? {};
  if (waitUntil !== null && waitUntil > now) return { turn: 'wait', perMinute };
  if (pausedAt === null) return { turn: 'charge', perMinute };
  const isProbe = await claimProbe(db, cardProvider.name, now, addMinutes(now, PROBE_EVERY_MINUTES));
  return { turn: isProbe ? 'probe' : 'wait', perMinute };
}

/** Makes a probe due again, because no charge was made with it. */
export const returnTurn = ({ db, clock, cardProvider }: ChargingDeps): Promise<void> =>
  returnProbe(db, cardProvider.name, clock.now());

/** Pauses all charges at the card provider, and logs the reason once. */
export async function pauseAllCharges(
  { db, clock, logger, cardProvider: { name: provider } }: ChargingDeps,
  reason: ChargePauseReason,
  message: string,
): Promise<void> {
  const now = clock.now();
  await pauseCharges(db, provider, { reason, now, probeAt: addMinutes(now, PROBE_EVERY_MINUTES) });
  logger.error({ provider, reason: message }, 'the card provider rejects all charges of this server');
}

/** Ends a pause, because the card provider has accepted a charge. The charges that were put aside may then be made. */
export async function endPause({
  db,
  logger,
  cardProvider: { name: provider },
}: ChargingDeps): Promise<void> {
  if (!(await endChargePause(db, provider))) return;
  await releasePutAside(db, provider);
  logger.info({ provider }, 'the card provider accepts charges again');
}

/** Halves the pace if the error is HTTP 429, and waits as long as the card provider asks. */
export async function slowDownAfter(deps: ChargingDeps, error: unknown, sentAt: Date): Promise<void> {
  if (!(error instanceof TooManyProviderRequests)) return;
  const { db, clock, settings, logger, cardProvider } = deps;
  const now = clock.now();
  const limits = await findChargeLimits(db, cardProvider.name);
  const perMinute = Math.max(1, Math.floor(computePace(limits, settings.chargesPerMinute, now) / 2));
  const waitUntil = new Date(now.getTime() + (error.retryAfterMs ?? CROWDED_PAUSE_MS));
  await slowCharges(db, cardProvider.name, { perMinute, sentAt, now, waitUntil });
  logger.warn({ provider: cardProvider.name, waitUntil }, 'the card provider limits the rate of requests');
}
