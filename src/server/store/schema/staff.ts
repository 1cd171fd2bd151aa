/** Staff accounts, their sessions and the append-only log of what they did. */
import { index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { STAFF_ROLES } from '../../../shared/staffRoles';
import { accounts } from './accounts';

export const staffAccounts = pgTable('staff_accounts', {
  id: serial('id').primaryKey(),
  /** Lower case. */
  username: text('username').notNull().unique(),
  /** argon2id, PHC format. */
  passwordHash: text('password_hash').notNull(),
  role: text('role', { enum: STAFF_ROLES }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  createdBy: integer('created_by'),
  disabledAt: timestamp('disabled_at', { withTimezone: true }),
  /** Secret of the second factor, sealed with the session secret; null: none. */
  totpSecret: text('totp_secret'),
  /** Null while the secret has not been proved by a first code. */
  totpConfirmedAt: timestamp('totp_confirmed_at', { withTimezone: true }),
  /** The 30 s step of the last accepted code: a code is good once. */
  totpLastStep: integer('totp_last_step'),
});

/** One sign-in: all refresh and access tokens that descend from it belong to its family. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    /** Opaque and not secret: it stands in the audit log. */
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
    /** When it was exchanged for its successor. */
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
    /** Its first use: whoever uses it has received it. */
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [index('staff_access_tokens_family').on(table.family)],
);

/** Append-only: nothing in the server updates or deletes its rows, and a trigger forbids it. */
export const staffAudit = pgTable(
  'staff_audit',
  {
    id: serial('id').primaryKey(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** Null for a sign-in that named nobody we know. */
    staffId: integer('staff_id').references(() => staffAccounts.id),
    username: text('username').notNull(),
    action: text('action').notNull(),
    /** The customer it was done to, if there was one. */
    accountId: integer('account_id').references(() => accounts.id),
    /** Facts of the action; never a secret. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    ip: text('ip').notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('staff_audit_at').on(table.at),
    index('staff_audit_account').on(table.accountId, table.at),
    index('staff_audit_staff').on(table.staffId, table.at),
    // Whatever the log is filtered by, its newest entries come first.
    index('staff_audit_username').on(table.username, table.at),
    index('staff_audit_action').on(table.action, table.at),
    index('staff_audit_ip').on(table.ip, table.at),
    index('staff_audit_request').on(table.requestId),
  ],
);
