/**
 * Deduplicates flows by a key for the lifetime of the page. Without deduplication, React's StrictMode, a repeated
 * loader or a double click would use a single-use token twice.
 */
import type { Flow, FlowDispatch } from './flow';

/**
 * Returns a function that runs a flow once per key. If `keep` returns true for the outcome, later calls get the same
 * outcome, for example for a used token. Otherwise a later call runs the flow again, for example after a network
 * failure.
 *
 * @example
 * const emails = oncePerKey<OpenEmailOutcome>(({ kind }) => kind === 'emailConfirmed');
 * return emails(linkToken, async (dispatch) => redeem(dispatch, linkToken));
 */
export function oncePerKey<Outcome>(keep: (outcome: Outcome) => boolean) {
  const runs = new WeakMap<FlowDispatch, Map<string, Promise<Outcome>>>();
  return (key: string, story: Flow<Outcome>): Flow<Outcome> =>
    (dispatch, getState, platform) => {
      const ofStore = runs.get(dispatch) ?? new Map<string, Promise<Outcome>>();
      runs.set(dispatch, ofStore);
      const known = ofStore.get(key);
      if (known) return known;
      const run = story(dispatch, getState, platform).then((outcome) => {
        if (!keep(outcome)) ofStore.delete(key);
        return outcome;
      });
      ofStore.set(key, run);
      return run;
    };
}
