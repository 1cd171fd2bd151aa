/**
 * Implements `npm run staff`, which manages staff accounts from the command line. The command creates the first
 * administrator, and restores access if a phone is lost or no administrator is enabled. The command uses the database
 * of `DATABASE_URL`, or the embedded database in `DATA_DIR`, and the same use cases as the staff console. Audit log
 * entries of the command have the username `command`.
 */
import { text } from 'node:stream/consumers';
import { STAFF_ROLES, type StaffRole } from '../../shared/staffRoles';
import { normalizeUsername } from '../../shared/staffRules';
import { type Clock, systemClock } from '../ports/clock';
import type { Database } from '../store/database';
import { findStaffAccount } from '../store/staff';
import {
  changeStaffRole,
  createStaff,
  disableStaff,
  enableStaff,
  listStaff,
  resetSecondFactor,
  resetStaffPassword,
} from '../usecases/staff/staffTeam';
import { COMMAND, CommandRejected, type OperatorCommand, printTable, runOnDatabase } from './operatorCommand';

export const STAFF_COMMAND_USAGE = `Staff accounts. The database is DATABASE_URL, or the embedded one in DATA_DIR (.data).

  npm run staff -- list
  npm run staff -- add <username> <${STAFF_ROLES.join('|')}> [--password-stdin]
  npm run staff -- password <username> [--password-stdin]
  npm run staff -- role <username> <${STAFF_ROLES.join('|')}>
  npm run staff -- disable <username>
  npm run staff -- enable <username>
  npm run staff -- reset-totp <username>

A password is generated and printed once, or read from the standard input with --password-stdin; it is
never taken from the command line, which others on the machine can read.`;

const PASSWORD_FROM_INPUT = '--password-stdin';

export interface StaffCommand extends OperatorCommand {
  input: NodeJS.ReadableStream;
}

interface Running {
  deps: { db: Database; clock: Clock };
  say: (line: string) => void;
  /** Returns the password from the standard input, or null if the command must generate a password. */
  readPassword: () => Promise<string | null>;
}

type Action = (running: Running, username: string, role: string) => Promise<void>;

/** Each subcommand with its number of arguments. */
const ACTIONS: ReadonlyMap<string, { arguments: 0 | 1 | 2; run: Action }> = new Map([
  ['list', { arguments: 0, run: list }],
  ['add', { arguments: 2, run: add }],
  ['password', { arguments: 1, run: changePassword }],
  ['role', { arguments: 2, run: changeRole }],
  ['disable', { arguments: 1, run: disable }],
  ['enable', { arguments: 1, run: enable }],
  ['reset-totp', { arguments: 1, run: resetTotp }],
]);

/** Runs one command. Resolves to the exit code: 0 on success, 1 if the command is rejected, 2 if the usage is wrong. */
export async function runStaffCommand(command: StaffCommand): Promise<0 | 1 | 2> {
  const fromInput = command.words.includes(PASSWORD_FROM_INPUT);
  const [name = '', ...given] = command.words.filter((word) => word !== PASSWORD_FROM_INPUT);
  const action = ACTIONS.get(name);
  if (action?.arguments !== given.length || given.some((word) => word.startsWith('-'))) {
    command.complain(STAFF_COMMAND_USAGE);
    return 2;
  }
  return runOnDatabase(command, async (db) => {
    const running: Running = {
      deps: { db, clock: systemClock },
      say: command.say,
      readPassword: async () => (fromInput ? readPassword(command.input) : null),
    };
    await action.run(running, given[0] ?? '', given[1] ?? '');
  });
}

async function readPassword(input: NodeJS.ReadableStream): Promise<string> {
  const [line = ''] = (await text(input)).split(/\r?\n/);
  if (line === '') throw new CommandRejected('The standard input contains no password.');
  return line;
}

async function findStaffId({ deps }: Running, username: string): Promise<number> {
  const account = await findStaffAccount(deps.db, normalizeUsername(username));
  if (account === null) throw new CommandRejected(`There is no staff account ${username}.`);
  return account.id;
}

function parseRole(word: string): StaffRole {
  const role = STAFF_ROLES.find((each) => each === word);
  if (role === undefined) throw new CommandRejected(`A role is one of ${STAFF_ROLES.join(', ')}.`);
  return role;
}

function printPassword({ say }: Running, username: string, password: string | null): void {
  if (password !== null) say(`Password of ${username}, shown this once: ${password}`);
}

async function list({ deps, say }: Running): Promise<void> {
  const head = ['USERNAME', 'ROLE', 'STATE', 'SECOND FACTOR', 'SESSIONS', 'LAST SIGN-IN'];
  const rows = (await listStaff(deps)).map((member) => [
    member.username,
    member.role,
    member.disabledAt === null ? 'enabled' : 'disabled',
    member.hasSecondFactor ? 'on' : 'off',
    String(member.sessions),
    member.lastSignInAt?.toISOString() ?? 'never',
  ]);
  printTable(say, [head, ...rows]);
}

async function add(running: Running, username: string, role: string): Promise<void> {
  const account = { username, role: parseRole(role), password: await running.readPassword() };
  const made = await createStaff(running.deps, COMMAND, account);
  running.say(`${made.username} is created as ${account.role}.`);
  printPassword(running, made.username, made.password);
}

async function changePassword(running: Running, username: string): Promise<void> {
  const staffId = await findStaffId(running, username);
  const typed = await running.readPassword();
  const { password } = await resetStaffPassword(running.deps, COMMAND, { staffId, password: typed });
  running.say(`${username} has a new password and is signed out everywhere.`);
  printPassword(running, username, password);
}

async function changeRole(running: Running, username: string, role: string): Promise<void> {
  await changeStaffRole(running.deps, COMMAND, {
    staffId: await findStaffId(running, username),
    role: parseRole(role),
  });
  running.say(`${username} is ${role} now.`);
}

async function disable(running: Running, username: string): Promise<void> {
  await disableStaff(running.deps, COMMAND, await findStaffId(running, username));
  running.say(`${username} is disabled and signed out everywhere.`);
}

async function enable(running: Running, username: string): Promise<void> {
  await enableStaff(running.deps, COMMAND, await findStaffId(running, username));
  running.say(`${username} may sign in again.`);
}

async function resetTotp(running: Running, username: string): Promise<void> {
  await resetSecondFactor(running.deps, COMMAND, await findStaffId(running, username));
  running.say(`${username} has no second factor now and is signed out everywhere.`);
}
