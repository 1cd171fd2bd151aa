/** Reports of failures to the product's own error-reporting service. */
import * as v from 'valibot';
import { calls } from './call';
import { done, shortText } from './fields';

/** Details hold no person: the server masks what looks like an address or a secret all the same. */
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
        // A list is a record to the schema library.
        v.custom<v.InferInput<typeof details>>((value) => !Array.isArray(value), 'not a record'),
        details,
        v.check((entries) => {
          const count = Object.keys(entries).length;
          return count > 0 && count <= MAX_DETAILS;
        }, 'no details, or too many'),
      ),
    }),
    response: done,
    summary: 'Report a failure that the application met.',
  },
});
