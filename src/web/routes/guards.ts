/**
 * Access guards of the screens. A guard is a pure function of the state with three possible results. Guards only avoid
 * showing a screen whose requests would be rejected, because the server enforces access itself.
 */
import type { FlowState } from '../flows/flow';
import { selectIsSignedIn, selectIsStaff, selectSubscriptionIsActive } from '../identity/selectors';
import { type Path, PATHS } from '../navigation/paths';

export type GuardResponse =
  | { kind: 'allowed' }
  /** The identity is still being read, so the screen must not be rendered yet. */
  | { kind: 'notYetKnown' }
  /**
   * The guard denies access and redirects to `to`. If `keepWayBack` is true, the user may return to the screen after
   * the sign-in.
   */
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
  /** Allows every visitor. */
  public: () => ALLOWED,
  /** Allows signed-in customers. A customer is signed in if the stored email address is long enough. */
  customer: whenKnown((state) => (selectIsSignedIn(state) ? ALLOWED : TO_LOGIN)),
  /** Allows signed-in customers, except customers whose subscription is known to be inactive. */
  subscriber: whenKnown((state) => {
    if (!selectIsSignedIn(state)) return TO_LOGIN;
    return selectSubscriptionIsActive(state) === false ? TO_SHOP : ALLOWED;
  }),
  /** Allows visitors and customers without an active subscription. */
  shopper: whenKnown((state) => (selectSubscriptionIsActive(state) === true ? TO_PROFILE : ALLOWED)),
  /** Allows staff. */
  staff: whenKnown((state) => (selectIsStaff(state) ? ALLOWED : TO_STAFF_SIGN_IN)),
} satisfies Record<string, Guard>;

export type GuardName = keyof typeof GUARDS;
