/** Fields that several models share. Lengths are bounds on absurd input, not business rules. */
import * as v from 'valibot';
import { EMAIL_TYPED_MAX } from '../constants';
import { toRubles } from '../money';
import { STAFF_PASSWORD_MAX_LENGTH, STAFF_USERNAME_TYPED_MAX } from '../staffRules';
import { isCalendarDay, isValidEmail, normalizeEmail } from '../validation';

/** Text a person typed, within a bound. */
export const shortText = (max: number) => v.pipe(v.string(), v.maxLength(max));

/** The same where nothing will not do. */
export const filledText = (max: number) => v.pipe(shortText(max), v.nonEmpty());

/** An address that passes the email rule, in its normal form. */
export const email = v.pipe(
  v.string(),
  v.maxLength(EMAIL_TYPED_MAX),
  v.transform(normalizeEmail),
  v.check(isValidEmail, 'not an email address'),
);

/** A uid as the client knows it: a value, or 'unknown', or nothing. */
export const optionalUid = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(128))));

/** An address sent along with a token; it must match the token, and is not trusted otherwise. */
export const optionalEmail = v.optional(
  v.nullable(v.pipe(v.string(), v.maxLength(EMAIL_TYPED_MAX), v.transform(normalizeEmail))),
);

/** A secret of ours in a request: opaque, never empty. */
export const secret = filledText(4096);

/** ISO 8601 UTC. 1970-01-01T00:00:00.000Z stands for «never». */
export const instant = v.string();

/** A moment that a caller names: of a day that the calendar has, in the years of which the database can tell. */
export const instantSent = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => isCalendarDay(text.slice(0, 10)), 'no such day'),
  // `+05` without minutes has the form and is no moment.
  v.check((text) => Date.parse(text) >= 0, 'no moment'),
);

/** Rubles with kopecks as decimals. */
export const rubles = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.nonEmpty(), v.transform(Number))]),
  v.number(),
  v.finite(),
);

/** An amount that staff type: rubles with whole kopecks. */
export const typedRubles = v.pipe(
  v.number(),
  v.minValue(0.01),
  v.maxValue(1_000_000),
  v.check((amount) => toRubles(Math.round(amount * 100)) === amount, 'more than two decimals'),
);

/** A field that another server of the same contract may leave out or send as null. */
export const maybe = <const Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));

/** A code of an authenticator app: six digits; blanks that a person types are dropped. */
export const totpCode = v.pipe(
  v.string(),
  v.maxLength(20),
  v.transform((text) => text.replace(/\s/g, '')),
  v.regex(/^\d{6}$/),
);

/** A number of things, from one on. */
export const countUpTo = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));

/** A whole number in a query string. */
export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,10}$/), v.transform(Number))]),
    v.number(),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  );

/** Ids are PostgreSQL integers. */
const ID_MAX = 2_147_483_647;

/** The id of a row in a body, and in a query string. */
export const rowId = countUpTo(ID_MAX);
export const rowIdInQuery = wholeNumber(1, ID_MAX);

/** Which page of a list is asked for, and which one an answer is; pages are counted from 0. */
export const pageAsked = (defaultSize: number) => ({
  page: v.optional(wholeNumber(0, 10_000), 0),
  size: v.optional(wholeNumber(1, 100), defaultSize),
});
export const pageInfo = { number: maybe(v.number()), size: maybe(v.number()), last: maybe(v.boolean()) };

export const sortDirection = v.optional(v.picklist(['ASC', 'DESC']), 'DESC');

/** A username and a password as staff type them at a sign-in. */
export const typedUsername = filledText(STAFF_USERNAME_TYPED_MAX);
export const typedPassword = filledText(STAFF_PASSWORD_MAX_LENGTH);

/** The answer of a change that leaves nothing to tell. */
export const done = v.object({ success: v.boolean() });

/** Made anew for each change: the same request, sent again, is done once. */
export const requestKey = v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/));
