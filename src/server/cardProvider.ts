/** The sandbox's fake card provider in its own process; the sandbox's server starts it. */
import { startCardProvider } from './composition/cardProviderProcess';
import { runServer } from './composition/runServer';
import { readSandboxConfiguration } from './configuration/sandboxConfiguration';

await runServer(() =>
  startCardProvider(readSandboxConfiguration(process.env), () => {
    process.kill(process.pid, 'SIGTERM');
  }),
);
