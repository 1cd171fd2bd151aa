/** Entry point of `npm run setup`, which asks for the production configuration and writes it to a file. */
import { announce } from './composition/announce';
import { ENVIRONMENT_FILE } from './composition/environmentFile';
import { runSetup } from './composition/setup';
import { openTerminal } from './composition/terminal';

const terminal = openTerminal();
process.exitCode = await runSetup({
  words: process.argv.slice(2),
  variables: process.env,
  file: ENVIRONMENT_FILE,
  terminal,
  say: announce,
});
terminal?.close();
