/** When this tab last asked for a letter: a reload must not begin the wait for the next one anew. */
import type { KeyValueStorage } from '../platform/platform';

const STORAGE_KEY = 'letterSentAt';

/** `at` in ms. */
export function rememberLetterSentAt(storage: KeyValueStorage, at: number): void {
  storage.set(STORAGE_KEY, String(at));
}

/** In ms; null when nothing sensible is remembered, a moment after `now` included. */
export function letterSentAt(storage: KeyValueStorage, now: number): number | null {
  const kept = storage.get(STORAGE_KEY);
  if (kept === null || !/^\d{1,16}$/.test(kept)) return null;
  const at = Number(kept);
  return at <= now ? at : null;
}

/** Once somebody is signed in, nobody waits any more. */
export function forgetLetterSentAt(storage: KeyValueStorage): void {
  storage.remove(STORAGE_KEY);
}
