/** Logs notifications that are not read, without flooding the log. */
import type { Deps } from '../../../deps';

/** Logs an ignored kind of notification once per server process and card provider. */
export function logIgnoredOnce(
  { cardProvider, logger, memory: { ignoredNotifications } }: Deps,
  what: string,
): void {
  const key = `${cardProvider.name}:${what}`;
  if (ignoredNotifications.has(key)) return;
  ignoredNotifications.add(key);
  logger.warn({ notification: what }, 'notifications of this kind are accepted and not read');
}

/** Minimum interval in ms between two log entries about rejected notifications of a card provider. */
const WARNING_INTERVAL_MS = 60_000;

/**
 * Logs that a forged notification was rejected, at most once a minute per server process and card provider, because anyone
 * can send notifications. The metrics count all of them.
 */
export function warnOfForgery(
  { clock, cardProvider: { name: provider }, logger, memory: { forgeryWarnings } }: Deps,
  details: object,
  message: string,
): void {
  const now = clock.now().getTime();
  const last = forgeryWarnings.get(provider);
  if (last !== undefined && Math.abs(now - last) < WARNING_INTERVAL_MS) return;
  forgeryWarnings.set(provider, now);
  logger.warn({ provider, ...details }, message);
}
