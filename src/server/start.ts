/** Entry point of `npm start`: runs the built product in sandbox mode. */
import { builtPageRenderer, builtSiteFolder } from './composition/projectFolder';
import { runServer } from './composition/runServer';
import { startSandboxServer } from './composition/sandboxServer';
import { readSandboxConfiguration } from './configuration/sandboxConfiguration';
import { openWebsite } from './http/website';

await runServer(async () => {
  const configuration = readSandboxConfiguration(process.env);
  return startSandboxServer({
    configuration,
    openSite: async (client) => ({
      website: await openWebsite({
        folder: builtSiteFolder(),
        renderer: await builtPageRenderer(),
        configuration: client,
        publicUrl: configuration.publicUrl,
      }),
    }),
  });
});
