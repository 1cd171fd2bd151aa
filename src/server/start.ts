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
    openSite: async (client) => {
      const renderer = await builtPageRenderer();
      const open = (ofClient: typeof client) =>
        openWebsite({
          folder: builtSiteFolder(),
          renderer,
          configuration: ofClient,
          publicUrl: configuration.publicUrl,
        });
      let website = await open(client);
      return {
        website: (request, live) => website(request, live),
        async reconfigure(changed) {
          website = await open(changed);
        },
      };
    },
  });
});
