/**
 * All tables, as required by Drizzle and its migration generator. The first migration contains handwritten additions that
 * drizzle-kit cannot generate: the extension pg_trgm, the triggers of append-only tables, and the row of `schema_state`.
 */
export * from './accounts';
export * from './accountEvents';
export * from './sessions';
export * from './emailLinks';
export * from './devices';
export * from './gifts';
export * from './staff';
export * from './staffPresence';
export * from './throttle';
export * from './outbox';
export * from './orders';
export * from './subscriptions';
export * from './changedObjects';
export * from './requestedPayments';
export * from './refunds';
export * from './receipts';
export * from './consents';
export * from './paymentIssues';
export * from './vpn';
export * from './vpnAppLists';
export * from './linkDomains';
export * from './dailyFigures';
export * from './customerNotes';
export * from './customerTags';
export * from './bulkPushes';
export * from './confirmationCodes';
export * from './erasures';
export * from './emailChanges';
export * from './failedRequests';
export * from './uncleanAddresses';
export * from './chargeLimits';
export * from './goneProviders';
export * from './maintenanceNotice';
export * from './schemaState';
