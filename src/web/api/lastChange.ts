/**
 * Remembers the last change that staff have sent, so that an error screen does not look as if the change had failed. A
 * screen can fail while it renders the effect of a change that the server has made.
 */
import type { Platform } from '../platform/platform';

/** Outcome of a change. `unknown` means that the change is being sent, or that its response was lost. */
export type ChangeOutcome = 'done' | 'unknown';

/** Time in ms after which a screen's failure has nothing to do with a change that was made. */
const RECENT_MS = 10_000;

const changes = new WeakMap<Platform, { outcome: ChangeOutcome; at: number }>();

/** Stores the outcome of the last change. Null means that the change failed, and that a form says so. */
export function noteChange(platform: Platform, outcome: ChangeOutcome | null): void {
  if (outcome === null) changes.delete(platform);
  else changes.set(platform, { outcome, at: platform.now() });
}

/** Returns the outcome of the last change, or null if there was no change in the last 10 s. */
export function lastChange(platform: Platform): ChangeOutcome | null {
  const change = changes.get(platform);
  if (change === undefined) return null;
  return change.outcome === 'unknown' || platform.now() - change.at < RECENT_MS ? change.outcome : null;
}
