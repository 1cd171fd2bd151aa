/** Tests `npm run setup`: in a real pseudo-terminal, with scripted answers, and without a terminal. */
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { freePort } from '../../../.ci/freePort.mjs';
import { COMPOSE_SECRETS, runSetup } from '../../../src/server/composition/setup';
import { NoAnswer, type Terminal } from '../../../src/server/composition/terminal';
import { readProductionConfiguration } from '../../../src/server/configuration/productionConfiguration';
import { ROOT } from '../../support/sourceTree';

const API_SECRET = '4f0c9a7be21d5836c0e94b7fa1d2835e';

let folder: string;
let file: string;
let keyFile: string;
let closedPort: number;

beforeAll(async () => {
  closedPort = await freePort();
});

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-setup-'));
  file = path.join(folder, '.env');
  keyFile = path.join(folder, 'key.json');
  const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  fs.writeFileSync(
    keyFile,
    JSON.stringify(
      { project_id: 'shop', client_email: 'push@shop.example', private_key: privateKey },
      null,
      2,
    ),
  );
});

afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Answers by the beginning of the question. The answers of a question are used one after another. */
const answers = (changes: Record<string, string[]> = {}): Record<string, string[]> => ({
  'Can customers sign in with Google?': ['n'],
  'Does the product send push notifications': [''],
  'Do customers pay at CloudPayments?': [''],
  'Is the server behind a reverse proxy?': [''],
  'Does a Remnawave panel deliver VPN access?': ['n'],
  'PUBLIC_URL:': ['https://shop.example'],
  'DATABASE_URL:': [`postgres://nobody@127.0.0.1:${closedPort}/none`],
  'SMTP_URL:': [`smtp://mail:typed-password@127.0.0.1:${closedPort}`],
  'MAIL_FROM:': ['Shop <mail@shop.example>'],
  'CLOUDPAYMENTS_PUBLIC_ID:': ['pk_0123456789'],
  'CLOUDPAYMENTS_API_SECRET:': [API_SECRET],
  'FIREBASE_PROJECT_ID:': ['shop'],
  'Path of the file with the JSON key': [keyFile],
  ...changes,
});

async function run(
  given: Record<string, string[]> | null,
  options: { words?: string[]; variables?: Record<string, string> } = {},
) {
  const said: string[] = [];
  const questions: { question: string; isHidden: boolean }[] = [];
  const terminal: Terminal = {
    ask: (question, { isHidden = false } = {}) => {
      questions.push({ question, isHidden });
      const found = Object.entries(given ?? {}).find(([start]) => question.startsWith(start));
      const answer = found?.[1].shift();
      return answer === undefined ? Promise.reject(new NoAnswer(question)) : Promise.resolve(answer);
    },
    close: () => undefined,
  };
  const code = await runSetup({
    words: options.words ?? [],
    variables: options.variables ?? {},
    file,
    terminal: given === null ? null : terminal,
    say: (line) => said.push(line),
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  });
  return { code, said: said.join('\n'), questions };
}

const readMode = (name: string): number => fs.statSync(path.join(folder, name)).mode & 0o777;
const written = (): NodeJS.Dict<string> => parseEnv(fs.readFileSync(file, 'utf8'));

it('asks for what is required, generates secrets, and writes a file that production accepts', async () => {
  const { said, questions } = await run(answers());
  expect(readMode('.env')).toBe(0o600);
  const configuration = readProductionConfiguration(written());
  expect(configuration).toMatchObject({
    publicUrl: 'https://shop.example',
    trustedProxies: 1,
    firebase: { googleSignIn: false, serviceAccount: { projectId: 'shop' } },
    mail: { from: 'Shop <mail@shop.example>' },
    vpn: undefined,
  });
  expect(written()['SESSION_SECRET']).toMatch(/^[\w-]{64}$/);
  expect(said).toContain(`password ${String(configuration.staffAccess.firstAdmin.password)}`);
  expect(said).toMatch(/^PROBLEM +mail/m);
  const hidden = questions.filter(({ isHidden }) => isHidden).map(({ question }) => question.split(':')[0]);
  expect(hidden).toEqual(['DATABASE_URL', 'SMTP_URL', 'CLOUDPAYMENTS_API_SECRET']);
});

it('prints the exact addresses for the card provider, Firebase, the VPN panel and DNS', async () => {
  const { said } = await run(
    answers({
      'Can customers sign in with Google?': ['y'],
      'FIREBASE_API_KEY:': ['web-key'],
      'FIREBASE_AUTH_DOMAIN:': ['shop.firebaseapp.com'],
      'Does a Remnawave panel deliver VPN access?': ['y'],
      'REMNAWAVE_URL:': ['https://panel.example'],
      'REMNAWAVE_TOKEN:': ['panel-token'],
      'REMNAWAVE_SQUADS:': ['5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11'],
    }),
    { variables: { VPN_LINK_BASE_URL: 'https://go.example' } },
  );
  for (const kind of ['check', 'pay', 'fail', 'confirm', 'refund', 'cancel', 'recurrent', 'receipt'])
    expect(said).toMatch(
      new RegExp(`^ +${kind} +https://shop\\.example/api/webhooks/cloudpayments/${kind}$`, 'm'),
    );
  expect(said).toContain('authorized domains: shop.example');
  expect(said).toContain('https://shop.firebaseapp.com/__/auth/handler');
  expect(said).toContain('VPN panel https://panel.example:');
  expect(said).toContain('users:stream');
  expect(said).toContain('https://go.example/s/');
  expect(said).toContain('this server: shop.example, go.example');
  expect(said).not.toMatch(/panel-token|4f0c9a7b|typed-password|PRIVATE KEY/);
});

it('asks for several domains of device links, and names each of them', async () => {
  const withDomains = (...domains: string[]) =>
    run(
      answers({
        'Does a Remnawave panel deliver VPN access?': ['y'],
        'REMNAWAVE_URL:': ['https://panel.example'],
        'REMNAWAVE_TOKEN:': ['panel-token'],
        'REMNAWAVE_SQUADS:': ['5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11'],
        'VPN_LINK_BASE_URL:': domains,
      }),
    );
  const { said } = await withDomains(
    'https://go.example, http://go2.example',
    'https://go.example, https://go2.example',
  );
  expect(said).toContain('VPN_LINK_BASE_URL must be a URL like https://host');
  expect(readProductionConfiguration(written()).vpnLinkBaseUrls).toEqual([
    'https://go.example',
    'https://go2.example',
  ]);
  expect(said).toContain('links of https://go.example/s/, https://go2.example/s/;');
  expect(said).toContain('this server: shop.example, go.example, go2.example');
  fs.rmSync(file);
  const alone = await withDomains('');
  expect(alone.said).toContain('links of https://shop.example/s/;');
});

it('asks for nothing of Firebase if Google sign-in and push notifications are off, and says what is lost', async () => {
  const { said, questions } = await run(answers({ 'Does the product send push notifications': ['n'] }));
  expect(questions.some(({ question }) => /FIREBASE|JSON key/.test(question))).toBe(false);
  expect(Object.keys(written()).filter((name) => name.startsWith('FIREBASE'))).toEqual([]);
  expect(readProductionConfiguration(written()).firebase).toMatchObject({
    projectId: '',
    serviceAccount: undefined,
  });
  expect(said).toContain('Firebase is not used:');
  expect(said).not.toContain('Firebase console');
  expect(said).toMatch(/^ok +pushes +Push notifications are switched off\.$/m);
});

it('asks for the shop of YooKassa instead if customers pay there', async () => {
  const { said, questions } = await run(
    answers({
      'Do customers pay at CloudPayments?': ['n'],
      'YOOKASSA_SHOP_ID:': ['100500'],
      'YOOKASSA_SECRET_KEY:': ['live_secret_key_of_the_test_0123456789'],
    }),
  );
  expect(questions.some(({ question }) => question.startsWith('CLOUDPAYMENTS_'))).toBe(false);
  expect(readProductionConfiguration(written())).toMatchObject({
    cardProvider: 'yookassa',
    cloudPayments: undefined,
  });
  expect(said).toContain('  https://shop.example/api/webhooks/yookassa');
  expect(said).not.toContain('webhooks/cloudpayments');
});

it('repeats a question until the answer is valid', async () => {
  const { said } = await run(
    answers({
      'PUBLIC_URL:': ['http://shop.example', '', 'https://shop.example/'],
      'MAIL_FROM:': ["it's", 'Shop <mail@shop.example>'],
      'Path of the file with the JSON key': ['/none', file, keyFile],
    }),
  );
  expect(said).toContain('PUBLIC_URL must be a URL like https');
  expect(said).toContain('/none cannot be read.');
  expect(written()['PUBLIC_URL']).toBe('https://shop.example/');
  expect(readProductionConfiguration(written()).publicUrl).toBe('https://shop.example');
});

it('changes an existing file only after a confirmation, and keeps its lines', async () => {
  const before = "# my notes\nMAIL_FROM='Old <old@shop.example>'\nSTAFF_PASSWORD=\nPUBLIC_URL=nonsense\n";
  fs.writeFileSync(file, before);
  const refused = await run(answers({ 'Change ': [''] }));
  expect(refused.code).toBe(1);
  expect(refused.said).toContain('Nothing was changed.');
  expect(fs.readFileSync(file, 'utf8')).toBe(before);

  const { questions } = await run(answers({ 'Change ': ['y'] }));
  expect(questions.some(({ question }) => question.startsWith('MAIL_FROM'))).toBe(false);
  expect(fs.readFileSync(file, 'utf8')).toMatch(
    /^# my notes\nMAIL_FROM='Old <old@shop\.example>'\nSTAFF_PASSWORD=\nPUBLIC_URL=https:\/\/shop\.example\n/,
  );
  expect(readMode('.env')).toBe(0o600);

  const { SESSION_SECRET } = written();
  const again = await run({ 'Change ': ['y'], 'Does a Remnawave': ['n'] });
  expect(again.questions).toHaveLength(2);
  expect(written()['SESSION_SECRET']).toBe(SESSION_SECRET);
});

it('changes nothing if the input ends before the last answer', async () => {
  const { code, said } = await run(answers({ 'FIREBASE_PROJECT_ID:': [] }));
  expect(code).toBe(1);
  expect(said).toContain('Nothing was changed.');
  expect(fs.readdirSync(folder)).toEqual(['key.json']);
});

it('writes secrets to separate files for the Compose file, and no secret to .env', async () => {
  const { said } = await run(answers(), { words: ['--compose'] });
  expect(fs.readFileSync(file, 'utf8')).not.toMatch(/SECRET|PASSWORD|SMTP_URL|DATABASE_URL|SERVICE_ACCOUNT/);
  expect(readMode('secrets')).toBe(0o700);
  expect(fs.readdirSync(path.join(folder, 'secrets')).sort()).toEqual(
    [...COMPOSE_SECRETS, 'DATABASE_PASSWORD'].sort(),
  );
  const secrets = Object.fromEntries(
    COMPOSE_SECRETS.map((name) => [`${name}_FILE`, path.join(folder, 'secrets', name)]),
  );
  const { databaseUrl } = readProductionConfiguration({ ...written(), ...secrets });
  const password = fs.readFileSync(path.join(folder, 'secrets', 'DATABASE_PASSWORD'), 'utf8');
  expect(databaseUrl).toBe(`postgres://prosvet:${password}@database/prosvet`);
  expect(said).not.toMatch(/^(ok|PROBLEM) +database/m);
  // The Compose file sets both variables.
  expect(said).not.toMatch(/TRUSTED_PROXIES|ERASURE_JOURNAL/);

  const kept = fs.readFileSync(path.join(folder, 'secrets', 'SESSION_SECRET'), 'utf8');
  await run({ 'Change ': ['y'], 'Does a Remnawave': ['n'] }, { words: ['--compose'] });
  expect(fs.readFileSync(path.join(folder, 'secrets', 'SESSION_SECRET'), 'utf8')).toBe(kept);
});

it('prints what is missing without a terminal, and exits with 1', async () => {
  const { code, said } = await run(null, { variables: { PUBLIC_URL: 'https://shop.example' } });
  expect(code).toBe(1);
  expect(said).toContain('SMTP_URL or SMTP_URL_FILE is missing');
  expect(said).not.toContain('PUBLIC_URL is missing');
  expect(fs.readdirSync(folder)).toEqual(['key.json']);
});

it('rejects unknown arguments', async () => {
  expect((await run(answers(), { words: ['--force'] })).code).toBe(2);
});

/** Starts the setup in a pseudo-terminal, which `script` of util-linux provides. */
function startInTerminal() {
  const module = path.join(ROOT, '__tests__/support/setupProcess.ts');
  const loader = path.join(ROOT, 'node_modules/tsx/dist/loader.mjs');
  const child = spawn(
    'script',
    [
      '--quiet',
      '--return',
      '--command',
      `"${process.execPath}" --import "${loader}" "${module}"`,
      '/dev/null',
    ],
    { cwd: folder, env: { ...process.env, NODE_ENV: 'test', TERM: 'dumb' } },
  );
  let shown = '';
  const listeners = new Set<() => void>();
  child.stdout.on('data', (part: Buffer) => {
    shown += part.toString('utf8');
    for (const listener of listeners) listener();
  });
  const exited = once(child, 'close').then(([code]) => code as number);
  return {
    exited,
    shown: () => shown,
    /** Types a line when the terminal shows the question. */
    answer: async (question: string, line: string) => {
      await new Promise<void>((resolve, reject) => {
        const check = () => {
          if (shown.includes(question)) resolve();
        };
        listeners.add(check);
        check();
        void exited.then(() => reject(new Error(`ended before «${question}»:\n${shown}`)));
      });
      child.stdin.write(line);
    },
  };
}

it('works in a terminal, and displays no typed secret', async () => {
  const terminal = startInTerminal();
  for (const [question, [line = '']] of Object.entries(answers()))
    await terminal.answer(question, `${line}\n`);
  expect(await terminal.exited).toBe(1);
  expect(terminal.shown()).toContain('https://shop.example/api/webhooks/cloudpayments/check');
  expect(terminal.shown()).toContain('Shop <mail@shop.example>');
  expect(terminal.shown()).not.toMatch(/4f0c9a7b|typed-password/);
  expect(readMode('.env')).toBe(0o600);
  expect(written()['CLOUDPAYMENTS_API_SECRET']).toBe(API_SECRET);
});

it('writes nothing if the operator presses Ctrl+C', async () => {
  const terminal = startInTerminal();
  await terminal.answer('Can customers sign in with Google?', '\x03');
  expect(await terminal.exited).toBe(1);
  expect(terminal.shown()).toContain('Nothing was changed.');
  expect(fs.readdirSync(folder)).toEqual(['key.json']);
});
