export interface TemporaryPostgres {
  url: string;
  stop: () => Promise<void>;
  /** Kills all processes of the PostgreSQL cluster with SIGKILL. */
  kill: () => Promise<void>;
  /** Starts the PostgreSQL cluster again on the same port and data folder. */
  restart: () => Promise<void>;
}

/** Starts a temporary PostgreSQL cluster. If `durable` is true, committed transactions survive `kill`. */
export function startTemporaryPostgres(options?: { durable?: boolean }): Promise<TemporaryPostgres>;
