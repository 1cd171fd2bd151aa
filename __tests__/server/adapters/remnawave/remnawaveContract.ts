/**
 * Checks the VPN panel adapter and the sandbox's fake panel against the panel's published contract: `npm run
 * check:remnawave`. npm installs the package with the contract into a temporary folder, because the package is licensed
 * under AGPL and must not be a dependency.
 *
 * The adapter opens, changes and closes a VPN credential on the fake panel. The panel's contract must define each request
 * and accept the request body without dropping a field. Each response of the fake panel must match the contract and
 * contain no extra fields.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import {
  createRemnawaveNetwork,
  warnOfPanel,
} from '../../../../src/server/adapters/remnawave/remnawaveNetwork';
import { createFakeVpnPanel } from '../../../../src/server/sandbox/fakeVpnPanel/fakeVpnPanel';
import { SANDBOX_MIGRATIONS } from '../../../../src/server/sandbox/migrations';
import { openEmbeddedDatabase } from '../../../../src/server/store/openDatabase';

/** Version of the VPN panel's contract for which the adapter was written. */
const CONTRACT_PACKAGE = '@remnawave/backend-contract@3.4.15';
const TOKEN = 'check.remnawave.token';
const SQUAD = '5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-remnawave-'));
const seen = new Set<string>();
let failures = 0;

const print = (line: string) => process.stdout.write(`${line}\n`);

function check(what: string, holds: boolean, found: unknown = ''): void {
  if (!holds) failures += 1;
  if (!holds || !seen.has(what)) print(holds ? `ok    ${what}` : `FAIL  ${what}: ${JSON.stringify(found)}`);
  seen.add(what);
}

/** The subset of a zod schema's API that the contract check uses. */
interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: { issues: unknown } };
}

const schema = v.custom<Schema>(
  (value) => typeof value === 'object' && value !== null && 'safeParse' in value,
);
const command = v.object({
  endpointDetails: v.object({ REQUEST_METHOD: v.string() }),
  RequestBodySchema: v.optional(schema),
  RequestQuerySchema: v.optional(schema),
  RequestParamSchema: v.optional(schema),
  ResponseSchema: v.optional(schema),
});
type Command = v.InferOutput<typeof command>;

const packageSchema = v.object({
  CreateUserCommand: command,
  UpdateUserCommand: command,
  GetUserByUsernameCommand: command,
  DeleteUserCommand: command,
  GetUsersStreamCommand: command,
  GetMetadataCommand: command,
  ERRORS: v.record(
    v.string(),
    v.looseObject({ code: v.string(), message: v.string(), httpCode: v.optional(v.number()) }),
  ),
});
type Contract = v.InferOutput<typeof packageSchema>;

function fetchContract(): Contract {
  const { status, stderr } = spawnSync(
    'npm',
    [
      'install',
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefix',
      folder,
      CONTRACT_PACKAGE,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`npm did not install ${CONTRACT_PACKAGE}: ${stderr}`);
  const loaded: unknown = createRequire(path.join(folder, 'package.json'))('@remnawave/backend-contract');
  return v.parse(packageSchema, loaded);
}

/**
 * Returns the command of the panel's contract that matches a request, with the path parameters and the name in the
 * report. Returns null if no command matches.
 */
function findCommand(contract: Contract, method: string, pathname: string): [string, Command, object] | null {
  const username = /^\/api\/users\/by-username\/([^/]+)$/.exec(pathname)?.[1];
  if (username !== undefined) return ['GetUserByUsername', contract.GetUserByUsernameCommand, { username }];
  const userId = /^\/api\/users\/(\d+)$/.exec(pathname)?.[1];
  if (userId !== undefined) return ['DeleteUser', contract.DeleteUserCommand, { userId }];
  switch (`${method} ${pathname}`) {
    case 'POST /api/users/':
      return ['CreateUser', contract.CreateUserCommand, {}];
    case 'PATCH /api/users/':
      return ['UpdateUser', contract.UpdateUserCommand, {}];
    case 'GET /api/users/stream':
      return ['GetUsersStream', contract.GetUsersStreamCommand, {}];
    case 'GET /api/system/metadata':
      return ['GetMetadata', contract.GetMetadataCommand, {}];
    default:
      return null;
  }
}

/**
 * Returns the names of fields that the schema dropped without an error: fields of `sent` that are missing in `taken`.
 */
function missing(sent: unknown, taken: unknown, at = ''): string[] {
  if (typeof sent !== 'object' || sent === null || sent instanceof Date) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const held: unknown = typeof taken === 'object' && taken !== null ? Reflect.get(taken, name) : undefined;
    return held === undefined && value !== undefined
      ? [`${at}${name}`]
      : missing(value, held, `${at}${name}.`);
  });
}

function fits(what: string, by: Schema | undefined, value: unknown): void {
  if (by === undefined) {
    check(`${what} has no body`, value === null || value === undefined, value);
    return;
  }
  const parsed = by.safeParse(value);
  check(`${what} fits`, parsed.success, parsed.error?.issues);
  if (parsed.success)
    check(
      `${what} has nothing unknown`,
      missing(value, parsed.data).length === 0,
      missing(value, parsed.data),
    );
}

const errorResponse = v.object({ errorCode: v.string(), message: v.string() });

function checkResponse(
  contract: Contract,
  name: string,
  { ResponseSchema }: Command,
  status: number,
  body: unknown,
) {
  if (status < 300) {
    fits(`${name}: answer ${String(status)}`, ResponseSchema, body);
    return;
  }
  const told = v.safeParse(errorResponse, body);
  if (status === 401) {
    check(`${name}: rejection 401 has no error code`, !told.success, body);
    return;
  }
  const code = told.success ? told.output.errorCode : '';
  const known = Object.values(contract.ERRORS).find((error) => error.code === code);
  check(
    `${name}: rejection ${String(status)} ${code} is the panel's own`,
    known !== undefined && known.httpCode === status && told.success && told.output.message === known.message,
    body,
  );
}

async function live(contract: Contract): Promise<void> {
  const { db, close } = await openEmbeddedDatabase({
    folder: path.join(folder, 'pg'),
    furtherMigrations: [SANDBOX_MIGRATIONS],
  });
  let now = Date.parse('2026-11-22T09:00:00.000Z');
  const clock = { now: () => new Date(now) };
  const fake = createFakeVpnPanel({
    db,
    clock,
    squads: [{ uuid: SQUAD, name: 'Default-Squad' }],
    token: TOKEN,
    subscriptionBaseUrl: 'https://panel.example/api/sub',
  });

  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.clone().text();
    const response = await fake.app.fetch(request);
    if (pathname.startsWith('/api/sub/')) return response;
    const found = findCommand(contract, request.method, pathname);
    check(`${request.method} ${pathname.replace(/[\w-]*\d[\w-]*$/, '…')} is known`, found !== null);
    if (found === null) return response;
    const [name, known, params] = found;
    const method = known.endpointDetails.REQUEST_METHOD.toUpperCase();
    check(`${name}: method`, request.method === method, request.method);
    check(`${name}: proxied`, request.headers.get('x-forwarded-proto') === 'https');
    if (known.RequestParamSchema !== undefined) fits(`${name}: path`, known.RequestParamSchema, params);
    if (known.RequestQuerySchema !== undefined) {
      fits(`${name}: query`, known.RequestQuerySchema, Object.fromEntries(searchParams));
    }
    fits(`${name}: request`, known.RequestBodySchema, text === '' ? undefined : JSON.parse(text));
    const result = await response.clone().text();
    checkResponse(contract, name, known, response.status, result === '' ? undefined : JSON.parse(result));
    return response;
  };

  const complaints: string[] = [];
  const complain = (_details: object, message: string) => void complaints.push(message);
  const silent = () => undefined;
  const options = {
    url: 'https://panel.example',
    token: TOKEN,
    squads: [SQUAD],
    prefix: 'prosvet',
    headers: {},
    clock,
    logger: { debug: silent, info: silent, warn: complain, error: complain },
    fetch: send,
  };
  const network = createRemnawaveNetwork(options);
  const inDays = (days: number) => new Date(now + days * 86_400_000);

  await warnOfPanel(options);
  check('the stand-in is a panel of a version that is spoken to', complaints.length === 0, complaints);
  const { ref } = await network.open({
    name: '77',
    until: inDays(30),
    label: 'account 31',
    isDisabledByUs: false,
  });
  const moved = await network.open({
    name: '77',
    until: inDays(60),
    label: 'account 31',
    isDisabledByUs: false,
  });
  check('a later end keeps the place of the configuration', moved.ref === ref);
  await fake.act('prosvet-77', 'online');
  await fake.act('prosvet-77', 'block');
  const { keys } = await network.list(null);
  const disable = { name: '77', isDisabledByUs: false, beforeDisabling: () => Promise.resolve() };
  check('an end finds that an administrator disabled it', (await network.end(disable)).isBlocked);
  check(
    'the list has it, seen and blocked',
    keys[0]?.status === 'disabled' && keys[0].lastSeenAt !== null,
    keys,
  );
  await fake.act('prosvet-77', 'unblock');
  check('an end disables it', !(await network.end(disable)).isBlocked);
  const revived = await network.open({
    name: '77',
    until: inDays(50),
    label: 'account 31',
    isDisabledByUs: true,
  });
  check('a renewal revives it', revived.wasDisabled && revived.ref === ref);
  now += 61 * 86_400_000;
  check('it is over in time', (await network.list(null)).keys[0]?.until.getTime() === inDays(-1).getTime());
  await network.open({ name: '77', until: inDays(1), label: 'account 31', isDisabledByUs: false });
  check(
    'its configuration is read',
    (await network.configuration(ref, { userAgent: 'Happ/5', ip: '10.0.0.1' })) !== null,
  );
  await network.close('77');
  await network.close('77');
  check('nothing is left', (await network.list(null)).keys.length === 0);

  // Checks requests that conflict with a concurrent writer, and requests with an invalid token.
  const ask = (method: string, to: string, body?: object, token = TOKEN) =>
    send(`https://panel.example${to}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
        'Content-Type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const body = { username: 'prosvet-78', expireAt: inDays(1).toISOString() };
  await ask('POST', '/api/users/', body);
  await ask('POST', '/api/users/', body);
  await ask('PATCH', '/api/users/', { ...body, username: 'prosvet-79' });
  await ask('DELETE', '/api/users/4711');
  await ask('GET', '/api/users/by-username/prosvet-79');
  await ask('GET', '/api/users/by-username/prosvet-78', undefined, 'a wrong one');
  await close();
}

try {
  await live(fetchContract());
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
print(failures === 0 ? `Everything fits ${CONTRACT_PACKAGE}.` : `${String(failures)} checks failed.`);
process.exitCode = failures === 0 ? 0 : 1;
