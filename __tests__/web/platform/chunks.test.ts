import { ChunkLost, loadChunk, preloadQuietly } from '../../../src/web/platform/chunks';

it('tells a chunk that did not come from other failures', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  await expect(loadChunk(() => Promise.reject(cause))).rejects.toMatchObject({ name: 'ChunkLost', cause });
  await expect(loadChunk(() => Promise.reject(cause))).rejects.toBeInstanceOf(ChunkLost);
  await expect(loadChunk(() => Promise.resolve('there'))).resolves.toBe('there');
});

it('interrupts nobody for a chunk that is only loaded ahead', async () => {
  const load = jest.fn(() => Promise.reject(new Error('gone')));
  preloadQuietly(load);
  expect(load).toHaveBeenCalledTimes(1);
  await Promise.resolve();
});

it('loads nothing ahead without a network: the browser would never ask for it again', () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = jest.fn(() => Promise.resolve());
  preloadQuietly(load);
  expect(load).not.toHaveBeenCalled();
  jest.restoreAllMocks();
});
