/**
 * Who may see a screen, as pure functions of the state with three answers.
 * They only spare a detour: what a person really may see is the server's to decide.
 */
import type { FlowState } from '../flows/flow';
import { selectIsSignedIn, selectIsStaff, selectSubscriptionIsActive } from '../identity/selectors';
import { type Path, PATHS } from '../navigation/paths';

export type GuardResponse =
  | { kind: 'allowed' }
  /** The identity is still being read: draw nothing. */
  | { kind: 'notYetKnown' }
  /** `keepWayBack`: the person may come back here after the sign-in. */
  | { kind: 'denied'; to: Path; keepWayBack: boolean };

export type Guard = (state: FlowState) => GuardResponse;

const ALLOWED: GuardResponse = { kind: 'allowed' };
const NOT_YET_KNOWN: GuardResponse = { kind: 'notYetKnown' };
const TO_LOGIN: GuardResponse = { kind: 'denied', to: PATHS.login, keepWayBack: true };
const TO_SHOP: GuardResponse = { kind: 'denied', to: PATHS.shop, keepWayBack: false };
const TO_PROFILE: GuardResponse = { kind: 'denied', to: PATHS.profile, keepWayBack: false };
const TO_STAFF_SIGN_IN: GuardResponse = { kind: 'denied', to: PATHS.staffSignIn, keepWayBack: false };

function whenKnown(response: Guard): Guard {
  return (state) => (state.identity._persist.rehydrated ? response(state) : NOT_YET_KNOWN);
}

export const GUARDS = {
  /** Anybody. */
  public: () => ALLOWED,
  /** A customer: a stored email that is long enough. */
  customer: whenKnown((state) => (selectIsSignedIn(state) ? ALLOWED : TO_LOGIN)),
  /** A customer whose subscription is not known to be inactive. */
  subscriber: whenKnown((state) => {
    if (!selectIsSignedIn(state)) return TO_LOGIN;
    return selectSubscriptionIsActive(state) === false ? TO_SHOP : ALLOWED;
  }),
  /** Whoever has nothing bought yet, signed in or not. */
  shopper: whenKnown((state) => (selectSubscriptionIsActive(state) === true ? TO_PROFILE : ALLOWED)),
  /** Staff. */
  staff: whenKnown((state) => (selectIsStaff(state) ? ALLOWED : TO_STAFF_SIGN_IN)),
} satisfies Record<string, Guard>;

export type GuardName = keyof typeof GUARDS;
