/** Staff calls (spec section 7). Each is written to the audit log by the server. */
import * as v from 'valibot';
import { GIFT_MONTHS_MAX } from '../constants';
import { toRubles } from '../money';
import { call } from './call';
import { instant, maybe, secret, shortText, totpCode, wholeNumber } from './fields';
import { connectionLogEntry, staffUser } from './models';
import { REFUND_REASONS } from './staffPayments';

const tokenPair = v.object({ accessToken: v.string(), refreshToken: maybe(v.string()) });

/** What an authenticator app needs; told once. */
export const provisioning = v.object({
  /** Base32. */
  secret: v.string(),
  /** otpauth: link of the same, for a QR code. */
  link: v.string(),
});
export type Provisioning = v.InferOutput<typeof provisioning>;

export const staffLogin = call({
  method: 'POST',
  path: 'auth/login',
  audience: 'public',
  kind: 'change',
  body: v.object({
    username: v.pipe(shortText(64), v.nonEmpty()),
    password: v.pipe(shortText(256), v.nonEmpty()),
    /** Ours: a code of the second factor, digits; asked for by 401 TOTP_REQUIRED. */
    code: maybe(totpCode),
  }),
  response: tokenPair,
  summary: 'Staff sign-in by username and password, with a code when the account has a second factor.',
});

/**
 * Answers only where a second factor is required and the account has none: 401 TOTP_SETUP_REQUIRED of
 * the sign-in leads here. It gives no session; the sign-in with the first code does.
 */
export const offerSecondFactor = call({
  method: 'POST',
  path: 'auth/secondFactor',
  audience: 'public',
  kind: 'change',
  body: v.object({
    username: v.pipe(shortText(64), v.nonEmpty()),
    password: v.pipe(shortText(256), v.nonEmpty()),
  }),
  response: provisioning,
  summary: 'A new secret for an authenticator app, for staff who must set up a second factor to sign in.',
});

/** The refresh token rotates; the answer of a repeated call within 10 s is the same. */
export const staffRefresh = call({
  method: 'POST',
  path: 'auth/refreshToken',
  audience: 'public',
  kind: 'change',
  body: v.object({ refreshToken: secret }),
  response: v.object({ accessToken: maybe(v.string()), refreshToken: maybe(v.string()) }),
  summary: 'New staff tokens for a refresh token.',
});

export const staffLogOut = call({
  method: 'POST',
  path: 'auth/logout',
  audience: 'public',
  kind: 'change',
  body: v.object({ refreshToken: secret }),
  response: v.object({ success: v.boolean() }),
  summary: 'End the staff session that a refresh token belongs to.',
});

/** Columns a search may be sorted by. */
export const SEARCH_SORT_COLUMNS = ['id', 'email', 'createdAt'] as const;

export const searchUsers = call({
  method: 'POST',
  path: 'panel/users/search',
  audience: 'support',
  kind: 'read',
  query: v.object({
    emailPart: shortText(320),
    page: v.optional(wholeNumber(0, 10_000), 0),
    size: v.optional(wholeNumber(1, 100), 5),
    sortBy: v.optional(v.picklist(SEARCH_SORT_COLUMNS), 'id'),
    sortDirection: v.optional(v.picklist(['ASC', 'DESC']), 'DESC'),
  }),
  response: v.object({
    content: v.array(staffUser),
    number: maybe(v.number()),
    size: maybe(v.number()),
    last: maybe(v.boolean()),
  }),
  summary: 'Customers by a part of their email, a page at a time.',
});

export const getUserById = call({
  method: 'POST',
  path: 'panel/users/getUserById',
  audience: 'support',
  kind: 'read',
  query: v.object({ id: wholeNumber(1, 2_147_483_647) }),
  response: staffUser,
  summary: 'One customer with devices.',
});

export const createGift = call({
  method: 'POST',
  path: 'panel/createGift',
  audience: 'senior',
  kind: 'change',
  body: v.object({ months: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(GIFT_MONTHS_MAX)) }),
  response: v.object({ activationKey: v.string(), key: maybe(v.string()), months: maybe(v.number()) }),
  summary: 'Create a gift key; it is shown once.',
});

/** Rubles with whole kopecks. */
const refundAmount = v.pipe(
  v.number(),
  v.minValue(0.01),
  v.maxValue(1_000_000),
  v.check((amount) => toRubles(Math.round(amount * 100)) === amount, 'more than two decimals'),
);

/**
 * Refused unless the subscription is ACTIVE (spec section 4). `{email, uid}` alone gives all of the
 * last payment back.
 */
export const refund = call({
  method: 'POST',
  path: 'panel/refund',
  audience: 'senior',
  kind: 'change',
  body: v.object({
    email: maybe(shortText(320)),
    uid: maybe(shortText(128)),
    /** Ours, like all below: the payment; the last one when it is left out. */
    transactionId: maybe(v.pipe(shortText(64), v.nonEmpty())),
    /** Rubles; all that is left of the payment when it is left out. */
    amount: maybe(refundAmount),
    reason: maybe(v.picklist(REFUND_REASONS)),
    comment: maybe(shortText(1000)),
    /** Made anew for every refund: the same request, sent again, is answered as the first time. */
    requestKey: maybe(v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/))),
  }),
  response: v.object({
    success: maybe(v.boolean()),
    amount: maybe(v.number()),
    transactionId: maybe(v.string()),
    /** End of what access is left; null when it has ended. */
    accessUntil: maybe(instant),
  }),
  summary: "Refund a customer's payment, cancel the recurrence and end the access.",
});

export const getConnectionLogs = call({
  method: 'POST',
  path: 'panel/logs',
  audience: 'support',
  kind: 'read',
  query: v.object({ userId: wholeNumber(1, 2_147_483_647) }),
  response: v.array(connectionLogEntry),
  summary: "A customer's connection log, newest first.",
});

const pushTitle = v.optional(shortText(200), '');

/** The four pushes of spec section 7, told apart by their type. */
export const pushBody = v.variant('type', [
  v.object({ type: v.literal('LOGIN'), email: v.pipe(shortText(320), v.nonEmpty()) }),
  v.object({ type: v.literal('LOGOUT') }),
  v.object({ type: v.literal('TURN_OFF') }),
  v.object({
    type: v.literal('LINK_MSG'),
    link: v.pipe(shortText(2048), v.nonEmpty()),
    title: pushTitle,
    description: v.optional(shortText(1000), ''),
  }),
]);
export type Push = v.InferOutput<typeof pushBody>;

export const sendPush = call({
  method: 'POST',
  path: 'firebase/data',
  audience: 'support',
  kind: 'change',
  query: v.object({ token: v.pipe(shortText(4096), v.nonEmpty()) }),
  body: pushBody,
  response: v.object({
    success: maybe(v.boolean()),
    /** The push service's id of the message. */
    message: maybe(v.string()),
  }),
  summary: 'Send a data push to the device that holds this push token.',
});
