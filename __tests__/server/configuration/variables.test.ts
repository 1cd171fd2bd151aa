/** Tests the table of environment variables, its documents, secrets in files, and warnings about unknown variables. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigurationRejected, EnvironmentReader } from '../../../src/server/configuration/environment';
import { environmentLine } from '../../../src/server/configuration/environmentFile';
import {
  unknownVariableWarnings,
  variable,
  VARIABLE_NAMES,
} from '../../../src/server/configuration/variables';
import { ROOT, textFiles } from '../../support/sourceTree';
import {
  CONFIGURATION_FILE,
  configurationDocument,
  EXAMPLE_FILE,
  exampleEnvironment,
} from './configurationDocument';

const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');

describe('the documents', () => {
  it('match the table (if not, run npm run docs:configuration)', () => {
    expect(read(CONFIGURATION_FILE)).toBe(configurationDocument());
    expect(read(EXAMPLE_FILE)).toBe(exampleEnvironment());
  });

  it('list only variables that the server reads', () => {
    const code = textFiles('src/server')
      .filter(({ path: file }) => !file.endsWith('configuration/variables.ts'))
      .map(({ text }) => text)
      .join('\n');
    expect(VARIABLE_NAMES.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });

  it('leave the required variables empty in the example file', () => {
    const filled = parseEnv(exampleEnvironment());
    const required = VARIABLE_NAMES.filter((name) => variable(name).required === true);
    expect(Object.keys(filled).sort()).toEqual(required.sort());
    expect(Object.values(filled).join('')).toBe('');
  });
});

describe('secrets in files', () => {
  let folder: string;

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-secrets-'));
  });

  afterEach(() => {
    fs.rmSync(folder, { recursive: true });
  });

  const write = (text: string): string => {
    const file = path.join(folder, 'secret');
    fs.writeFileSync(file, text);
    return file;
  };

  function findProblems(variables: Record<string, string>): readonly string[] {
    const environment = new EnvironmentReader(variables);
    environment.required('SESSION_SECRET');
    try {
      environment.rejectProblems();
    } catch (error) {
      if (error instanceof ConfigurationRejected) return error.problems;
      throw error;
    }
    return [];
  }

  it.each(VARIABLE_NAMES.filter((name) => variable(name).secret === true))('reads %s', (name) => {
    const environment = new EnvironmentReader({ [`${name}_FILE`]: write('of the file\n') });
    expect(environment.optional(name)).toBe('of the file');
  });

  it('rejects a value beside a file, an unreadable file and an empty file', () => {
    const file = write('x');
    expect(findProblems({ SESSION_SECRET: 'y', SESSION_SECRET_FILE: file })).toEqual([
      'SESSION_SECRET and SESSION_SECRET_FILE must not both be set',
    ]);
    expect(findProblems({ SESSION_SECRET_FILE: '/none' })).toEqual(['SESSION_SECRET_FILE cannot be read']);
    const missing = [expect.stringMatching(/^SESSION_SECRET or SESSION_SECRET_FILE is missing: /)];
    expect(findProblems({})).toEqual(missing);
    expect(findProblems({ SESSION_SECRET_FILE: write(' \n') })).toEqual(missing);
  });

  it('does not read a file for a variable that is not secret', () => {
    const environment = new EnvironmentReader({ PUBLIC_URL_FILE: write('https://shop.example') });
    expect(environment.optional('PUBLIC_URL')).toBeUndefined();
  });
});

describe('unknown variables', () => {
  it.each([
    ['CLOUDPAYMENTS_SECRET', 'CLOUDPAYMENTS_API_SECRET'],
    ['BRAND_SUPPORT_MAIL', 'BRAND_SUPPORT_EMAIL'],
    ['SESION_SECRET', 'SESSION_SECRET'],
    ['SMTP_URLS', 'SMTP_URL'],
    ['PUBLIC_URL_FILE', 'PUBLIC_URL'],
  ])('%s is reported with the nearest name %s', (name, nearest) => {
    expect(unknownVariableWarnings({ [name]: 'x' })).toEqual([
      `${name} is not a variable of this server; the nearest name is ${nearest}.`,
    ]);
  });

  it('of other programs, empty variables and known variables are not reported', () => {
    const known = Object.fromEntries(VARIABLE_NAMES.map((name) => [name, 'x']));
    const others = {
      PATH: '/bin',
      NODE_ENV: 'production',
      LANG: 'C',
      npm_config_cache: '/tmp',
      HOSTNAME: 'a',
    };
    expect(unknownVariableWarnings({ ...known, ...others, SMTP_URL_FILE: 'x', BRAND_NAME: '' })).toEqual([]);
  });
});

it('writes lines that Node.js reads back, and rejects values that other readers would change', () => {
  const values = ['plain', '', 'Shop <mail@shop.example>', '{"a":"b\\n$c `d` \\"e\\""}', '# no comment'];
  for (const value of values) expect(parseEnv(environmentLine('NAME', value))).toEqual({ NAME: value });
  expect(() => environmentLine('NAME', "it's")).toThrow(TypeError);
  expect(() => environmentLine('NAME', 'a\nb')).toThrow(TypeError);
});
