/**
 * Implements `npm run vpn`, which prepares the VPN panel for a rollback to a version that ends access by a date. Such a
 * version sends no status, so its renewals would not activate credentials that this version disabled.
 */
import { createRemnawaveNetwork } from '../adapters/remnawave/remnawaveNetwork';
import { EnvironmentReader } from '../configuration/environment';
import { readVpn } from '../configuration/vpn';
import { systemClock } from '../ports/clock';
import { endByDate } from '../usecases/connect/endByDate';
import { CommandRejected, type OperatorCommand, runOnDatabase } from './operatorCommand';

export const VPN_COMMAND_USAGE = `Prepares the VPN panel for a rollback. The database is DATABASE_URL, or the embedded one in DATA_DIR (.data).

  npm run vpn -- before-rollback

Stop all instances of the server first. Credentials that the server disabled end by a date instead, within a
minute. Credentials that an administrator of the VPN panel disabled do not change. The command can be repeated.`;

/** Runs one command. Resolves to the exit code: 0 on success, 1 if the command is rejected, 2 if the usage is wrong. */
export async function runVpnCommand(command: OperatorCommand & { fetch?: typeof fetch }): Promise<0 | 1 | 2> {
  const { words, variables, say, complain } = command;
  if (words.length !== 1 || words[0] !== 'before-rollback') {
    complain(VPN_COMMAND_USAGE);
    return 2;
  }
  return runOnDatabase(command, async (db) => {
    const environment = new EnvironmentReader(variables);
    const vpn = readVpn(environment);
    environment.rejectProblems();
    if (vpn === undefined)
      throw new CommandRejected('No VPN panel is configured. Nothing needs to be changed.');
    const silent = (): void => undefined;
    const network = createRemnawaveNetwork({
      ...vpn.panel,
      clock: systemClock,
      logger: { debug: silent, info: silent, warn: messageTo(complain), error: messageTo(complain) },
      ...(command.fetch === undefined ? {} : { fetch: command.fetch }),
    });
    const count = await endByDate({ db, clock: systemClock }, network);
    say(`${count} disabled credentials end by a date now. Start the older version in one minute.`);
  });
}

/** Returns a log function that prints the message only. */
const messageTo =
  (complain: (line: string) => void) =>
  (_details: object, message: string): void =>
    complain(message);
