/**
 * Failures as a Sentry-compatible service takes them: one envelope by HTTP for each
 * (develop.sentry.dev, «Envelopes»). Only what the caller names is sent: no address bar, no user,
 * no breadcrumbs.
 */
import { logWarning } from './log';
import type { ErrorReporter } from './platform';

interface Service {
  envelopeUrl: string;
  dsn: string;
}

/** A DSN is `https://key@host/path/project`; null for what is none. */
export function readDsn(dsn: string): Service | null {
  if (!URL.canParse(dsn)) return null;
  const url = new URL(dsn);
  const [, path, project] = /^(.*)\/(\d+)$/.exec(url.pathname) ?? [];
  if (url.protocol !== 'https:' || url.username === '' || path === undefined || project === undefined) {
    return null;
  }
  const query = new URLSearchParams({ sentry_key: url.username, sentry_version: '7' });
  return { envelopeUrl: `${url.origin}${path}/api/${project}/envelope/?${query.toString()}`, dsn };
}

/** Null when no service is configured, or its DSN is not readable. */
export function createErrorReporter(
  dsn: string | undefined,
  send: typeof fetch = (...request) => globalThis.fetch(...request),
): ErrorReporter | null {
  if (dsn === undefined || dsn === '') return null;
  const service = readDsn(dsn);
  if (service === null) {
    logWarning('The DSN of the error reports cannot be read');
    return null;
  }
  return {
    report: (event, details) => {
      const id = crypto.randomUUID().replaceAll('-', '');
      const lines = [
        { event_id: id, dsn: service.dsn, sent_at: new Date().toISOString() },
        { type: 'event' },
        {
          event_id: id,
          timestamp: Date.now() / 1000,
          platform: 'javascript',
          level: 'error',
          message: event,
          extra: details,
        },
      ];
      void send(service.envelopeUrl, {
        method: 'POST',
        body: lines.map((line) => JSON.stringify(line)).join('\n'),
        credentials: 'omit',
        keepalive: true,
      }).catch(() => logWarning('A failure could not be reported'));
    },
  };
}
