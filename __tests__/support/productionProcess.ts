/**
 * Runs the whole production server, as `npm run start:production` does, but without the built site. Tests start the
 * server process with `startChild`.
 */
import { startProductionServer } from '../../src/server/composition/productionServer';
import { runServer } from '../../src/server/composition/runServer';
import { readProductionConfiguration } from '../../src/server/configuration/productionConfiguration';

await runServer(() =>
  startProductionServer({
    configuration: readProductionConfiguration(process.env),
    openSite: () => Promise.resolve(() => Promise.resolve(new Response('a page'))),
  }),
);
