/**
 * Runs the whole sandbox server on the embedded database, as `npm start` does, but without the built site. Tests start
 * the server process with `startChild`.
 */
import { runServer } from '../../src/server/composition/runServer';
import { startSandboxServer } from '../../src/server/composition/sandboxServer';
import { readSandboxConfiguration } from '../../src/server/configuration/sandboxConfiguration';

await runServer(() =>
  startSandboxServer({
    configuration: readSandboxConfiguration({ SANDBOX_CARD_PROCESS: 'false', ...process.env }),
    openSite: () =>
      Promise.resolve({ website: () => new Response('a page'), reconfigure: () => Promise.resolve() }),
  }),
);
