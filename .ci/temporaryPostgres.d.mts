export interface TemporaryPostgres {
  url: string;
  stop: () => Promise<void>;
  /** Ends every process of it by SIGKILL. */
  kill: () => Promise<void>;
  /** Starts it again at the same place. */
  restart: () => Promise<void>;
}

/** A throw-away PostgreSQL cluster; `durable`: it keeps what it has acknowledged. */
export function startTemporaryPostgres(options?: { durable?: boolean }): Promise<TemporaryPostgres>;
