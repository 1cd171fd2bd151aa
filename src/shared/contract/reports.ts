/** API call that reports client errors to the product's own error reporting. */
import * as v from 'valibot';
import { calls } from './call';
import { done, shortText } from './fields';

/**
 * Details of an error, which must not contain personal data. The server also masks values in the error details that
 * look like an email address or a secret.
 */
const details = v.record(
  v.pipe(shortText(64), v.regex(/^[A-Za-z]\w*$/)),
  v.nullable(v.union([shortText(200), v.number(), v.boolean()])),
);

const MAX_DETAILS = 20;

export const reportsCalls = calls({
  sendReport: {
    path: 'reports',
    audience: 'public',
    kind: 'change',
    body: v.object({
      event: v.pipe(shortText(64), v.regex(/^[A-Za-z]\w*$/)),
      details: v.pipe(
        // This custom check rejects arrays, because valibot accepts an array as a record.
        v.custom<v.InferInput<typeof details>>((value) => !Array.isArray(value), 'not a record'),
        details,
        v.check((entries) => {
          const count = Object.keys(entries).length;
          return count > 0 && count <= MAX_DETAILS;
        }, 'no details or too many details'),
      ),
    }),
    response: done,
    summary: 'Report an error of the web application.',
  },
});
