/**
 * Entry point of `npm run provider -- …`, which marks a card provider as gone. In the build, the command is
 * `node dist/server/provider.js`.
 */
import { announce, announceFailure } from './composition/announce';
import { loadEnvironmentFile } from './composition/environmentFile';
import { runProviderCommand } from './composition/providerCommand';

loadEnvironmentFile();
process.exitCode = await runProviderCommand({
  words: process.argv.slice(2),
  variables: process.env,
  say: announce,
  complain: announceFailure,
});
