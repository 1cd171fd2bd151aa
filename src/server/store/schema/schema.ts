/** All tables, for Drizzle and for its migration generator. */
export * from './accounts';
