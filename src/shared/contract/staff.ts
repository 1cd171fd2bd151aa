/** Staff calls. Each is written to the audit log by the server. */
import * as v from 'valibot';
import {
  EMAIL_TYPED_MAX,
  GIFT_MONTHS_MAX,
  PUSH_LINK_MAX,
  PUSH_TEXT_MAX,
  PUSH_TITLE_MAX,
  STAFF_COMMENT_MAX,
  STAFF_SEARCH_PAGE_SIZE,
  TRANSACTION_ID_TYPED_MAX,
} from '../constants';
import { calls } from './call';
import { customerFilters } from './customerTags';
import {
  countUpTo,
  done,
  filledText,
  instant,
  maybe,
  pageAsked,
  pageInfo,
  requestKey,
  rowIdInQuery,
  secret,
  shortText,
  sortDirection,
  totpCode,
  typedPassword,
  typedRubles,
  typedUsername,
} from './fields';
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

const credentials = { username: typedUsername, password: typedPassword };

/** Columns a search may be sorted by. */
export const SEARCH_SORT_COLUMNS = ['id', 'email', 'createdAt'] as const;

const pushTitle = v.optional(shortText(PUSH_TITLE_MAX), '');

/** The four pushes, told apart by their type. */
export const pushBody = v.variant('type', [
  v.object({ type: v.literal('LOGIN'), email: filledText(EMAIL_TYPED_MAX) }),
  v.object({ type: v.literal('LOGOUT') }),
  v.object({ type: v.literal('TURN_OFF') }),
  v.object({
    type: v.literal('LINK_MSG'),
    link: filledText(PUSH_LINK_MAX),
    title: pushTitle,
    description: v.optional(shortText(PUSH_TEXT_MAX), ''),
  }),
]);
export type Push = v.InferOutput<typeof pushBody>;

export const staffCalls = calls({
  staffLogin: {
    path: 'auth/login',
    audience: 'public',
    kind: 'change',
    body: v.object({
      ...credentials,
      /** Ours: a code of the second factor, digits; asked for by 401 TOTP_REQUIRED. */
      code: maybe(totpCode),
      /** Ours: what an earlier sign-in on this device answered. */
      deviceMark: maybe(shortText(100)),
    }),
    response: v.object({
      ...tokenPair.entries,
      /** Ours: for the next sign-in on this device, which tries from elsewhere then do not lock. */
      deviceMark: maybe(v.string()),
    }),
    summary: 'Staff sign-in by username and password, with a code when the account has a second factor.',
  },

  /**
   * Answers only where a second factor is required and the account has none: 401 TOTP_SETUP_REQUIRED of
   * the sign-in leads here. It gives no session; the sign-in with the first code does.
   */
  offerSecondFactor: {
    path: 'auth/secondFactor',
    audience: 'public',
    kind: 'change',
    body: v.object(credentials),
    response: provisioning,
    summary: 'A new secret for an authenticator app, for staff who must set up a second factor to sign in.',
  },

  /** The refresh token rotates; the answer of a repeated call within 10 s is the same. */
  staffRefresh: {
    path: 'auth/refreshToken',
    audience: 'public',
    kind: 'change',
    body: v.object({ refreshToken: secret }),
    response: v.object({ accessToken: maybe(v.string()), refreshToken: maybe(v.string()) }),
    summary: 'New staff tokens for a refresh token.',
  },

  staffLogOut: {
    path: 'auth/logout',
    audience: 'public',
    kind: 'change',
    body: v.object({ refreshToken: secret }),
    response: done,
    summary: 'End the staff session that a refresh token belongs to.',
  },

  searchUsers: {
    path: 'panel/users/search',
    audience: 'staff:readCustomers',
    kind: 'read',
    query: v.object({
      emailPart: shortText(EMAIL_TYPED_MAX),
      /** Ours. */
      ...customerFilters,
      ...pageAsked(STAFF_SEARCH_PAGE_SIZE),
      sortBy: v.optional(v.picklist(SEARCH_SORT_COLUMNS), 'id'),
      sortDirection,
    }),
    response: v.object({ content: v.array(staffUser), ...pageInfo }),
    summary: 'Customers by a part of their email, a page at a time.',
  },

  getUserById: {
    path: 'panel/users/getUserById',
    audience: 'staff:readCustomers',
    kind: 'read',
    query: v.object({ id: rowIdInQuery }),
    response: staffUser,
    summary: 'One customer with devices.',
  },

  createGift: {
    path: 'panel/createGift',
    audience: 'staff:makeGifts',
    kind: 'change',
    body: v.object({
      months: countUpTo(GIFT_MONTHS_MAX),
      /** Ours. Made anew for every gift: the same request, sent again soon, is answered with the same key. */
      requestKey: maybe(requestKey),
    }),
    response: v.object({ activationKey: v.string(), key: maybe(v.string()), months: maybe(v.number()) }),
    summary: 'Create a gift key; it is shown once.',
  },

  /**
   * Rejected unless the subscription is ACTIVE, or CANCELED for its unused days. `{email, uid}` alone gives all of the
   * last payment back.
   */
  refund: {
    path: 'panel/refund',
    audience: 'staff:refund',
    kind: 'change',
    body: v.pipe(
      v.object({
        email: maybe(shortText(EMAIL_TYPED_MAX)),
        uid: maybe(shortText(128)),
        /** Ours, like all below: the payment; the last one when it is left out. */
        transactionId: maybe(filledText(TRANSACTION_ID_TYPED_MAX)),
        /** Several payments at once, each with all that is left of it. */
        transactionIds: v.optional(
          v.pipe(
            v.array(filledText(TRANSACTION_ID_TYPED_MAX)),
            v.minLength(1),
            v.maxLength(12),
            v.check((ids) => new Set(ids).size === ids.length, 'one payment twice'),
          ),
        ),
        /**
         * Rubles, or `all` that is left of each payment. Required with any other addition of ours; a body of `email` and
         * `uid` alone means all of the last payment.
         */
        amount: v.optional(v.union([typedRubles, v.literal('all')])),
        /** What becomes of the access that the payments bought: it ends now, or lasts to its paid end. */
        access: v.optional(v.picklist(['end', 'keep'])),
        /** Where the access is kept: whether the renewal is stopped. */
        stopRenewal: v.optional(v.boolean()),
        /** Of a CANCELED subscription, what falls on the days that are left of its paid time. */
        unusedDays: v.optional(v.boolean()),
        reason: maybe(v.picklist(REFUND_REASONS)),
        comment: maybe(shortText(STAFF_COMMENT_MAX)),
        /** Made anew for every refund: the same request, sent again, is answered as the first time. */
        requestKey: maybe(requestKey),
      }),
      v.forward(
        v.check(({ email, uid }) => (email ?? '') !== '' || (uid ?? '') !== '', 'whose payment?'),
        ['email'],
      ),
      v.forward(
        v.check(
          ({ transactionId, transactionIds, amount, unusedDays }) =>
            transactionIds === undefined ||
            (!transactionId &&
              unusedDays !== true &&
              (typeof amount !== 'number' || transactionIds.length === 1)),
          'which payments, and how much of each?',
        ),
        ['transactionIds'],
      ),
      v.forward(
        v.check(
          ({ email: _email, uid: _uid, amount, ...additions }) =>
            amount !== undefined || Object.values(additions).every((value) => value === undefined),
          'how much? an amount, or all',
        ),
        ['amount'],
      ),
      v.forward(
        v.check(
          ({ access, stopRenewal, unusedDays }) =>
            unusedDays !== true || (access !== 'keep' && stopRenewal !== false),
          'unused days are refunded by taking them back',
        ),
        ['unusedDays'],
      ),
    ),
    response: v.object({
      success: maybe(v.boolean()),
      /** Of all payments together. */
      amount: maybe(v.number()),
      transactionId: maybe(v.string()),
      /** End of what access is left; null when it has ended. */
      accessUntil: maybe(instant),
    }),
    summary:
      "Refund a customer's payments; cancel the recurring payment and end the access unless they are kept.",
  },

  getConnectionLogs: {
    path: 'panel/logs',
    audience: 'staff:readCustomers',
    kind: 'read',
    query: v.object({ userId: rowIdInQuery }),
    response: v.array(connectionLogEntry),
    summary: "A customer's connection log, newest first.",
  },

  sendPush: {
    path: 'firebase/data',
    audience: 'staff:helpCustomers',
    kind: 'change',
    query: v.object({ token: filledText(4096) }),
    body: pushBody,
    response: v.object({
      success: maybe(v.boolean()),
      /** The push service's id of the message. */
      message: maybe(v.string()),
    }),
    summary: 'Send a data push to the device that holds this push token.',
  },
});
