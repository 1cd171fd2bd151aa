/**
 * Runs a fake card provider of the sandbox in its own process, with its own database and clock. If the server is killed,
 * the card provider keeps charging and repeats its notifications until the server runs again. The next server process
 * finds the fake card provider by its state file.
 */
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { CardProviderChoice } from '../configuration/cardProviderChoice';
import { localBaseUrl } from '../configuration/listening';
import type { SandboxConfiguration } from '../configuration/sandboxConfiguration';
import { createServerFor, listen } from '../http/listen';
import { createPinoLogger } from '../logging/pinoLogger';
import { systemClock } from '../ports/clock';
import type { Logger } from '../ports/logger';
import { CLOUD_PAYMENTS_CONTROLS, YOOKASSA_CONTROLS } from '../sandbox/controlTables';
import { seedHistory } from '../sandbox/fakeCardProvider/seedHistory';
import { SANDBOX_MIGRATIONS } from '../sandbox/migrations';
import { CLOCK_ROWS, type MovableClock, openMovableClock } from '../sandbox/movableClock';
import {
  cardTerminal,
  type FakeCardProviderSettings,
  openControlledYooKassa,
  openFakeCardProvider,
} from '../sandbox/openFakeCardProvider';
import { controlRoutes } from '../sandbox/providerControl';
import { repeat } from '../sandbox/repeat';
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

const FOLDERS: Readonly<Record<CardProviderChoice, string>> = {
  cloudpayments: 'cards',
  yookassa: 'yookassa',
};

/** Returns the folder of a card provider's own database inside the data folder. */
export const providerFolder = (dataDirectory: string, name: CardProviderChoice): string =>
  path.join(dataDirectory, FOLDERS[name]);

const STATE_FILES: Readonly<Record<CardProviderChoice, string>> = {
  cloudpayments: 'card-provider.json',
  yookassa: 'yookassa.json',
};

const stateFile = (dataDirectory: string, name: CardProviderChoice): string =>
  path.join(dataDirectory, STATE_FILES[name]);

/** Returns the URL and process id of a card provider of a data folder, or null if the provider is not running. */
export async function readProviderState(
  dataDirectory: string,
  name: CardProviderChoice,
): Promise<ProviderState | null> {
  const text = await readFile(stateFile(dataDirectory, name), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return v.parse(state, JSON.parse(text));
  } catch {
    return null;
  }
}

async function writeProviderState(file: string, written: ProviderState): Promise<void> {
  const draft = `${file}.draft`;
  await writeFile(draft, JSON.stringify(written), { mode: 0o600 });
  await rename(draft, file);
}

function openDatabase(
  configuration: SandboxConfiguration,
  folder: string,
  logger: Logger,
): Promise<OpenedDatabase> {
  const furtherMigrations = [SANDBOX_MIGRATIONS];
  if (configuration.databaseUrl === undefined)
    return openEmbeddedDatabase({ folder: path.join(folder, 'pg'), furtherMigrations });
  return openPostgres(configuration.databaseUrl, {
    furtherMigrations,
    onConnectionLost: (error) => logger.error({ error }, 'a database connection was lost'),
  });
}

function readPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the card provider has no port');
  return address.port;
}

interface OpenedFake {
  /** HTTP routes of the fake and of its control API. */
  app: Hono;
  runDue(): Promise<void>;
}

type ControlOptions = Parameters<typeof controlRoutes>[2];

/** Functions that open the fakes. The fakes use `clock`. */
const FAKES: Readonly<
  Record<
    CardProviderChoice,
    (
      settings: FakeCardProviderSettings & { clock: MovableClock },
      options: ControlOptions,
    ) => Promise<OpenedFake>
  >
> = {
  async cloudpayments(settings, options) {
    const { db, clock } = settings;
    const fake = await openFakeCardProvider(settings);
    const control = controlRoutes(
      CLOUD_PAYMENTS_CONTROLS,
      { ...fake, seed: (history) => seedHistory(db, history), moveTo: (moment) => clock.moveTo(moment) },
      options,
    );
    return {
      app: new Hono().route('/', control).route('/', fake.app),
      runDue: () => fake.runDueRecurringPayments(),
    };
  },
  async yookassa(settings, options) {
    const fake = await openControlledYooKassa(settings);
    const target = { ...fake, moveTo: (moment: Date) => settings.clock.moveTo(moment) };
    const control = controlRoutes(YOOKASSA_CONTROLS, target, options);
    return { app: new Hono().route('/', control).route('/', fake.app), runDue: () => fake.runDue() };
  },
};

/**
 * Starts a fake card provider for the server with the same configuration. Rejects with `DataDirectoryInUse` if the
 * provider is already running. `exit` must end the process.
 */
export async function startCardProvider(
  name: CardProviderChoice,
  configuration: SandboxConfiguration,
  exit: () => void,
): Promise<RunningServer> {
  const { dataDirectory, publicUrl } = configuration;
  const folder = providerFolder(dataDirectory, name);
  const stateOfProcess = stateFile(dataDirectory, name);
  const logger = createPinoLogger(configuration.logLevel);
  const lock = await lockDataDirectory(folder);
  const database = await openDatabase(configuration, folder, logger);
  const { db } = database;
  const sessionSecret = await storedSessionSecret(dataDirectory);
  const baseUrl = localBaseUrl(configuration);
  const clock = await openMovableClock(db, systemClock, CLOCK_ROWS[name]);
  let calledAt = performance.now();
  const fake = await FAKES[name](
    { db, clock, fetch, baseUrl, publicUrl, sessionSecret, logger },
    {
      apiSecret: cardTerminal(sessionSecret).apiSecret,
      baseUrl,
      onContact: () => {
        calledAt = performance.now();
      },
      stop: exit,
    },
  );
  const server = createServerFor((request) => fake.app.fetch(request));
  const listening = await listen(server, { host: HOST, port: 0 });
  await writeProviderState(stateOfProcess, { url: `http://${HOST}:${readPort(server)}`, pid: process.pid });

  const watch = setInterval(() => {
    if (performance.now() - calledAt > ALONE_MS || !existsSync(folder)) exit();
  }, TICK_MS);
  const rounds = repeat(() => fake.runDue(), { intervalMs: TICK_MS, logger });

  return {
    async stop() {
      clearInterval(watch);
      await closeInTime(() => listening.close());
      await closeInTime(() => rounds.stop());
      await closeInTime(() => database.close());
      await lock.release();
      // The state file is removed last, because the launcher waits for its removal to detect that the fake card
      // provider has stopped.
      await rm(stateOfProcess, { force: true });
    },
  };
}
