/** Entry point of `npm run start:production`: runs the built product with real external services only. */
import { loadEnvironmentFile } from './composition/environmentFile';
import { startProductionServer } from './composition/productionServer';
import { builtPageRenderer, builtSiteFolder } from './composition/projectFolder';
import { runServer } from './composition/runServer';
import { readProductionConfiguration } from './configuration/productionConfiguration';
import { openWebsite } from './http/website';

await runServer(async () => {
  loadEnvironmentFile();
  const configuration = readProductionConfiguration(process.env);
  return startProductionServer({
    configuration,
    openSite: async (client) =>
      openWebsite({
        folder: builtSiteFolder(),
        renderer: await builtPageRenderer(),
        configuration: client,
        publicUrl: configuration.publicUrl,
      }),
  });
});
