/** Runs `npm run setup` as a process whose external services are unavailable. Arguments and `.env` are those of the command. */
import { ENVIRONMENT_FILE } from '../../src/server/composition/environmentFile';
import { runSetup } from '../../src/server/composition/setup';
import { openTerminal } from '../../src/server/composition/terminal';

const terminal = openTerminal();
process.exitCode = await runSetup({
  words: process.argv.slice(2),
  variables: {},
  file: ENVIRONMENT_FILE,
  terminal,
  say: (line) => process.stdout.write(`${line}\n`),
  fetch: () => Promise.reject(new TypeError('fetch failed')),
});
terminal?.close();
