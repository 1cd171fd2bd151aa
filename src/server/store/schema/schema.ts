/**
 * All tables, for Drizzle and for its migration generator. The extension pg_trgm, which the trigram
 * index of `accounts` needs, is created by `migrate.ts`: drizzle-kit generates no extensions.
 */
export * from './accounts';
export * from './accountEvents';
export * from './sessions';
export * from './emailLinks';
export * from './devices';
export * from './gifts';
export * from './staff';
export * from './sandbox';
export * from './throttle';
export * from './outbox';
export * from './orders';
export * from './subscriptions';
export * from './refunds';
export * from './receipts';
export * from './consents';
export * from './sandboxCards';
export * from './sandboxIdentity';
