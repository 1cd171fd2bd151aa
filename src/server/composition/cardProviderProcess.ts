/**
 * Runs the sandbox's fake card provider in its own process, with its own database and clock. If the server is killed,
 * the card provider keeps charging and repeats its notifications until the server runs again. The next server process
 * finds the fake card provider by its state file.
 */
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import { Hono } from 'hono';
import * as v from 'valibot';
import { localBaseUrl } from '../configuration/listening';
import type { SandboxConfiguration } from '../configuration/sandboxConfiguration';
import { createServerFor, listen } from '../http/listen';
import { createPinoLogger } from '../logging/pinoLogger';
import { systemClock } from '../ports/clock';
import type { Logger } from '../ports/logger';
import { seedHistory } from '../sandbox/fakeCardProvider/seedHistory';
import { SANDBOX_MIGRATIONS } from '../sandbox/migrations';
import { CLOCK_ROWS, openMovableClock } from '../sandbox/movableClock';
import { cardTerminal, openFakeCardProvider } from '../sandbox/openFakeCardProvider';
import { controlRoutes } from '../sandbox/providerControl';
import { lockDataDirectory } from '../store/dataDirectoryLock';
import { type OpenedDatabase, openEmbeddedDatabase, openPostgres } from '../store/openDatabase';
import type { RunningServer } from './runServer';
import { closeInTime } from './stopping';
import { storedSessionSecret } from './storedSecrets';

const HOST = '127.0.0.1';
/** Interval between two checks for due charges and notifications, in ms. */
const TICK_MS = 1000;
/**
 * Time in ms without a request from a server after which the fake card provider's process exits. The database of the
 * fake card provider is retained.
 */
const ALONE_MS = 10 * 60_000;

const state = v.object({ url: v.string(), pid: v.number() });
export type ProviderState = v.InferOutput<typeof state>;

/** Returns the folder of the card provider's own database inside the data folder. */
export const providerFolder = (dataDirectory: string): string => path.join(dataDirectory, 'cards');

const stateFile = (dataDirectory: string): string => path.join(dataDirectory, 'card-provider.json');

/** Returns the URL and process id of the card provider of a data folder, or null if no provider is running. */
export async function readProviderState(dataDirectory: string): Promise<ProviderState | null> {
  const text = await readFile(stateFile(dataDirectory), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return v.parse(state, JSON.parse(text));
  } catch {
    return null;
  }
}

async function writeProviderState(dataDirectory: string, written: ProviderState): Promise<void> {
  const draft = `${stateFile(dataDirectory)}.draft`;
  await writeFile(draft, JSON.stringify(written), { mode: 0o600 });
  await rename(draft, stateFile(dataDirectory));
}

function openDatabase(configuration: SandboxConfiguration, logger: Logger): Promise<OpenedDatabase> {
  const furtherMigrations = [SANDBOX_MIGRATIONS];
  if (configuration.databaseUrl === undefined) {
    const folder = path.join(providerFolder(configuration.dataDirectory), 'pg');
    return openEmbeddedDatabase({ folder, furtherMigrations });
  }
  return openPostgres(configuration.databaseUrl, {
    furtherMigrations,
    onConnectionLost: (error) => logger.error({ error }, 'a database connection was lost'),
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the card provider has no port');
  return address.port;
}

/**
 * Starts the provider for the server with the same configuration. Rejects with `DataDirectoryInUse` if a provider is
 * already running. `exit` must end the process.
 */
export async function startCardProvider(
  configuration: SandboxConfiguration,
  exit: () => void,
): Promise<RunningServer> {
  const { dataDirectory, publicUrl } = configuration;
  const folder = providerFolder(dataDirectory);
  const logger = createPinoLogger(configuration.logLevel);
  const lock = await lockDataDirectory(folder);
  const database = await openDatabase(configuration, logger);
  const { db } = database;
  const sessionSecret = await storedSessionSecret(dataDirectory);
  const baseUrl = localBaseUrl(configuration);
  const clock = await openMovableClock(db, systemClock, CLOCK_ROWS.cardProvider);
  const fake = await openFakeCardProvider({ db, clock, fetch, baseUrl, publicUrl, sessionSecret, logger });
  let calledAt = performance.now();
  const control = controlRoutes(
    { ...fake, seed: (history) => seedHistory(db, history), moveTo: (moment) => clock.moveTo(moment) },
    {
      apiSecret: cardTerminal(sessionSecret).apiSecret,
      baseUrl,
      onContact: () => {
        calledAt = performance.now();
      },
      stop: exit,
    },
  );
  const app = new Hono().route('/', control).route('/', fake.app);
  const server = createServerFor((request) => app.fetch(request));
  const listening = await listen(server, { host: HOST, port: 0 });
  await writeProviderState(dataDirectory, { url: `http://${HOST}:${portOf(server)}`, pid: process.pid });

  let round = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (performance.now() - calledAt > ALONE_MS || !existsSync(folder)) exit();
    if (isRunning) return;
    isRunning = true;
    round = fake
      .runDueRecurringPayments()
      .catch((error: unknown) => logger.error({ error }, 'the fake card provider failed'))
      .finally(() => {
        isRunning = false;
      });
  }, TICK_MS);

  return {
    async stop() {
      clearInterval(timer);
      await closeInTime(() => listening.close());
      await closeInTime(() => round);
      await closeInTime(() => database.close());
      await lock.release();
      // The state file is removed last, because the launcher waits for its removal to detect that the fake card
      // provider has stopped.
      await rm(stateFile(dataDirectory), { force: true });
    },
  };
}
