/**
 * `npm run bench:console -- <folder>…` carries out twenty tasks of a support agent in the staff console, with the keyboard
 * only, and prints the number of key presses, the number of API requests and the duration of each task. Each folder
 * contains a built copy of the product, for example an older version in a Git worktree. Without arguments the script
 * measures the current folder. `BENCH_TASKS=1,7` selects tasks, and `BENCH_PORT` sets the port.
 *
 * A typed character counts as one key press, a paste as two, and a key or a combination of keys as one. The duration
 * contains no time for reading or thinking.
 */
import path from 'node:path';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';
import { startBuiltProduct } from '../e2e/support/builtProduct';
import { chromiumLaunch } from '../e2e/support/chromium';
import { FIRST_ADMIN } from '../e2e/support/staff';
import { Keyboard } from './console/keyboard';
import { type Task, TASKS, type Way } from './console/tasks';
import { fillWorld, type World } from './console/world';

const FOLDERS = process.argv.length > 2 ? process.argv.slice(2) : ['.'];
const PORT = Number(process.env['BENCH_PORT'] ?? 8797);
const CHOSEN = process.env['BENCH_TASKS']?.split(',').map(Number);
/** Time without API requests after which a page has loaded, in ms. */
const QUIET_MS = 500;

interface Result {
  presses: number;
  calls: number;
  seconds: number;
  /** The agent's other way if the console does not offer the task, otherwise null. */
  otherWay: string | null;
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
};

/** Counts the API requests of a page. */
class Calls {
  sent = 0;
  private pending = 0;
  private changedAt = Date.now();

  constructor(page: Page) {
    const isCall = (url: string) => new URL(url).pathname.startsWith('/api/');
    page.on('request', (request) => {
      if (!isCall(request.url())) return;
      this.sent += 1;
      this.change(1);
    });
    const end = (request: Request) => {
      if (isCall(request.url())) this.change(-1);
    };
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  /** Resolves when at least `least` requests were sent, and no request has been pending for a while. */
  async settled(least = 0): Promise<void> {
    const before = this.sent;
    this.changedAt = Date.now();
    while (this.sent < before + least) await new Promise((resolve) => setTimeout(resolve, 50));
    while (this.pending > 0 || Date.now() - this.changedAt < QUIET_MS)
      await new Promise((resolve) => setTimeout(resolve, 50));
  }

  private change(by: number): void {
    this.pending += by;
    this.changedAt = Date.now();
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/capitulum');
  await page.getByLabel('Username').fill(FIRST_ADMIN.username);
  await page.getByLabel('Password').fill(FIRST_ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/adept');
}

/** Carries out a task in the way with the fewest key presses. */
async function carryOut(page: Page, calls: Calls, task: Task, world: World): Promise<Result> {
  const shortest = async (ways: readonly Way[], otherWay: string | null): Promise<Result | null> => {
    let best: Result | null = null;
    for (const way of ways) {
      // A blank page in between, because the next URL may differ from the present URL in its fragment only.
      await page.goto('about:blank');
      await page.goto(task.start(world));
      // Every page of the console requests the rights of the agent.
      await calls.settled(1);
      const keyboard = new Keyboard(page);
      const [sentBefore, startedAt] = [calls.sent, performance.now()];
      if (!(await way({ page, keyboard }, world))) continue;
      const seconds = (performance.now() - startedAt) / 1000;
      await calls.settled();
      const { presses } = keyboard;
      if (best === null || presses < best.presses)
        best = { presses, calls: calls.sent - sentBefore, seconds, otherWay };
    }
    return best;
  };
  const { ways, otherwise } = task;
  const result =
    (await shortest(ways, null)) ?? (otherwise && (await shortest(otherwise.ways, otherwise.name)));
  if (!result) throw new Error('the console does not offer this task');
  return result;
}

/** Carries out the tasks in the product of a folder. A task that fails is printed and has no result. */
async function measure(browser: Browser, folder: string): Promise<(Result | null)[]> {
  const product = await startBuiltProduct(PORT, path.resolve(folder));
  try {
    const world = await fillWorld(product);
    const page = await browser.newPage({
      baseURL: product.base,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      viewport: { width: 1440, height: 900 },
    });
    page.setDefaultTimeout(20_000);
    const calls = new Calls(page);
    await signIn(page);
    const results: (Result | null)[] = [];
    for (const [index, task] of TASKS.entries()) {
      if (CHOSEN !== undefined && !CHOSEN.includes(index + 1)) {
        results.push(null);
        continue;
      }
      const result = await carryOut(page, calls, task, world).catch(async (error: unknown) => {
        print(`${String(index + 1)} ${task.name} failed: ${String(error)}`);
        await page.screenshot({ path: `test-results/console-${String(index + 1)}.png` });
        process.exitCode = 1;
        return null;
      });
      results.push(result);
      if (result) print(`${String(index + 1)} ${task.name}: ${JSON.stringify(result)}`);
    }
    await page.close();
    return results;
  } finally {
    product.stop();
  }
}

function cell(result: Result | null | undefined): string {
  if (!result) return '–';
  const { presses, calls, seconds, otherWay } = result;
  const counted = `${String(presses)} / ${String(calls)} / ${seconds.toFixed(1)}`;
  return otherWay === null ? counted : `not possible (${otherWay}: ${counted})`;
}

const browser = await chromium.launch(await chromiumLaunch());
try {
  const columns: (Result | null)[][] = [];
  for (const folder of FOLDERS) columns.push(await measure(browser, folder));
  print('\nKey presses / API requests / seconds\n');
  print(`| task | ${FOLDERS.join(' | ')} |`);
  print(`|---|${FOLDERS.map(() => '---|').join('')}`);
  for (const [index, { name }] of TASKS.entries())
    print(`| ${String(index + 1)} ${name} | ${columns.map((column) => cell(column[index])).join(' | ')} |`);
  const medians = columns.map((column) =>
    String(median(column.slice(0, 6).flatMap((result) => (result ? [result.presses] : [])))),
  );
  print(`| median of 1–6, key presses | ${medians.join(' | ')} |`);
} finally {
  await browser.close();
}
