import { ChunkLost, loadChunk, preloadQuietly } from '../../../src/web/platform/chunks';

it('distinguishes a chunk that failed to load from other failures', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  await expect(loadChunk(() => Promise.reject(cause))).rejects.toMatchObject({ name: 'ChunkLost', cause });
  await expect(loadChunk(() => Promise.reject(cause))).rejects.toBeInstanceOf(ChunkLost);
  await expect(loadChunk(() => Promise.resolve('there'))).resolves.toBe('there');
});

it('does not interrupt the user for a prefetched chunk', async () => {
  const load = jest.fn(() => Promise.reject(new Error('gone')));
  preloadQuietly(load);
  expect(load).toHaveBeenCalledTimes(1);
  await Promise.resolve();
});

it('prefetches nothing while offline, because the browser would never request the chunk again', () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = jest.fn(() => Promise.resolve());
  preloadQuietly(load);
  expect(load).not.toHaveBeenCalled();
  jest.restoreAllMocks();
});
