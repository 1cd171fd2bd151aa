/**
 * Runs `npm run start:production` without the built site: the whole production server. Tests start this process with
 * `startChild`.
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
