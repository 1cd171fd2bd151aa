/** Finds the running processes of the sandbox's fake card providers, or starts them as separate processes. */
import { spawn } from 'node:child_process';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CardProviderChoice } from '../configuration/cardProviderChoice';
import { localBaseUrl } from '../configuration/listening';
import type { SandboxConfiguration } from '../configuration/sandboxConfiguration';
import { projectFolder } from '../productVersion';
import { cardTerminal } from '../sandbox/openFakeCardProvider';
import { callControl, type ProviderProcess } from '../sandbox/providerControl';
import { providerFolder, readProviderState } from './cardProviderProcess';

/** Timeout for the start of the card provider's process in ms, which includes the creation of its database. */
const START_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 100;

/**
 * Returns the path of the fake card provider's entry point: the TypeScript source in development, or the compiled file
 * in the build.
 */
function entryPoint(): string {
  const isSource = fileURLToPath(import.meta.url).endsWith('.ts');
  const file = isSource
    ? path.join('src', 'server', 'cardProvider.ts')
    : path.join('dist', 'server', 'cardProvider.js');
  return path.join(projectFolder(), file);
}

/**
 * Returns the base URL to which a running card provider sends its notifications, or null if the provider does not
 * respond.
 */
async function checkHealth(found: ProviderProcess): Promise<string | null> {
  try {
    const response = await callControl(found, 'health');
    return typeof response === 'object' && response !== null && 'baseUrl' in response
      ? String(response.baseUrl)
      : null;
  } catch {
    return null;
  }
}

/** A fake card provider and the data folder of its server. */
interface Launched {
  name: CardProviderChoice;
  dataDirectory: string;
}

const readState = ({ name, dataDirectory }: Launched) => readProviderState(dataDirectory, name);

/** Requests a fake card provider's process to stop, and waits until the process has released its data folder. */
async function stopProvider(launched: Launched, found: ProviderProcess): Promise<void> {
  await callControl(found, 'stop', { method: 'POST', body: {} }).catch(() => undefined);
  const deadline = performance.now() + STOP_WITHIN_MS;
  while ((await readState(launched)) !== null && performance.now() < deadline) await pause(LOOK_EVERY_MS);
}

async function findProvider(launched: Launched, apiSecret: string): Promise<ProviderProcess | null> {
  const known = await readState(launched);
  return known === null ? null : { url: known.url, apiSecret };
}

async function spawnProvider(launched: Launched, apiSecret: string): Promise<ProviderProcess> {
  const folder = providerFolder(launched.dataDirectory, launched.name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const log = await open(path.join(folder, 'provider.log'), 'a', 0o600);
  // The fake card provider is started in its own process group, so that a signal to the server's process group does not
  // stop the provider.
  const child = spawn(process.execPath, [...process.execArgv, entryPoint(), launched.name], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: process.env,
  });
  await log.close();
  child.unref();
  const deadline = performance.now() + START_WITHIN_MS;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const known = await readState(launched);
    const found = known?.pid === child.pid ? { url: known?.url ?? '', apiSecret } : null;
    if (found !== null && (await checkHealth(found)) !== null) return found;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`The fake card provider did not start: see ${path.join(folder, 'provider.log')}.`);
}

export interface LaunchedProvider {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a fake card provider or reuses the running one, and resolves once it responds. Replaces a running fake card
 * provider that sends notifications to a different base URL.
 */
export async function launchCardProvider(
  name: CardProviderChoice,
  configuration: SandboxConfiguration,
  sessionSecret: string,
): Promise<LaunchedProvider> {
  const { apiSecret } = cardTerminal(sessionSecret);
  const launched = { name, dataDirectory: configuration.dataDirectory };
  let provider = await findProvider(launched, apiSecret);
  const notified = provider === null ? null : await checkHealth(provider);
  if (provider !== null && notified !== null && notified !== localBaseUrl(configuration))
    await stopProvider(launched, provider);
  if (provider === null || notified !== localBaseUrl(configuration))
    provider = await spawnProvider(launched, apiSecret);
  const running = provider;
  return { url: running.url, stop: () => stopProvider(launched, running) };
}
