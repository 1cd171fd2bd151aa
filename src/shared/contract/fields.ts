/** Fields that several models share. Lengths are bounds on absurd input, not business rules. */
import * as v from 'valibot';
import { isValidEmail, normalizeEmail } from '../validation';

/** An address that passes the email rule, in its normal form. */
export const email = v.pipe(
  v.string(),
  v.maxLength(320),
  v.transform(normalizeEmail),
  v.check(isValidEmail, 'not an email address'),
);

/** A uid as the client knows it: a value, or 'unknown', or nothing. */
export const optionalUid = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(128))));

/** An address sent along with a token; it must match the token, and is not trusted otherwise. */
export const optionalEmail = v.optional(
  v.nullable(v.pipe(v.string(), v.maxLength(320), v.transform(normalizeEmail))),
);

/** A secret of ours in a request: opaque, never empty. */
export const secret = v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096));

/** ISO 8601 UTC. 1970-01-01T00:00:00.000Z stands for «never». */
export const instant = v.string();

/** Rubles with kopecks as decimals. */
export const rubles = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.nonEmpty(), v.transform(Number))]),
  v.number(),
  v.finite(),
);

/** Text a person typed, within a bound. */
export const shortText = (max: number) => v.pipe(v.string(), v.maxLength(max));

/** A field that another server of the same contract may leave out or send as null. */
export const maybe = <const Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));

/** A code of an authenticator app: six digits; blanks that a person types are dropped. */
export const totpCode = v.pipe(
  v.string(),
  v.maxLength(20),
  v.transform((text) => text.replace(/\s/g, '')),
  v.regex(/^\d{6}$/),
);

/** A whole number in a query string. */
export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,10}$/), v.transform(Number))]),
    v.number(),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  );
