/** Writes failures that the client app reports to the server log, with secrets masked. */
import type { Deps } from '../../deps';
import { LIMITS } from '../../throttle/limits';
import { rejectTooManyTries } from '../../throttle/throttle';
import { toBroadNetwork, toNetwork } from '../../throttle/toNetwork';

export type ReportDetails = Readonly<Record<string, string | number | boolean | null>>;

const ADDRESS = /[^\s@]+@[^\s@]+/g;
/** Matches phone numbers with a plus sign. */
const PHONE = /\+\d[\d ()-]{7,}\d/g;
/** Matches long runs of word characters, such as tokens, gift keys and card numbers. */
const SECRET = /[\w-]{16,}/g;

/** Replaces all parts of a text that look like an email address, a phone number or a secret. */
export function maskText(text: string): string {
  return text.replace(ADDRESS, '[address]').replace(PHONE, '[phone]').replace(SECRET, '[secret]');
}

/**
 * Logs one failure report of a client app. Throws TOO_MANY_REQUESTS if too many reports come from the client's IP
 * network.
 */
export async function recordReport(
  deps: Deps,
  report: { event: string; details: ReportDetails; ip: string },
): Promise<void> {
  const now = deps.clock.now();
  await rejectTooManyTries(deps.db, ['reports', toNetwork(report.ip)], LIMITS.reports, now);
  const broad = ['reportsFromBroadNetwork', toBroadNetwork(report.ip)] as const;
  await rejectTooManyTries(deps.db, broad, LIMITS.reportsFromBroadNetwork, now);
  const details = Object.fromEntries(
    Object.entries(report.details).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskText(value) : value,
    ]),
  );
  deps.logger.warn({ event: report.event, details }, 'the application reported a failure');
}
