/**
 * Entry point of `npm run staff -- …`, which manages staff accounts from the command line. In the build, the command is
 * `node dist/server/staff.js`.
 */
import { announce, announceFailure } from './composition/announce';
import { loadEnvironmentFile } from './composition/environmentFile';
import { runStaffCommand } from './composition/staffCommand';

loadEnvironmentFile();
process.exitCode = await runStaffCommand({
  words: process.argv.slice(2),
  variables: process.env,
  input: process.stdin,
  say: announce,
  complain: announceFailure,
});
