/** Logs kinds of notifications that are accepted and not read. */
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
