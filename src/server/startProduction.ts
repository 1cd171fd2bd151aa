/** `npm run start:production`: the built product with real parts only. */
import { startProductionServer } from './composition/productionServer';
import { readProductionConfiguration } from './configuration/productionConfiguration';
import { runServer } from './composition/runServer';

await runServer(() => startProductionServer(readProductionConfiguration(process.env)));
