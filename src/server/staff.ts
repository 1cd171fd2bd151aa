/**
 * Entry point of `npm run staff -- …`, which manages staff accounts from the command line. In the build, the command is
 * `node dist/server/staff.js`.
 */
import { announce, announceFailure } from './composition/announce';
import { runStaffCommand } from './composition/staffCommand';

process.exitCode = await runStaffCommand({
  words: process.argv.slice(2),
  variables: process.env,
  input: process.stdin,
  say: announce,
  complain: announceFailure,
});
