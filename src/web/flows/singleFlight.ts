/**
 * Runs a story once for a key, however often it is asked for while the page lives: a one-time
 * token must not be spent twice by StrictMode, a repeated loader or a double click.
 */
import type { Flow, FlowDispatch } from './flow';

/**
 * `keep` decides by the outcome whether a later ask gets the same outcome again (a token that is
 * spent) or starts anew (a call that never reached the server).
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
