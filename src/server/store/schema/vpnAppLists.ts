/** Table of the lists of VPN apps that customers are offered: the current list, and the earlier lists for undo. */
import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { VpnApp } from '../../../shared/vpnAppList';
import { staffAccounts } from './staff';

/** Origins of a list: saved by an admin, restored from an earlier version, or imported from `VPN_APPS`. */
export const LIST_ORIGINS = ['saved', 'restored', 'imported'] as const;

export const vpnAppLists = pgTable('vpn_app_lists', {
  /** Version of the list, counted from 1. The list with the highest version is current. */
  version: integer('version').primaryKey(),
  apps: jsonb('apps').$type<readonly VpnApp[]>().notNull(),
  origin: text('origin', { enum: LIST_ORIGINS }).notNull(),
  /** Version that was restored, or 0 for the shipped list; null for another origin. */
  restoredVersion: integer('restored_version'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** Admin who made the list; null for an imported list. */
  createdBy: integer('created_by').references(() => staffAccounts.id),
});
