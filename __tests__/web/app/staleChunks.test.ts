import { RELOAD_PAUSE_MS, reloadOnStaleChunk } from '../../../src/web/app/staleChunks';

/** A tab whose document came by `type` and is `ageMs` old. */
function openTab(type: 'navigate' | 'reload', ageMs = 1000) {
  let reloads = 0;
  const target = new EventTarget();
  reloadOnStaleChunk({
    addEventListener: target.addEventListener.bind(target),
    location: { reload: () => void (reloads += 1) },
    performance: { now: () => ageMs, getEntriesByType: () => [{ type }] },
  });
  return {
    /** True when the failure was taken care of, and so no error screen follows. */
    loseChunk: () => !target.dispatchEvent(new Event('vite:preloadError', { cancelable: true })),
    reloads: () => reloads,
  };
}

it('reloads for a chunk that is gone', () => {
  const tab = openTab('navigate');
  expect(tab.loseChunk()).toBe(true);
  expect(tab.reloads()).toBe(1);
});

it('does not loop when the chunk is still gone after a reload', () => {
  const tab = openTab('reload', RELOAD_PAUSE_MS - 1);
  expect(tab.loseChunk()).toBe(false);
  expect(tab.reloads()).toBe(0);
});

it('reloads for the next version in a tab that was reloaded long ago', () => {
  const tab = openTab('reload', RELOAD_PAUSE_MS);
  expect(tab.loseChunk()).toBe(true);
  expect(tab.reloads()).toBe(1);
});
