/** A throw-away PostgreSQL cluster: its address, and how it goes. */
export function startTemporaryPostgres(): Promise<{ url: string; stop: () => Promise<void> }>;
