/**
 * Entry point of `npm run vpn -- …`, which prepares the VPN panel for a rollback of the product. In the build, the command
 * is `node dist/server/vpn.js`.
 */
import { announce, announceFailure } from './composition/announce';
import { loadEnvironmentFile } from './composition/environmentFile';
import { runVpnCommand } from './composition/vpnCommand';

loadEnvironmentFile();
process.exitCode = await runVpnCommand({
  words: process.argv.slice(2),
  variables: process.env,
  say: announce,
  complain: announceFailure,
});
