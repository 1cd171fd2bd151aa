/** Creates databases of single tests on the PostgreSQL server of the tests. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { TEST_DATABASE_URL } from './database';

export interface OwnDatabase {
  url: string;
  /** Connects a client that the caller ends. */
  connect(options?: pg.ClientConfig): Promise<pg.Client>;
  drop(): Promise<void>;
}

/** Creates an empty database. Throws if the tests run on PGlite. */
export async function createOwnDatabase(): Promise<OwnDatabase> {
  if (TEST_DATABASE_URL === undefined) throw new Error('the embedded database has no URL');
  const server = TEST_DATABASE_URL;
  const onServer = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  };
  const name = `prosvet_own_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    connect: async (options = {}) => {
      const client = new pg.Client({ connectionString: url.href, ...options });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    drop: () => onServer(`drop database ${name} with (force)`),
  };
}
