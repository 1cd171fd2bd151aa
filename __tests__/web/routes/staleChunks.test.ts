import {
  isMendedByReload,
  preloadQuietly,
  RELOAD_PAUSE_MS,
  watchForLostChunks,
} from '../../../src/web/routes/staleChunks';

/** A tab whose document came by `type` and is `ageMs` old. */
function openTab(type: 'navigate' | 'reload', ageMs = 1000) {
  const target = new EventTarget();
  const page = {
    addEventListener: target.addEventListener.bind(target),
    performance: { now: () => ageMs, getEntriesByType: () => [{ type }] },
  };
  watchForLostChunks(page);
  return {
    loseChunk: () => target.dispatchEvent(new Event('vite:preloadError', { cancelable: true })),
    isMended: () => isMendedByReload(page),
  };
}

it('is mended by a reload when a chunk is gone', () => {
  const tab = openTab('navigate');
  tab.loseChunk();
  expect(tab.isMended()).toBe(true);
});

it('is not mended by a reload when something else failed', () => {
  expect(openTab('navigate').isMended()).toBe(false);
});

it('does not loop when the chunk is still gone after a reload', () => {
  const tab = openTab('reload', RELOAD_PAUSE_MS - 1);
  tab.loseChunk();
  expect(tab.isMended()).toBe(false);
});

it('is mended for the next version in a tab that was reloaded long ago', () => {
  const tab = openTab('reload', RELOAD_PAUSE_MS);
  tab.loseChunk();
  expect(tab.isMended()).toBe(true);
});

it('interrupts nobody for a chunk that is only loaded ahead', async () => {
  const tab = openTab('navigate');
  let fail: (error: Error) => void = () => undefined;
  const loading = new Promise<void>((_resolve, reject) => (fail = reject));
  preloadQuietly(() => loading);
  tab.loseChunk();
  expect(tab.isMended()).toBe(false);
  fail(new Error('gone'));
  await loading.catch(() => undefined);
});
