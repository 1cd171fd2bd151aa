/**
 * Implements `npm run provider`, which marks a card provider as gone and takes the mark back. The running servers follow
 * the mark within seconds.
 */
import { CLOUD_PAYMENTS } from '../adapters/cloudPayments/cloudPayments';
import { YOOKASSA } from '../adapters/yooKassa/yooKassa';
import { EnvironmentReader } from '../configuration/environment';
import { systemClock } from '../ports/clock';
import {
  markProviderBack,
  markProviderGone,
  readGoneProviders,
} from '../usecases/billing/providerOutage/markProvider';
import { COMMAND, CommandRejected, type OperatorCommand, printTable, runOnDatabase } from './operatorCommand';

/** Names of the card providers, as the database stores them. */
const PROVIDER_NAMES: readonly string[] = [CLOUD_PAYMENTS, YOOKASSA];

export const PROVIDER_COMMAND_USAGE = `Card providers that are gone. The database is DATABASE_URL, or the embedded one in DATA_DIR (.data).

  npm run provider -- status
  npm run provider -- gone <${PROVIDER_NAMES.join('|')}>
  npm run provider -- back <${PROVIDER_NAMES.join('|')}>

While a card provider is gone, it gets no charges and commands, each customer who renews there is asked by
email and on /profile to enter a card again, and no subscription ends because of a missed charge for
GONE_PROVIDER_GRACE_DAYS. Set CARD_PROVIDER to another card provider first.`;

/** Runs one command. Resolves to the exit code: 0 on success, 1 if the command is rejected, 2 if the usage is wrong. */
export async function runProviderCommand(command: OperatorCommand): Promise<0 | 1 | 2> {
  const [action, named, ...others] = command.words;
  const isUsed = action === 'status' ? named === undefined : action === 'gone' || action === 'back';
  if (!isUsed || others.length > 0 || (action !== 'status' && named === undefined)) {
    command.complain(PROVIDER_COMMAND_USAGE);
    return 2;
  }
  return runOnDatabase(command, async (db) => {
    const { say } = command;
    const deps = { db, clock: systemClock };
    if (action === 'gone') {
      const provider = parseProviderName(named);
      const mark = await markProviderGone(deps, COMMAND, { provider, days: readDays(command) });
      if (mark !== null) {
        say(`${provider} is marked as gone. No subscription ends before ${mark.graceUntil.toISOString()}.`);
        // The servers have not yet marked any customer, so the counts would be 0.
        say('The servers now ask its customers for another card. `status` shows how many.');
        return;
      }
      say(`${provider} is already marked as gone. Nothing was changed.`);
    } else if (action === 'back') {
      const provider = parseProviderName(named);
      const mark = await markProviderBack(deps, COMMAND, provider);
      if (mark === null) say(`${provider} is not marked as gone. Nothing was changed.`);
      else say(`${provider} is no longer marked as gone. Missed charges get a new grace period.`);
    }
    const gone = await readGoneProviders(db);
    if (gone.length === 0) {
      say('No card provider is marked as gone.');
      return;
    }
    printTable(say, [
      ['PROVIDER', 'GONE SINCE', 'GRACE UNTIL', 'AFFECTED', 'MOVED', 'WAITING'],
      ...gone.map(({ provider, markedAt, graceUntil, affected, moved, waiting }) => [
        provider,
        markedAt.toISOString(),
        graceUntil.toISOString(),
        ...[affected, moved, waiting].map(String),
      ]),
    ]);
  });
}

/** Returns the card provider with this name, which may be written as in `CARD_PROVIDER`. */
function parseProviderName(word = ''): string {
  const name = PROVIDER_NAMES.find((each) => each.toLowerCase() === word.toLowerCase());
  if (name === undefined)
    throw new CommandRejected(`A card provider is one of ${PROVIDER_NAMES.join(', ')}.`);
  return name;
}

function readDays({ variables }: OperatorCommand): number {
  const environment = new EnvironmentReader(variables);
  const days = environment.integer('GONE_PROVIDER_GRACE_DAYS', 1, 90);
  environment.rejectProblems();
  return days;
}
