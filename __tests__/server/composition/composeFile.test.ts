/** Tests that `deploy/compose.yaml` and `deploy/dump.sh` match the configuration and the privacy policy. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { composeVariables } from '../../../src/server/composition/setup';
import { FILE_SUFFIX, variable, VARIABLE_NAMES } from '../../../src/server/configuration/variables';
import { CUSTOMER_ERROR_MESSAGES } from '../../../src/server/texts/errors';
import { BACKUP_DAYS_MAX } from '../../../src/shared/personalData';
import { ROOT } from '../../support/sourceTree';

const compose = fs.readFileSync(path.join(ROOT, 'deploy/compose.yaml'), 'utf8');

it('passes every secret variable to the server as a file', () => {
  for (const name of VARIABLE_NAMES.filter((each) => variable(each).secret === true)) {
    expect(compose).toContain(`\n      ${name}${FILE_SUFFIX}: /run/secrets/${name}\n`);
    expect(compose).toContain(`\n      - ${name}\n`);
    expect(compose).toContain(`\n  ${name}: { file: ./secrets/${name} }\n`);
  }
});

/** Text of each service, by name. */
const serviceTexts = (): Map<string, string> =>
  new Map(
    [...compose.matchAll(/^ {2}([a-z]+):\n((?: {4}.*\n| *\n)+)/gm)].flatMap(([, name = '', text = '']) =>
      text.includes('    image:') ? [[name, text] as const] : [],
    ),
  );

it('confines every container, and limits its memory', () => {
  expect(compose).toContain(
    "x-confined: &confined\n  cap_drop: [ALL]\n  security_opt: ['no-new-privileges:true']\n  logging:\n",
  );
  expect([...serviceTexts().keys()]).toEqual([
    'server',
    'database',
    'dump',
    'proxy',
    'prometheus',
    'grafana',
  ]);
  for (const [name, text] of serviceTexts()) {
    expect([name, text]).toEqual([name, expect.stringContaining('    <<: *confined\n')]);
    expect([name, text]).toEqual([name, expect.stringMatching(/^ {4}mem_limit: \d+[mg]$/m)]);
  }
});

it('gives the environment file to the server only', () => {
  const readers = [...serviceTexts()].filter(([, text]) => /env_file/.test(text)).map(([name]) => name);
  expect(readers).toEqual(['server']);
  for (const [, text] of serviceTexts())
    if (!/env_file/.test(text))
      expect(text).not.toMatch(/SESSION_SECRET|SMTP_URL|YOOKASSA|CLOUDPAYMENTS|FIREBASE/);
});

it('sets only variables that the server reads', () => {
  const [, server = ''] = /^ {2}server:\n([^]*?)\n\n/m.exec(compose) ?? [];
  const names = [...server.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(10);
  const known = VARIABLE_NAMES.flatMap((name) => [name, `${name}${FILE_SUFFIX}`]);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

it('sets the variables that the setup does not ask for', () => {
  const { TRUSTED_PROXIES, ...others } = composeVariables('/folder');
  expect(compose).toContain(`\n      TRUSTED_PROXIES: '${TRUSTED_PROXIES}'\n`);
  for (const name of Object.keys(others)) expect(compose).toMatch(new RegExp(`^ {6}${name}: /`, 'm'));
});

it('runs a version of Caddy that holds requests with a body while the server restarts', () => {
  const [, ...version] = /caddy:(\d+)\.(\d+)\.(\d+)-alpine/.exec(compose) ?? [];
  const [major = 0, minor = 0, patch = 0] = version.map(Number);
  expect((major * 1000 + minor) * 1000 + patch).toBeGreaterThanOrEqual(2_011_002);
});

describe('dump.sh', () => {
  let folder: string;

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-dumps-'));
  });

  afterEach(() => {
    fs.rmSync(folder, { recursive: true });
  });

  const dump = (days: string) =>
    spawnSync('sh', [path.join(ROOT, 'deploy/dump.sh'), 'once'], {
      env: { PATH: process.env['PATH'], DUMP_FOLDER: folder, DUMP_DAYS: days, PGHOST: folder },
      encoding: 'utf8',
    });

  it('keeps dumps no longer than the privacy policy says', () => {
    expect(compose).toContain(`DUMP_DAYS: '${BACKUP_DAYS_MAX}'`);
    for (const days of [String(BACKUP_DAYS_MAX + 1), '0', 'ever']) {
      const { status, stderr } = dump(days);
      expect([status, stderr]).toEqual([
        1,
        `DUMP_DAYS must be a whole number from 1 to ${BACKUP_DAYS_MAX}\n`,
      ]);
    }
    expect(dump(String(BACKUP_DAYS_MAX)).stderr).not.toContain('DUMP_DAYS');
  });
});

it.each([
  ['deploy/nginx.conf', 4, 4],
  // Caddy passes large requests to the server.
  ['deploy/Caddyfile', 2, 0],
])(
  '%s responds with the sentences of the product while no server responds',
  (file, unavailable, tooLarge) => {
    const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
    const { UNAVAILABLE, BODY_TOO_LARGE } = CUSTOMER_ERROR_MESSAGES;
    expect(text.split(UNAVAILABLE).length - 1).toBe(unavailable);
    expect(text.split(BODY_TOO_LARGE).length - 1).toBe(tooLarge);
    expect(text).toContain(JSON.stringify({ error: { code: 'UNAVAILABLE', message: UNAVAILABLE } }));
    expect(text).toContain('Retry-After');
  },
);
