/**
 * Schemas of fields that several API calls share. The maximum lengths are not business rules, and only reject absurdly
 * long input.
 */
import * as v from 'valibot';
import { EMAIL_TYPED_MAX, SIGN_IN_CODE_LENGTH } from '../constants';
import { codeIn } from '../emailCode';
import { freeLine, freeText, identifyingText } from '../identifyingText';
import { toRubles } from '../money';
import { STAFF_PASSWORD_MAX_LENGTH, STAFF_USERNAME_TYPED_MAX } from '../staffRules';
import { isCalendarDay, isValidEmail, normalizeEmail } from '../validation';

/** Text of at most `max` characters, which may be empty. */
export const shortText = (max: number) => v.pipe(v.string(), v.maxLength(max));

/** Text of 1 to `max` characters. */
export const filledText = (max: number) => v.pipe(shortText(max), v.nonEmpty());

/** Text of at most `max` characters that identifies something. Parsing removes invisible characters and outer spaces. */
export const identifier = (max: number) => v.pipe(shortText(max), v.transform(identifyingText));

/** Identifier of 1 to `max` characters. */
export const filledIdentifier = (max: number) => v.pipe(identifier(max), v.nonEmpty());

/** Returns whether a text has a visible character. */
export const isVisible = (text: string): boolean => identifyingText(text) !== '';

/**
 * Text of at most `max` characters that people write for people. Parsing removes control characters and characters that
 * change the direction of text. A text without a visible character is empty.
 */
export const writtenText = (max: number) =>
  v.pipe(
    shortText(max),
    v.transform((text) => (isVisible(text) ? freeText(text) : '')),
  );

/** Written text of at most `max` characters on one line, such as a name. */
export const writtenLine = (max: number) =>
  v.pipe(
    shortText(max),
    v.transform((text) => (isVisible(text) ? freeLine(text) : '')),
  );

/** Code of an email, which the typed or pasted text may contain among other text. */
export const emailCode = v.pipe(
  shortText(200),
  v.transform((text) => codeIn(text) ?? identifyingText(text)),
);

/** Code of an email with all of its digits. */
export const fullEmailCode = v.pipe(emailCode, v.regex(new RegExp(`^\\d{${SIGN_IN_CODE_LENGTH}}$`)));

/** Schema of a valid email address. Parsing normalizes the email address. */
export const email = v.pipe(
  v.string(),
  v.maxLength(EMAIL_TYPED_MAX),
  v.transform(normalizeEmail),
  v.check(isValidEmail, 'not an email address'),
);

/** User id (uid) as stored by the client: a uid, the text 'unknown', or nothing. */
export const optionalUid = v.optional(v.nullable(identifier(128)));

/**
 * Email address that the client sends with a token. The server rejects the request if the email address does not match
 * the token.
 */
export const optionalEmail = v.optional(
  v.nullable(v.pipe(v.string(), v.maxLength(EMAIL_TYPED_MAX), v.transform(normalizeEmail))),
);

/** Secret that this server issued, such as a token. The secret is opaque and must not be empty. */
export const secret = filledText(4096);

/** Time in ISO 8601 UTC. The time 1970-01-01T00:00:00.000Z means «never». */
export const instant = v.string();

/**
 * Time in a request. The day must exist in the calendar, and the year must be in the range that the database supports.
 */
export const instantSent = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => isCalendarDay(text.slice(0, 10)), 'not an existing day'),
  // `+05` without minutes matches the pattern but is not a valid time zone offset.
  v.check((text) => Date.parse(text) >= 0, 'not a valid time'),
);

/** Amount in rubles. Kopecks are the decimals. */
export const rubles = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.nonEmpty(), v.transform(Number))]),
  v.number(),
  v.finite(),
);

/** Amount in rubles that staff typed, with at most two decimals. */
export const typedRubles = v.pipe(
  v.number(),
  v.minValue(0.01),
  v.maxValue(1_000_000),
  v.check((amount) => toRubles(Math.round(amount * 100)) === amount, 'more than two decimals'),
);

/** Schema of an optional field. Other servers with the same API contract may omit the field or send null. */
export const maybe = <const Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));

/** Six-digit code of an authenticator app. Spaces, dashes and invisible characters in the typed code are removed. */
export const totpCode = v.pipe(
  v.string(),
  v.maxLength(20),
  v.transform((text) => identifyingText(text.normalize('NFKC')).replace(/[ \p{Pd}]/gu, '')),
  v.regex(/^\d{6}$/),
);

/** Integer from 1 to `max`. */
export const countUpTo = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));

/** Integer in a query string, from `min` to `max`. */
export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,10}$/), v.transform(Number))]),
    v.number(),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  );

/** Maximum id, because ids are 32-bit integers in PostgreSQL. */
const ID_MAX = 2_147_483_647;

/** Id of a database row, in a request body and in a query string. */
export const rowId = countUpTo(ID_MAX);
export const rowIdInQuery = wholeNumber(1, ID_MAX);

/** Page number and page size of a list, in a request and in a response. Page numbers start at 0. */
export const pageAsked = (defaultSize: number) => ({
  page: v.optional(wholeNumber(0, 10_000), 0),
  size: v.optional(wholeNumber(1, 100), defaultSize),
});
export const pageInfo = {
  number: maybe(v.number()),
  size: maybe(v.number()),
  last: maybe(v.boolean()),
  /** Number of all entries on all pages, or the number to which they were counted. Addition to the specified API. */
  total: maybe(v.number()),
  /** Whether there are more than `total` entries. */
  isTotalCapped: maybe(v.boolean()),
};

export const sortDirection = v.optional(v.picklist(['ASC', 'DESC']), 'DESC');

/** Username and password that staff typed to sign in. */
export const typedUsername = filledText(STAFF_USERNAME_TYPED_MAX);
export const typedPassword = filledText(STAFF_PASSWORD_MAX_LENGTH);

/** Response of a change that returns no data. */
export const done = v.object({ success: v.boolean() });

/**
 * Idempotency key of a change. The client generates a new key for each change, so a repeated request has no second
 * effect.
 */
export const requestKey = v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/));
