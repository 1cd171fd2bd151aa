/**
 * Entry point of the sandbox's fake card provider, which runs in its own process. The sandbox server starts this
 * process.
 */
import { startCardProvider } from './composition/cardProviderProcess';
import { runServer } from './composition/runServer';
import { readSandboxConfiguration } from './configuration/sandboxConfiguration';

await runServer(() =>
  startCardProvider(readSandboxConfiguration(process.env), () => {
    process.kill(process.pid, 'SIGTERM');
  }),
);
