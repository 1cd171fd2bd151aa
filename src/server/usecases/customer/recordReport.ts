/** Writes failures that the client app reports to the server log, with secrets masked. */
import type { Deps } from '../../deps';
import { LIMITS } from '../../throttle/limits';
import { networkOf } from '../../throttle/networkOf';
import { rejectTooManyTries } from '../../throttle/throttle';

export type ReportDetails = Readonly<Record<string, string | number | boolean | null>>;

const ADDRESS = /[^\s@]+@[^\s@]+/g;
/** Long runs of word characters, such as tokens, gift keys and card numbers. */
const SECRET = /[\w-]{16,}/g;

/** Replaces everything that looks like an email address or a secret. */
export function maskText(text: string): string {
  return text.replace(ADDRESS, '[address]').replace(SECRET, '[secret]');
}

/** Logs one report. Throws TOO_MANY_REQUESTS if a network reports too much. */
export async function recordReport(
  deps: Deps,
  report: { event: string; details: ReportDetails; ip: string },
): Promise<void> {
  await rejectTooManyTries(deps.db, ['reports', networkOf(report.ip)], LIMITS.reports, deps.clock.now());
  const details = Object.fromEntries(
    Object.entries(report.details).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskText(value) : value,
    ]),
  );
  deps.logger.warn({ event: report.event, details }, 'the application reported a failure');
}
