/** `npm run start:production`: the built product with real parts only. */
import { startProductionServer } from './composition/productionServer';
import { runServer } from './composition/runServer';
import { readProductionConfiguration } from './configuration/productionConfiguration';

await runServer(() => startProductionServer(readProductionConfiguration(process.env)));
