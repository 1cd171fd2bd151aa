/** What the letter carries, exchanged for the one-time token of /confirm. */
import { type CallError, callErrorOf } from '../../api/callError';
import { emailVerificationApi } from '../../api/endpoints/emailVerification';
import { selectGiftKey, selectMailToken } from '../../identity/selectors';
import type { KeyValueStorage } from '../../platform/platform';
import { writeTabValue } from '../../tabStorage/tabStorage';
import type { Flow } from '../flow';
import { oncePerKey } from '../singleFlight';

/** Where the sign-in goes on; `giftKey` is the key to activate, null for a plain sign-in. */
interface LetterConfirmed {
  kind: 'letterConfirmed';
  token: string;
  giftKey: string | null;
}

export type OpenLetterOutcome =
  | LetterConfirmed
  /** This browser did not ask for the letter: its address must be typed. */
  | { kind: 'emailNeeded' }
  /** The typed address is not the letter's. */
  | { kind: 'emailForeign' }
  /** Used, expired, voided by a newer one, or garbage. */
  | { kind: 'letterInvalid' }
  /** The server could not be asked: the link is still good. */
  | { kind: 'letterCallFailed' };

export type RedeemCodeOutcome =
  | LetterConfirmed
  | { kind: 'codeWrong'; triesLeft: number | null }
  /** The email was used, or it expired: a new one is needed. */
  | { kind: 'codeSpent' }
  /** Too many wrong codes: the link of the same email works. */
  | { kind: 'codeTooManyTries' }
  | { kind: 'codeCallFailed'; failure: CallError };

const letters = oncePerKey<OpenLetterOutcome>(
  ({ kind }) => kind === 'letterConfirmed' || kind === 'letterInvalid',
);

/** Fragment of a sign-in link (`#t=secret&k=giftKey&c=1`). */
export interface LetterFragment {
  linkToken: string;
  /** Only in a gift's letter. */
  giftKey: string | null;
  /** The sign-in ends at `/connect` instead of the profile. */
  leadsToConnect: boolean;
}

/** Null for a fragment that no letter carries. */
export function readLetterFragment(hash: string): LetterFragment | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const linkToken = parameters.get('t');
  return linkToken ? { linkToken, giftKey: parameters.get('k'), leadsToConnect: parameters.has('c') } : null;
}

/**
 * Redeems the secret of a letter's link. `email` is what the person typed when this browser turned
 * out not to be the one that asked. Safe to dispatch twice with the same arguments.
 */
export function openLetter(
  { linkToken, giftKey }: Pick<LetterFragment, 'linkToken' | 'giftKey'>,
  email?: string,
): Flow<OpenLetterOutcome> {
  return letters(
    JSON.stringify([linkToken, email ?? null]),
    async (dispatch, getState, { sessionStorage }) => {
      const { data, error } = await dispatch(
        emailVerificationApi.endpoints.redeemEmailLink.initiate(
          { linkToken, mailToken: selectMailToken(getState()), email: email ?? null },
          { track: false },
        ),
      );
      if (error) {
        // An argument that the contract refuses is a link that was cut or malformed.
        const isGarbage = 'status' in error && (error.status === 'SCHEMA' || error.status === 400);
        return { kind: isGarbage ? 'letterInvalid' : 'letterCallFailed' };
      }
      if (data.success && data.token) {
        return confirmed(
          sessionStorage,
          data.token,
          data.gift ?? false,
          giftKey ?? selectGiftKey(getState()),
        );
      }
      if (data.reason === 'emailNeeded')
        return { kind: email === undefined ? 'emailNeeded' : 'emailForeign' };
      return { kind: 'letterInvalid' };
    },
  );
}

/** Redeems the digits of the letter that this browser asked for. */
export function redeemCode(code: string): Flow<RedeemCodeOutcome> {
  return async (dispatch, getState, { sessionStorage }) => {
    const mailToken = selectMailToken(getState());
    if (mailToken === null) return { kind: 'codeSpent' };
    const { data, error } = await dispatch(
      emailVerificationApi.endpoints.redeemEmailCode.initiate({ mailToken, code }, { track: false }),
    );
    if (error) return { kind: 'codeCallFailed', failure: callErrorOf(error) };
    if (data.success && data.token) {
      return confirmed(sessionStorage, data.token, data.gift ?? false, selectGiftKey(getState()));
    }
    if (data.reason === 'tooManyTries') return { kind: 'codeTooManyTries' };
    const triesLeft = data.triesLeft ?? null;
    return triesLeft === null || triesLeft > 0 ? { kind: 'codeWrong', triesLeft } : { kind: 'codeSpent' };
  };
}

function confirmed(
  storage: KeyValueStorage,
  token: string,
  isGift: boolean,
  giftKey: string | null,
): LetterConfirmed {
  writeTabValue(storage, 'ownToken', token);
  return { kind: 'letterConfirmed', token, giftKey: isGift ? giftKey : null };
}
