/**
 * Monitored connection pool for PostgreSQL. If a task waits too long for the database, the pool probes the database
 * over a separate connection. If the database does not answer the probe, it counts as unavailable. While the database
 * is unavailable, all waiting tasks fail at once and new tasks are rejected at once. The probe is repeated until the
 * database is available again.
 */
import pg from 'pg';
import { databaseError, DatabaseUnavailable, noConnection } from './databaseUnavailable';
import { SESSION_NAME } from './sessionSettings';
import { createStatementNames } from './statementNames';

/**
 * Deadlines of the connection pool, in ms. If the database is unavailable, a task fails after at most `patienceMs +
 * probeMs`.
 */
export interface PoolDeadlines {
  /** Waiting time of a task after which the pool probes the database. */
  patienceMs: number;
  /** Maximum time in which the database must answer a probe. */
  probeMs: number;
  /** Interval between probes while the database is unavailable. */
  retryMs: number;
  /**
   * Maximum time for a probe while the database is unavailable. `returnMs` is longer than `probeMs`, because no task
   * waits for the probe and a restarted database may be slow.
   */
  returnMs: number;
  /** Maximum waiting time for a free connection while the database is available. */
  connectionMs: number;
  /** Maximum waiting time for a lock that another transaction holds. */
  lockMs: number;
  /** Maximum duration of one statement. */
  statementMs: number;
  /** Idle time after which the database ends a transaction. */
  idleTransactionMs: number;
}

export const POOL_DEADLINES: PoolDeadlines = {
  patienceMs: 500,
  probeMs: 900,
  retryMs: 400,
  returnMs: 3_000,
  connectionMs: 5_000,
  lockMs: 5_000,
  statementMs: 30_000,
  idleTransactionMs: 30_000,
};

const MAX_CONNECTIONS = 20;
/**
 * Additional time beyond `statementMs`, in ms. If a statement takes even longer, its connection counts as broken,
 * because the database server should have cancelled the statement.
 */
const OVERDUE_MS = 5_000;
/**
 * Step in which deadlines are counted, in ms. If the process itself is blocked, the blocked time counts as one step at
 * most.
 */
const STEP_MS = 50;

export interface PostgresPoolOptions {
  url: string;
  deadlines: PoolDeadlines;
  /** Called when a connection to the database is lost, whether the connection was in use or idle. */
  onConnectionLost: (error: Error) => void;
}

interface Work {
  startedAt: number;
  client: pg.PoolClient | null;
  reject: (error: Error) => void;
}

/**
 * Destroys the connection's socket without sending the protocol's terminate message, because a broken connection would
 * never confirm the message.
 */
function cut(client: object): void {
  const { connection } = client as { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

async function deadline(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) await pause(STEP_MS);
}

/**
 * Returns whether the database answers a new connection within the deadline. A server without free connections
 * (SQLSTATE 53300) and a rejected login (28xxx) also count as answers.
 */
async function responses(url: string, deadlineMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: SESSION_NAME });
  client.on('error', () => undefined);
  const asked = (async () => {
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch (error) {
      const { code } = error as { code?: string };
      return code !== undefined && /^(53300|28...)$/.test(code);
    }
  })();
  const isThere = await Promise.race([asked, deadline(deadlineMs).then(() => false)]);
  cut(client);
  return isThere;
}

/** Creates the monitored pool. A broken connection never throws outside a query and never ends the process. */
export function createPostgresPool(options: PostgresPoolOptions): pg.Pool {
  const { deadlines, url } = options;
  const open = new Set<pg.Client>();
  class TrackedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      // The client is registered before it connects, so that connections that are still being established are also cut
      // when the database becomes unavailable.
      open.add(this);
      this.on('end', () => open.delete(this));
      // A connection that breaks during use emits `error`. Without this listener, the event would end the process.
      this.on('error', options.onConnectionLost);
    }
  }
  const pool = new pg.Pool({
    Client: TrackedClient,
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: deadlines.connectionMs,
    lock_timeout: deadlines.lockMs,
    statement_timeout: deadlines.statementMs,
    idle_in_transaction_session_timeout: deadlines.idleTransactionMs,
    keepAlive: true,
  });
  const nameStatement = createStatementNames();
  const works = new Set<Work>();
  let isAway = false;
  let isAsking = false;
  let lastResponseAt = 0;

  const goAway = async (): Promise<void> => {
    isAway = true;
    const lost = [...works];
    works.clear();
    for (const work of lost) work.reject(new DatabaseUnavailable('The database does not answer.'));
    for (const client of open) cut(client);
    while (isAway) {
      await pause(deadlines.retryMs);
      if (pool.ending) isAway = false;
      // Probes may overlap in time, because a probe whose packets were lost stays unanswered even after the database is
      // available again.
      else
        void responses(url, deadlines.returnMs).then((isBack) => {
          if (isBack) isAway = false;
        });
    }
  };

  const ask = async (): Promise<void> => {
    if (isAsking || isAway || pool.ending) return;
    isAsking = true;
    const askedAt = performance.now();
    try {
      // Any other response since the start of the probe also shows that the database is available and merely slow.
      if (!(await responses(url, deadlines.probeMs)) && lastResponseAt < askedAt) {
        void goAway();
        return;
      }
      const overdue = Date.now() - deadlines.statementMs - OVERDUE_MS;
      for (const { client, startedAt } of works) if (client !== null && startedAt < overdue) cut(client);
    } finally {
      isAsking = false;
    }
  };

  /**
   * Returns the result of `work`. Rejects with `DatabaseUnavailable` if the database becomes unavailable before `work`
   * ends.
   */
  const watch = <Result>(client: pg.PoolClient | null, work: Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const watched: Work = { startedAt: Date.now(), client, reject };
      works.add(watched);
      const timer = setInterval(() => {
        if (works.has(watched)) void ask();
        else clearInterval(timer);
      }, deadlines.patienceMs);
      timer.unref();
      const end = () => {
        clearInterval(timer);
        works.delete(watched);
      };
      work.then(
        (result) => {
          lastResponseAt = performance.now();
          end();
          resolve(result);
        },
        (error: unknown) => {
          end();
          reject(databaseError(error));
        },
      );
    });

  /** Returns a statement with parameters under its name. A statement without parameters may contain several commands. */
  const named = (config: pg.QueryConfig, values: unknown[] = []): pg.QueryConfig => {
    if (typeof config !== 'object' || config.name !== undefined || values.length === 0) return config;
    const name = nameStatement(config.text);
    return name === null ? config : { ...config, name };
  };

  // Errors of idle connections are already reported by the listener in `TrackedClient`.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (
      config: pg.QueryConfig | string,
      values?: unknown[],
    ) => Promise<unknown>;
    // A parameter of the URL would take precedence over the name in the options of the pool. A connection that breaks
    // meanwhile also rejects the next query.
    query("select set_config('application_name', $1, false)", [SESSION_NAME]).catch(() => undefined);
    Object.assign(client, {
      query: (config: pg.QueryConfig, values?: unknown[]) =>
        watch(client, query(named(config, values), values)),
    });
  });

  const takeConnection = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  /**
   * Makes `release` of a connection safe to call twice: by the caller, and when the connection breaks. A transaction
   * whose `begin` fails never calls `release`.
   */
  const lease = (client: pg.PoolClient): pg.PoolClient => {
    const release = client.release.bind(client);
    let isReleased = false;
    const end = (error?: Error | boolean): void => {
      if (isReleased) return;
      isReleased = true;
      client.off('end', onEnd);
      release(error);
    };
    const onEnd = (): void => end(true);
    client.on('end', onEnd);
    client.release = end;
    return client;
  };

  const connect = async (): Promise<pg.PoolClient> => {
    if (isAway) throw new DatabaseUnavailable('The database does not answer.');
    const taken = takeConnection();
    try {
      return lease(await watch(null, taken));
    } catch (error) {
      // The connection may still be established after the caller has stopped waiting, so such a connection is returned
      // to the pool.
      taken.then(
        (client) => client.release(),
        () => undefined,
      );
      throw noConnection(error);
    }
  };

  return Object.assign(pool, {
    connect,
    query: async (config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
      const client = await connect();
      try {
        return await client.query(config, values);
      } finally {
        client.release();
      }
    },
  });
}
