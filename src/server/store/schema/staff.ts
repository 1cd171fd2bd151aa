/** Tables of staff accounts, of their sessions and tokens, and of the append-only audit log. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { STAFF_ROLES } from '../../../shared/staffRoles';
import { accounts } from './accounts';

export const staffAccounts = pgTable('staff_accounts', {
  id: serial('id').primaryKey(),
  /** Username of the staff account, in lower case. */
  username: text('username').notNull().unique(),
  /** Hash of the password: argon2id in PHC format. */
  passwordHash: text('password_hash').notNull(),
  role: text('role', { enum: STAFF_ROLES }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  createdBy: integer('created_by'),
  disabledAt: timestamp('disabled_at', { withTimezone: true }),
  /**
   * TOTP secret of the second factor, encrypted with the session secret; null if the staff account has no second
   * factor.
   */
  totpSecret: text('totp_secret'),
  /** Time when the first TOTP code was accepted; null while the second factor is unconfirmed. */
  totpConfirmedAt: timestamp('totp_confirmed_at', { withTimezone: true }),
  /**
   * Number of the 30-second time step of the last accepted TOTP code. The number is stored because each TOTP code is
   * single-use.
   */
  totpLastStep: integer('totp_last_step'),
});

/** Table of staff sessions, one for each sign-in. All refresh and access tokens of a session share its family id. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    /** Opaque session id. The session id gives no access, so it may appear in the audit log. */
    family: text('family').primaryKey(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staffAccounts.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [index('staff_sessions_staff').on(table.staffId)],
);

export const staffRefreshTokens = pgTable(
  'staff_refresh_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    family: text('family')
      .notNull()
      .references(() => staffSessions.family, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Time when the refresh token was exchanged for its successor. */
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [index('staff_refresh_tokens_family').on(table.family)],
);

export const staffAccessTokens = pgTable(
  'staff_access_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    family: text('family')
      .notNull()
      .references(() => staffSessions.family, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** Time of the first use of the access token, which shows that the client has received the token. */
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [index('staff_access_tokens_family').on(table.family)],
);

/**
 * Audit log of staff actions. The audit log is append-only: a database trigger rejects updates and deletions of its
 * rows.
 */
export const staffAudit = pgTable(
  'staff_audit',
  {
    id: serial('id').primaryKey(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** Staff account that performed the action; null for a sign-in attempt with an unknown username. */
    staffId: integer('staff_id').references(() => staffAccounts.id),
    username: text('username').notNull(),
    action: text('action').notNull(),
    /** Customer account that the action affected, if any. */
    accountId: integer('account_id').references(() => accounts.id),
    /** Details of the staff action, which must not contain secrets. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    ip: text('ip').notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('staff_audit_at').on(table.at),
    index('staff_audit_account').on(table.accountId, table.at),
    index('staff_audit_staff').on(table.staffId, table.at),
    // The indexes of the audit log end with the time, because the log shows the newest entries first for every filter.
    index('staff_audit_username').on(table.username, table.at),
    index('staff_audit_action').on(table.action, table.at),
    index('staff_audit_ip').on(table.ip, table.at),
    /** This index also finds a request id by its beginning, as the console shows it. */
    index('staff_audit_request').on(table.requestId.op('text_pattern_ops')),
    /** The export and the erasure of an account find the entries that mention the account by these indexes. */
    index('staff_audit_mentions').using('gin', sql`lower(${table.details}::text) gin_trgm_ops`),
    index('staff_audit_found').using('gin', sql`(${table.details}->'found') jsonb_path_ops`),
    index('staff_audit_email_part').on(sql`lower(${table.details}->>'emailPart')`),
    index('staff_audit_value').using('hash', sql`lower(${table.details}->>'value')`),
  ],
);
