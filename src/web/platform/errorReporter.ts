/**
 * Reports failures to a Sentry-compatible service, one HTTP envelope per failure (develop.sentry.dev, «Envelopes»). The
 * reporter sends only the fields that the caller passes, and adds no URL, no user and no breadcrumbs.
 */
import { parseUrl } from '../../shared/parseUrl';
import { logWarning } from './log';
import type { ErrorReporter } from './platform';

interface Service {
  envelopeUrl: string;
  dsn: string;
}

/** Parses a DSN of the form `https://key@host/path/project`. Returns null for any other text. */
export function readDsn(dsn: string): Service | null {
  const url = parseUrl(dsn);
  if (url === null) return null;
  const [, path, project] = /^(.*)\/(\d+)$/.exec(url.pathname) ?? [];
  if (url.protocol !== 'https:' || url.username === '' || path === undefined || project === undefined) {
    return null;
  }
  const query = new URLSearchParams({ sentry_key: url.username, sentry_version: '7' });
  return { envelopeUrl: `${url.origin}${path}/api/${project}/envelope/?${query.toString()}`, dsn };
}

/** Creates the error reporter. Returns null if no error tracking service is configured or the DSN is invalid. */
export function createErrorReporter(
  dsn: string | undefined,
  send: typeof fetch = (...request) => globalThis.fetch(...request),
): ErrorReporter | null {
  if (dsn === undefined || dsn === '') return null;
  const service = readDsn(dsn);
  if (service === null) {
    logWarning('The error reporting DSN is invalid');
    return null;
  }
  return {
    report: (event, details) => {
      const id = [...crypto.getRandomValues(new Uint8Array(16))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
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
      }).catch(() => logWarning('The error report could not be sent'));
    },
  };
}
