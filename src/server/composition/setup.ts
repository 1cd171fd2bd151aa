/**
 * Implements `npm run setup`: asks for the values that production requires, generates secrets, writes the environment
 * file, runs the doctor, and prints what the operator must enter at the external services. Existing values are kept, and
 * no file is changed without a confirmation.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { NOTIFICATION_KINDS } from '../adapters/cloudPayments/cloudPaymentsNotifications';
import { ConfigurationRejected, type EnvironmentVariables } from '../configuration/environment';
import { environmentLine } from '../configuration/environmentFile';
import {
  type ProductionConfiguration,
  readProductionConfiguration,
} from '../configuration/productionConfiguration';
import {
  FILE_SUFFIX,
  variable,
  VARIABLE_NAMES,
  type VariableName,
  VARIABLES,
} from '../configuration/variables';
import { createPassword } from '../usecases/staff/passwords';
import { DATABASE_CHECK, LINKS_CHECK, runDoctor } from './doctor';
import { NoAnswer, type Terminal } from './terminal';

const SETUP_USAGE = `Asks for the production configuration and writes it to the file .env in this folder.

  npm run setup
  npm run setup -- --compose    for deploy/compose.yaml: writes each secret to a file in the folder secrets`;

const COMPOSE = '--compose';

/** Folder of the secret files, next to the environment file. */
const SECRETS_FOLDER = 'secrets';

/** File with the password of the database user that `deploy/compose.yaml` creates. */
const DATABASE_PASSWORD_FILE = 'DATABASE_PASSWORD';

/**
 * Returns variables that `deploy/compose.yaml` sets, so that the setup does not ask for them or warn about them. The folder
 * of the erasure journal exists only in the container. The returned path is in a folder that exists on this machine.
 */
export const composeVariables = (folder: string) => ({
  TRUSTED_PROXIES: '1',
  ERASURE_JOURNAL: path.resolve(folder, 'erasures'),
});

/** Secrets that `deploy/compose.yaml` mounts. An optional secret that is not used is an empty file. */
export const COMPOSE_SECRETS = VARIABLE_NAMES.filter((name) => variable(name).secret === true);

export interface Setup {
  /** Command-line arguments. */
  words: readonly string[];
  /** Variables of this process, which have priority over the file. */
  variables: EnvironmentVariables;
  /** Path of the environment file. */
  file: string;
  /** Terminal of the operator, or null if the process has no terminal. */
  terminal: Terminal | null;
  say: (line: string) => void;
  /** Function that replaces `fetch` in tests. */
  fetch?: typeof fetch;
}

/** Runs the setup. Resolves to the exit code: 0 on success, 1 if something is missing or a check failed, 2 if the usage is wrong. */
export async function runSetup(setup: Setup): Promise<0 | 1 | 2> {
  if (setup.words.some((word) => word !== COMPOSE)) {
    setup.say(SETUP_USAGE);
    return 2;
  }
  const draft = await Draft.open(setup, setup.words.includes(COMPOSE));
  if (setup.terminal === null) return reportMissing(setup, draft);
  try {
    return await askAndWrite(setup, draft, setup.terminal);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    setup.say('\nNothing was changed.');
    return 1;
  }
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Values of the environment file and of the secret files, before they are written. */
class Draft {
  readonly answers = new Map<VariableName, string>();
  /** Answers that go to the file as `<name>_FILE`, because the value is in a file of the operator. */
  readonly paths = new Map<VariableName, string>();

  private constructor(
    readonly setup: Setup,
    readonly isCompose: boolean,
    /** Text of the existing environment file, or null if there is none. */
    readonly before: string | null,
    /** Values of the existing secret files by name. */
    readonly secretsBefore: ReadonlyMap<string, string>,
  ) {}

  static async open(setup: Setup, isCompose: boolean): Promise<Draft> {
    const secrets = new Map<string, string>();
    const folder = path.join(path.dirname(setup.file), SECRETS_FOLDER);
    for (const name of isCompose ? [...COMPOSE_SECRETS, DATABASE_PASSWORD_FILE] : []) {
      const text = (await readText(path.join(folder, name)))?.trim() ?? '';
      if (text !== '') secrets.set(name, text);
    }
    return new Draft(setup, isCompose, await readText(setup.file), secrets);
  }

  get exists(): boolean {
    return this.before !== null || this.secretsBefore.size > 0;
  }

  /** Returns the variables with which the server would start. */
  variables(): EnvironmentVariables {
    const merged: Record<string, string | undefined> = {
      ...parseEnv(this.before ?? ''),
      ...Object.fromEntries(this.secretsBefore),
      ...this.setup.variables,
      ...Object.fromEntries(this.answers),
      ...(this.isCompose ? composeVariables(path.dirname(this.setup.file)) : {}),
    };
    for (const [name, file] of this.paths) {
      merged[name] = '';
      merged[`${name}${FILE_SUFFIX}`] = file;
    }
    return merged;
  }

  has(name: VariableName): boolean {
    const variables = this.variables();
    return [name, `${name}${FILE_SUFFIX}`].some((each) => (variables[each] ?? '').trim() !== '');
  }

  /** Returns the configuration, or the errors in it. */
  read(): ProductionConfiguration | readonly string[] {
    try {
      return readProductionConfiguration(this.variables());
    } catch (error) {
      if (error instanceof ConfigurationRejected) return error.problems;
      throw error;
    }
  }

  /** Writes the environment file with mode 600, and the secret files. Lines that did not change are kept. */
  async write(): Promise<void> {
    const lines = (this.before ?? '').split('\n');
    if (lines.at(-1) === '') lines.pop();
    const put = (name: string, value: string): void => {
      const line = environmentLine(name, value);
      const at = lines.findIndex((each) => each.startsWith(`${name}=`));
      if (at === -1) lines.push(line);
      else lines[at] = line;
    };
    const secrets = new Map<string, string>();
    for (const [name, value] of this.answers) {
      if (this.isCompose && variable(name).secret === true) secrets.set(name, value);
      else put(name, value);
    }
    for (const [name, file] of this.paths) put(`${name}${FILE_SUFFIX}`, file);
    if (this.isCompose) await this.#writeSecrets(secrets);
    await writeAtomically(this.setup.file, `${lines.join('\n')}\n`, 0o600);
  }

  /**
   * Writes the secret files. The users of the containers must be able to read the files that Docker mounts, so only the
   * folder is closed to other users of this machine.
   */
  async #writeSecrets(secrets: ReadonlyMap<string, string>): Promise<void> {
    const folder = path.join(path.dirname(this.setup.file), SECRETS_FOLDER);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    const url = secrets.get('DATABASE_URL');
    const all = new Map(
      url === undefined ? secrets : [...secrets, [DATABASE_PASSWORD_FILE, new URL(url).password]],
    );
    for (const name of [...COMPOSE_SECRETS, DATABASE_PASSWORD_FILE]) {
      const value = all.get(name);
      const isMissing = (await readText(path.join(folder, name))) === null;
      if (value !== undefined || isMissing)
        await writeAtomically(path.join(folder, name), value ?? '', 0o644);
    }
  }
}

async function writeAtomically(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.draft`;
  await writeFile(draft, text, { mode: 0o600 });
  await chmod(draft, mode);
  await rename(draft, file);
}

function reportMissing({ say }: Setup, draft: Draft): 0 | 1 {
  const result = draft.read();
  if (!isProblems(result)) {
    say('The configuration is complete. Run npm run doctor to check it against the live services.');
    return 0;
  }
  say('The setup needs a terminal to ask for these values:');
  for (const problem of result) say(`  - ${problem}`);
  return 1;
}

const isProblems = (result: ProductionConfiguration | readonly string[]): result is readonly string[] =>
  Array.isArray(result);

/** Returns the variable to which an error of the configuration belongs, or null if the operator must edit the file. */
function parseVariable(problem: string): VariableName | null {
  const [word = ''] = problem.split(' ');
  const name = word.endsWith(FILE_SUFFIX) ? word.slice(0, -FILE_SUFFIX.length) : word;
  return VARIABLE_NAMES.find((each) => each === name) ?? null;
}

async function confirm(terminal: Terminal, question: string, byDefault: boolean): Promise<boolean> {
  const answer = (await terminal.ask(`${question} ${byDefault ? '[Y/n]' : '[y/N]'} `)).toLowerCase();
  return answer === '' ? byDefault : answer.startsWith('y');
}

/** Asks for one value and stores the answer in the draft. */
async function askFor(draft: Draft, terminal: Terminal, name: VariableName): Promise<void> {
  const { meaning, secret, example } = variable(name);
  const text = meaning.replaceAll('`', '');
  if (name === 'FIREBASE_SERVICE_ACCOUNT') {
    const file = path.resolve(await terminal.ask(`Path of the file with the ${text}: `));
    const json = await readText(file).catch(() => null);
    if (json === null) draft.setup.say(`${file} cannot be read.`);
    else if (draft.isCompose) draft.answers.set(name, json.trim());
    else draft.paths.set(name, file);
    return;
  }
  const hint = example === '' ? '' : ` (example: ${example})`;
  const answer = await terminal.ask(`${name}: ${text}${hint}: `, { isHidden: secret === true });
  if (/['\r\n]/.test(answer)) draft.setup.say(`${name} must not contain an apostrophe.`);
  else if (answer !== '') draft.answers.set(name, answer);
}

/** Asks the questions whose answers decide which other values are required. */
async function askForChoices(draft: Draft, terminal: Terminal): Promise<void> {
  const { answers } = draft;
  if (!draft.has('GOOGLE_SIGN_IN') && !(await confirm(terminal, 'Can customers sign in with Google?', true)))
    answers.set('GOOGLE_SIGN_IN', 'false');
  if (
    !draft.has('PUSH_NOTIFICATIONS') &&
    !draft.has('FIREBASE_SERVICE_ACCOUNT') &&
    !(await confirm(terminal, 'Does the product send push notifications to its own application?', true))
  )
    answers.set('PUSH_NOTIFICATIONS', 'false');
  const isProviderChosen = (['CARD_PROVIDER', 'CLOUDPAYMENTS_PUBLIC_ID', 'YOOKASSA_SHOP_ID'] as const).some(
    (name) => draft.has(name),
  );
  if (
    !isProviderChosen &&
    !(await confirm(terminal, 'Do customers pay at CloudPayments? (no: at YooKassa)', true))
  )
    answers.set('CARD_PROVIDER', 'yookassa');
  if (!draft.has('TRUSTED_PROXIES')) {
    const isBehindProxy = await confirm(terminal, 'Is the server behind a reverse proxy?', true);
    answers.set('TRUSTED_PROXIES', isBehindProxy ? '1' : '0');
  }
  if (
    !draft.has('REMNAWAVE_URL') &&
    (await confirm(terminal, 'Does a Remnawave panel deliver VPN access?', true))
  ) {
    while (!draft.has('REMNAWAVE_URL')) await askFor(draft, terminal, 'REMNAWAVE_URL');
    // Without an answer, the device links have the domain of the shop.
    if (!draft.has('VPN_LINK_BASE_URL')) await askFor(draft, terminal, 'VPN_LINK_BASE_URL');
  }
}

/** Generates the secrets that belong to this installation only. */
function generateSecrets(draft: Draft): void {
  const { answers } = draft;
  if (!draft.has('SESSION_SECRET')) answers.set('SESSION_SECRET', randomBytes(48).toString('base64url'));
  if (!draft.exists && !draft.has('STAFF_PASSWORD')) answers.set('STAFF_PASSWORD', createPassword());
  if (draft.isCompose && !draft.has('DATABASE_URL')) {
    const password = randomBytes(24).toString('base64url');
    answers.set('DATABASE_URL', `postgres://prosvet:${password}@database/prosvet`);
  }
}

/** Asks until the configuration has no error. Returns null if an error belongs to no single variable. */
async function complete(draft: Draft, terminal: Terminal): Promise<ProductionConfiguration | null> {
  const asked = new Set<VariableName>();
  for (;;) {
    const result = draft.read();
    if (!isProblems(result)) return result;
    const name = VARIABLE_NAMES.find((each) => result.some((problem) => parseVariable(problem) === each));
    if (name === undefined) {
      for (const each of result) draft.setup.say(each);
      return null;
    }
    if (asked.has(name) || draft.has(name)) {
      for (const problem of result.filter((each) => parseVariable(each) === name))
        draft.setup.say(`${problem}.`);
    }
    asked.add(name);
    await askFor(draft, terminal, name);
  }
}

async function askAndWrite(setup: Setup, draft: Draft, terminal: Terminal): Promise<0 | 1> {
  const { say, file } = setup;
  if (draft.exists) {
    say(`${file} exists. The setup keeps its values and adds what is missing.`);
    if (!(await confirm(terminal, `Change ${file}?`, false))) {
      say('Nothing was changed.');
      return 1;
    }
  }
  generateSecrets(draft);
  await askForChoices(draft, terminal);
  const configuration = await complete(draft, terminal);
  if (configuration === null) {
    say('Nothing was changed.');
    return 1;
  }
  await draft.write();
  say(`\nWrote ${file}${draft.isCompose ? ` and the folder ${SECRETS_FOLDER}` : ''}.\n`);
  const code = await runDoctor({
    variables: draft.variables(),
    say,
    ...(setup.fetch === undefined ? {} : { fetch: setup.fetch }),
    // The list of VPN apps is in the database, and the database of the Compose file does not run yet.
    without: draft.isCompose ? [DATABASE_CHECK, LINKS_CHECK] : [LINKS_CHECK],
  });
  say(instructions(configuration));
  const password = draft.answers.get('STAFF_PASSWORD');
  if (password !== undefined) {
    const username = configuration.staffAccess.firstAdmin.username ?? VARIABLES.STAFF_USERNAME.default;
    say(`\nFirst admin of the staff console: ${username}, password ${password}`);
  }
  return code;
}

/** Returns what the operator must enter at the external services. */
function instructions(configuration: ProductionConfiguration): string {
  const { cloudPayments, publicUrl, firebase, vpn, vpnLinkBaseUrls, yooKassa } = configuration;
  const width = Math.max(...NOTIFICATION_KINDS.map((kind) => kind.length));
  const lines: string[] = [];
  if (cloudPayments !== undefined) {
    lines.push(
      '',
      'CloudPayments dashboard, settings of the terminal: enable these notifications (POST, UTF-8):',
      ...NOTIFICATION_KINDS.map(
        (kind) => `  ${kind.padEnd(width)}  ${publicUrl}/api/webhooks/cloudpayments/${kind}`,
      ),
    );
  }
  if (yooKassa !== undefined) {
    lines.push(
      '',
      'YooKassa dashboard, Integration, HTTP notifications: enable all events of payments and refunds:',
      `  ${publicUrl}/api/webhooks/yookassa`,
      '  Ask the manager to permit autopayments',
    );
  }
  if (firebase.projectId === '')
    lines.push(
      '',
      'Firebase is not used:',
      '  customers sign in by email only, and no push tells an application that its device was detached or asks it to open',
      '  a page; the application notices a detachment at its next request',
    );
  else lines.push('', `Firebase console, project ${firebase.projectId}:`);
  if (firebase.serviceAccount !== undefined)
    lines.push(
      '  Cloud Messaging: enable the API (V1); the service account needs the role for sending messages',
    );
  if (firebase.googleSignIn) {
    lines.push(
      '  Authentication, sign-in method: enable Google',
      `  Authentication, settings, authorized domains: ${new URL(publicUrl).hostname}`,
      `  OAuth client, authorized redirect URI: https://${firebase.authDomain}/__/auth/handler`,
    );
  }
  if (vpn !== undefined) {
    lines.push(
      '',
      `VPN panel ${vpn.panel.url}:`,
      `  ${VARIABLES.REMNAWAVE_TOKEN.meaning.replaceAll('`', '')}`,
      `  users of this product have names that begin with ${vpn.panel.prefix}-; do not rename them`,
      `  customers get links of ${vpnLinkBaseUrls.map((url) => `${url}/s/`).join(', ')}; do not publish the subscription domain of the panel`,
    );
  }
  const urls = [publicUrl, ...vpnLinkBaseUrls, configuration.connectionCheck?.url].filter(
    (url) => url !== undefined,
  );
  const names = [...new Set(urls.map((url) => new URL(url).hostname))];
  lines.push('', `DNS: these names must lead to this server: ${names.join(', ')}`);
  return lines.join('\n');
}
