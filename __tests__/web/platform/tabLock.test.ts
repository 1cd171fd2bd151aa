/** Tests the lock that lets one tab act at a time: with Web Locks, without them, and if a tab keeps the lock. */
import { createTabLock } from '../../../src/web/platform/tabLock';
import { takeConsole } from '../../support/consoleSpy';

type Request = (name: string, options: { signal: AbortSignal }, story: () => unknown) => Promise<unknown>;

const pageWith = (request: Request | null) =>
  ({ navigator: request === null ? {} : { locks: { request } } }) as Partial<Window> as Window;

it('runs the callback under the lock, once', async () => {
  const names: string[] = [];
  const lock = createTabLock(
    pageWith((name, _options, story) => {
      names.push(name);
      return Promise.resolve(story());
    }),
  );
  const story = jest.fn(() => Promise.resolve(7));
  expect(await lock.run('renewal', story)).toBe(7);
  expect(story).toHaveBeenCalledTimes(1);
  expect(names).toEqual(['renewal']);
});

it('runs the callback without a lock if the browser has no Web Locks', async () => {
  expect(await createTabLock(pageWith(null)).run('renewal', () => Promise.resolve(7))).toBe(7);
});

it('continues without the lock if another tab keeps it', async () => {
  const lines = takeConsole();
  const keeping: Request = (_name, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('timed out', 'TimeoutError')));
    });
  expect(await createTabLock(pageWith(keeping), 10).run('renewal', () => Promise.resolve(7))).toBe(7);
  expect(lines).toHaveLength(1);
});

it('rejects with the error of the callback', async () => {
  const lock = createTabLock(pageWith((_name, _options, story) => Promise.resolve(story())));
  await expect(lock.run('renewal', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
