/** A message to a device that a failed call has led away from: it stands in its form again afterwards. */
import * as v from 'valibot';
import type { KeyValueStorage } from '../platform/platform';

const draft = v.object({ userId: v.number(), link: v.string(), title: v.string(), description: v.string() });
export type PushDraft = v.InferOutput<typeof draft>;

const STORAGE_KEY = 'staffPushDraft';

export function keepPushDraft(
  storage: KeyValueStorage,
  { userId, link, title, description }: PushDraft,
): void {
  storage.set(STORAGE_KEY, JSON.stringify({ userId, link, title, description }));
}

/** What was kept for this customer in this tab; null: nothing. */
export function readPushDraft(storage: KeyValueStorage, userId: number): PushDraft | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), draft), storage.get(STORAGE_KEY));
  return parsed.success && parsed.output.userId === userId ? parsed.output : null;
}

export function forgetPushDraft(storage: KeyValueStorage): void {
  storage.remove(STORAGE_KEY);
}
