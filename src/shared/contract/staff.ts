/** API calls of the staff console. The server writes each of these API calls to the audit log. */
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
import { normalizeEmail } from '../validation';
import { calls } from './call';
import { customerFilters } from './customerTags';
import {
  countUpTo,
  done,
  filledIdentifier,
  filledText,
  identifier,
  instant,
  maybe,
  optionalEmail,
  optionalUid,
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
  writtenLine,
  writtenText,
} from './fields';
import { connectionLogEntry, staffUser } from './staffModels';
import { REFUND_REASONS } from './staffPayments';

const tokenPair = v.object({ accessToken: v.string(), refreshToken: maybe(v.string()) });

/** Secret for an authenticator app, which is returned only once. */
export const provisioning = v.object({
  /** Secret in Base32. */
  secret: v.string(),
  /** `otpauth:` URI with the same secret, for a QR code. */
  link: v.string(),
});
export type Provisioning = v.InferOutput<typeof provisioning>;

const credentials = { username: typedUsername, password: typedPassword };

/** Columns by which a customer search may be sorted. */
export const SEARCH_SORT_COLUMNS = ['id', 'email', 'createdAt'] as const;

const pushTitle = v.optional(writtenLine(PUSH_TITLE_MAX), '');

/** The four kinds of push messages, distinguished by `type`. */
export const pushBody = v.variant('type', [
  v.object({
    type: v.literal('LOGIN'),
    email: v.pipe(shortText(EMAIL_TYPED_MAX), v.transform(normalizeEmail), v.nonEmpty()),
  }),
  v.object({ type: v.literal('LOGOUT') }),
  v.object({ type: v.literal('TURN_OFF') }),
  v.object({
    type: v.literal('LINK_MSG'),
    link: filledIdentifier(PUSH_LINK_MAX),
    title: pushTitle,
    description: v.optional(writtenText(PUSH_TEXT_MAX), ''),
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
      /**
       * Six-digit code of the second factor. The code is required if the sign-in returned 401 with TOTP_REQUIRED. The
       * field `code` is an addition to the specified API.
       */
      code: maybe(totpCode),
      /**
       * Device mark that an earlier sign-in on the same device returned. The field `deviceMark` is an addition to the
       * specified API.
       */
      deviceMark: maybe(shortText(100)),
    }),
    response: v.object({
      ...tokenPair.entries,
      /**
       * Device mark for the next sign-in on the same device. Failed sign-in attempts on other devices do not lock out a
       * device with a device mark. The field `deviceMark` is an addition to the specified API.
       */
      deviceMark: maybe(v.string()),
    }),
    summary:
      'Sign in as staff with username and password, and with a code if the account has a second factor.',
  },

  /**
   * Works only after the sign-in returned 401 with TOTP_SETUP_REQUIRED, because a second factor is required and the
   * account has no second factor. The API call `offerSecondFactor` starts no session. The next sign-in with the first
   * code of the authenticator app starts the session.
   */
  offerSecondFactor: {
    path: 'auth/secondFactor',
    audience: 'public',
    kind: 'change',
    body: v.object(credentials),
    response: provisioning,
    summary:
      'Create a secret for an authenticator app, for staff who must set up a second factor before they can sign in.',
  },

  /**
   * The refresh token is rotated. If the same refresh request is repeated within 10 seconds, the server returns the
   * same response.
   */
  staffRefresh: {
    path: 'auth/refreshToken',
    audience: 'public',
    kind: 'change',
    body: v.object({ refreshToken: secret }),
    response: v.object({ accessToken: maybe(v.string()), refreshToken: maybe(v.string()) }),
    summary: 'Exchange a refresh token for new staff tokens.',
  },

  staffLogOut: {
    path: 'auth/logout',
    audience: 'public',
    kind: 'change',
    body: v.object({ refreshToken: secret }),
    response: done,
    summary: 'End the staff session of a refresh token.',
  },

  searchUsers: {
    path: 'panel/users/search',
    audience: 'staff:readCustomers',
    kind: 'read',
    query: v.object({
      emailPart: identifier(EMAIL_TYPED_MAX),
      /** The filters of the customer search are additions to the specified API. */
      ...customerFilters,
      ...pageAsked(STAFF_SEARCH_PAGE_SIZE),
      sortBy: v.optional(v.picklist(SEARCH_SORT_COLUMNS), 'id'),
      sortDirection,
    }),
    response: v.object({ content: v.array(staffUser), ...pageInfo }),
    summary: 'Search customers by a part of their email address, one page at a time.',
  },

  getUserById: {
    path: 'panel/users/getUserById',
    audience: 'staff:readCustomers',
    kind: 'read',
    query: v.object({ id: rowIdInQuery }),
    response: staffUser,
    summary: 'Get a customer with their devices.',
  },

  createGift: {
    path: 'panel/createGift',
    audience: 'staff:makeGifts',
    kind: 'change',
    body: v.object({
      months: countUpTo(GIFT_MONTHS_MAX),
      /**
       * Idempotency key, which is new for each gift. A request that is repeated within a short time returns the same
       * gift key. The field `requestKey` is an addition to the specified API.
       */
      requestKey: maybe(requestKey),
    }),
    response: v.object({ activationKey: v.string(), key: maybe(v.string()), months: maybe(v.number()) }),
    summary: 'Create a gift key, which is shown only once.',
  },

  /**
   * A refund is rejected unless the subscription is ACTIVE, or is CANCELED and the request contains `unusedDays`. A
   * body with only `email` and `uid` refunds the last payment in full.
   */
  refund: {
    path: 'panel/refund',
    audience: 'staff:refund',
    kind: 'change',
    body: v.pipe(
      v.object({
        email: optionalEmail,
        uid: optionalUid,
        /**
         * Id of the payment to refund. If omitted, the last payment is refunded. The field `transactionId` and all
         * following fields are additions to the specified API.
         */
        transactionId: maybe(filledIdentifier(TRANSACTION_ID_TYPED_MAX)),
        /** Ids of several payments. The remaining amount of each payment is refunded. */
        transactionIds: v.optional(
          v.pipe(
            v.array(filledIdentifier(TRANSACTION_ID_TYPED_MAX)),
            v.minLength(1),
            v.maxLength(12),
            v.check((ids) => new Set(ids).size === ids.length, 'duplicate payment'),
          ),
        ),
        /**
         * Amount in rubles, or `all` for the remaining amount of each payment. The amount is required if the request
         * contains any other additional field. A body with only `email` and `uid` refunds the last payment in full.
         */
        amount: v.optional(v.union([typedRubles, v.literal('all')])),
        /**
         * `end` if the access that the payments bought ends now, or `keep` if the access is kept until the end of the
         * paid period.
         */
        access: v.optional(v.picklist(['end', 'keep'])),
        /** Whether to stop the renewal if the access is kept. */
        stopRenewal: v.optional(v.boolean()),
        /** Whether to refund only the unused days of the paid period. The subscription must be CANCELED. */
        unusedDays: v.optional(v.boolean()),
        reason: maybe(v.picklist(REFUND_REASONS)),
        comment: maybe(writtenText(STAFF_COMMENT_MAX)),
        /**
         * Idempotency key, which is new for each refund. A repeated refund request returns the response of the first
         * request.
         */
        requestKey: maybe(requestKey),
      }),
      v.forward(
        v.check(({ email, uid }) => (email ?? '') !== '' || (uid ?? '') !== '', 'email or uid is required'),
        ['email'],
      ),
      v.forward(
        v.check(
          ({ transactionId, transactionIds, amount, unusedDays }) =>
            transactionIds === undefined ||
            (!transactionId &&
              unusedDays !== true &&
              (typeof amount !== 'number' || transactionIds.length === 1)),
          'transactionIds excludes transactionId, unusedDays, and an amount for several payments',
        ),
        ['transactionIds'],
      ),
      v.forward(
        v.check(
          ({ email: _email, uid: _uid, amount, ...additions }) =>
            amount !== undefined || Object.values(additions).every((value) => value === undefined),
          'amount is required: rubles, or all',
        ),
        ['amount'],
      ),
      v.forward(
        v.check(
          ({ access, stopRenewal, unusedDays }) =>
            unusedDays !== true || (access !== 'keep' && stopRenewal !== false),
          'unusedDays excludes keeping the access or the renewal',
        ),
        ['unusedDays'],
      ),
    ),
    response: v.object({
      success: maybe(v.boolean()),
      /** Total amount of all refunds, in rubles. */
      amount: maybe(v.number()),
      transactionId: maybe(v.string()),
      /** End of the remaining access. Null if the access has ended. */
      accessUntil: maybe(instant),
    }),
    summary:
      "Refund a customer's payments. Cancels the recurring payment and ends the access unless they are kept.",
  },

  getConnectionLogs: {
    path: 'panel/logs',
    audience: 'staff:readCustomers',
    kind: 'read',
    query: v.object({ userId: rowIdInQuery }),
    response: v.array(connectionLogEntry),
    summary: "Get a customer's connection log, newest first.",
  },

  sendPush: {
    path: 'firebase/data',
    audience: 'staff:helpCustomers',
    kind: 'change',
    query: v.object({ token: filledText(4096) }),
    body: pushBody,
    response: v.object({
      success: maybe(v.boolean()),
      /** Message id that the push service returned. */
      message: maybe(v.string()),
    }),
    summary: 'Send a data push to the device with this push token.',
  },
});
