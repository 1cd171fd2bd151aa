/**
 * Entry point of a fake card provider of the sandbox, which runs in its own process. The sandbox server starts the
 * process with the provider's name as its argument.
 */
import * as v from 'valibot';
import { startCardProvider } from './composition/cardProviderProcess';
import { runServer } from './composition/runServer';
import { CARD_PROVIDER_CHOICES } from './configuration/cardProviderChoice';
import { readSandboxConfiguration } from './configuration/sandboxConfiguration';

const name = v.parse(v.picklist(CARD_PROVIDER_CHOICES), process.argv[2]);

await runServer(() =>
  startCardProvider(name, readSandboxConfiguration(process.env), () => {
    process.kill(process.pid, 'SIGTERM');
  }),
);
