/**
 * Playwright's own WebKit and Firefox, which the browser tests use only if the command names them: `--project=webkit`. They are
 * not in the npm packages: `npx playwright install webkit firefox` downloads them.
 */
import fs from 'node:fs';
import { firefox, webkit } from '@playwright/test';

const BROWSERS = { webkit, firefox } as const;
export type PlaywrightBrowser = keyof typeof BROWSERS;

/** Environment variable that passes the browsers to the workers, which read the configuration without the command. */
const VARIABLE = 'E2E_PLAYWRIGHT_BROWSERS';

const isBrowser = (name: string): name is PlaywrightBrowser => name in BROWSERS;

/** Returns the values of `--project` in a command: `--project=a`, or `--project a b`. */
function parseProjects(command: readonly string[]): string[] {
  return command.flatMap((part, index) => {
    if (part.startsWith('--project=')) return [part.slice('--project='.length)];
    if (part !== '--project') return [];
    const values = command.slice(index + 1);
    const end = values.findIndex((value) => value.startsWith('-'));
    return end === -1 ? values : values.slice(0, end);
  });
}

/**
 * Returns the browsers that the command names. Throws if one of them is not installed, so that the run fails and says why
 * nothing was tested.
 */
export function askedBrowsers(command: readonly string[] = process.argv): PlaywrightBrowser[] {
  process.env[VARIABLE] ??= parseProjects(command).filter(isBrowser).join(',');
  const asked = process.env[VARIABLE].split(',').filter(isBrowser);
  for (const name of asked) {
    const program = BROWSERS[name].executablePath();
    if (!fs.existsSync(program))
      throw new Error(`${name}: not done: it is not installed: npx playwright install --with-deps ${name}`);
  }
  return asked;
}
