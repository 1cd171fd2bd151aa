/**
 * The pool of connections to PostgreSQL, watched: whatever waits long for the database has it asked
 * over a connection of its own. A database that does not answer that one is away: all that waits
 * fails at once, new work is rejected at once, and the question is repeated until it is back.
 */
import pg from 'pg';
import { databaseError, DatabaseUnavailable, noConnection } from './databaseUnavailable';

/** ms. `patienceMs + probeMs` is how long work for a database that is away waits at most. */
export interface PoolDeadlines {
  /** Work that waits longer has the database asked whether it is there. */
  patienceMs: number;
  /** For the answer to that question. */
  probeMs: number;
  /** From one question to a database that is away to the next. */
  retryMs: number;
  /** For the answer of a database that was away: nobody waits for it, and it may be slow at first. */
  returnMs: number;
  /** For a free connection, while the database answers. */
  connectionMs: number;
  /** For a lock that somebody else holds. */
  lockMs: number;
  /** For one statement. */
  statementMs: number;
  /** A transaction in which nothing happens for so long is ended by the database. */
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
/** A statement is overdue for the server's own deadline: its connection leads nowhere. */
const OVERDUE_MS = 5_000;
/** A deadline is counted in steps, ms: a process that was itself too busy to read the answer counts none. */
const STEP_MS = 50;

export interface PostgresPoolOptions {
  url: string;
  deadlines: PoolDeadlines;
  /** Of connections in use and at rest alike. */
  onConnectionLost: (error: Error) => void;
}

interface Work {
  startedAt: number;
  client: pg.PoolClient | null;
  reject: (error: Error) => void;
}

/** Ends the socket without a word: one that leads nowhere would wait for an answer to its farewell. */
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

/** Whether a new connection is answered in time; a database that is full is there. */
async function responses(url: string, deadlineMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
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

/** Never throws and loses no process when connections break; see the module. */
export function createPostgresPool(options: PostgresPoolOptions): pg.Pool {
  const { deadlines, url } = options;
  const open = new Set<pg.Client>();
  class TrackedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      // Known from its first moment: what is still connecting when the database goes away is cut too.
      open.add(this);
      this.on('end', () => open.delete(this));
      // A connection that breaks while it is in use tells it here: unheard, it would end the process.
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
      // The next question waits for none before it: one that was swallowed is not answered by a database that is back.
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
      // Whatever else was answered meanwhile shows as well that it is there, and merely slow.
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

  /** What `work` gives, unless the database is away before. */
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

  // Of connections at rest, which tell it themselves, below.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (
      config: pg.QueryConfig,
      values?: unknown[],
    ) => Promise<unknown>;
    Object.assign(client, {
      query: (config: pg.QueryConfig, values?: unknown[]) => watch(client, query(config, values)),
    });
  });

  const takeConnection = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  /** A lease that may be ended twice: by whoever took it, and when the connection breaks, for a `begin` that fails ends none. */
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
      // It may still come, when nobody waits for it any more.
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
