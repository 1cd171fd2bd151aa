/** Failures that the application reports go to the server's log, masked. */
import type { Deps } from '../../deps';
import { LIMITS } from '../../throttle/limits';
import { networkOf } from '../../throttle/networkOf';
import { rejectTooManyTries } from '../../throttle/throttle';

export type ReportDetails = Readonly<Record<string, string | number | boolean | null>>;

const ADDRESS = /[^\s@]+@[^\s@]+/g;
/** Tokens, gift keys, card numbers: long runs without a blank. */
const SECRET = /[\w-]{16,}/g;

/** Whatever looks like an address or a secret is taken out. */
export function maskText(text: string): string {
  return text.replace(ADDRESS, '[address]').replace(SECRET, '[secret]');
}

/** Writes a report to the log. Throws TOO_MANY_REQUESTS when one network address reports too much. */
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
