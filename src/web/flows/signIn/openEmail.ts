/** Exchanges the link or the code of a sign-in email for the single-use token of `/confirm`. */
import { type CallError, toCallError } from '../../api/callError';
import { emailVerificationApi } from '../../api/endpoints/emailVerification';
import { selectGiftKey, selectMailToken } from '../../identity/selectors';
import type { KeyValueStorage } from '../../platform/platform';
import { writeTabValue } from '../../tabStorage/tabStorage';
import type { Flow } from '../flow';
import { oncePerKey } from '../singleFlight';
import { browserMarkIn } from './browserMark';

/**
 * The email address is verified. `giftKey` is the key of the gift to activate, or null for a sign-in without a gift.
 */
interface EmailConfirmed {
  kind: 'emailConfirmed';
  token: string;
  giftKey: string | null;
}

export type OpenEmailOutcome =
  | EmailConfirmed
  /** This browser did not request the email, so the user must type the email address. */
  | { kind: 'emailNeeded' }
  /** The typed address is not the recipient of the email. */
  | { kind: 'emailForeign' }
  /** The link was used, has expired, was replaced by a newer email, or is malformed. */
  | { kind: 'emailInvalid' }
  /** The request failed, and the sign-in link is still valid. */
  | { kind: 'emailCallFailed' };

export type RedeemCodeOutcome =
  | EmailConfirmed
  | { kind: 'codeWrong'; triesLeft: number | null }
  /** The sign-in email was already used or has expired, so a new email is needed. */
  | { kind: 'codeSpent' }
  /** Too many wrong codes of this email or from this network. The link of the same email still works. */
  | { kind: 'codeTooManyTries' }
  | { kind: 'codeCallFailed'; failure: CallError };

const emails = oncePerKey<OpenEmailOutcome>(
  ({ kind }) => kind === 'emailConfirmed' || kind === 'emailInvalid',
);

/** Fragment of a sign-in link (`#t=secret&k=giftKey&c=1`). */
export interface EmailFragment {
  linkToken: string;
  /** Gift key in the sign-in link, or null if the email belongs to no gift. */
  giftKey: string | null;
  /** Whether the sign-in ends at `/connect` instead of the profile. */
  leadsToConnect: boolean;
}

/**
 * Parses the fragment of a sign-in link. Returns null if the fragment does not belong to a sign-in email.
 *
 * @example
 * readEmailFragment('#t=abc&c=1'); // { linkToken: 'abc', giftKey: null, leadsToConnect: true }
 */
export function readEmailFragment(hash: string): EmailFragment | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const linkToken = parameters.get('t');
  return linkToken ? { linkToken, giftKey: parameters.get('k'), leadsToConnect: parameters.has('c') } : null;
}

/**
 * Redeems the link of a sign-in email. `email` is the address that the user typed after the outcome `emailNeeded`.
 * Repeated calls with the same arguments return the same outcome.
 */
export function openEmail(
  { linkToken, giftKey }: Pick<EmailFragment, 'linkToken' | 'giftKey'>,
  email?: string,
): Flow<OpenEmailOutcome> {
  return emails(
    JSON.stringify([linkToken, email ?? null]),
    async (dispatch, getState, { sessionStorage }) => {
      const { data, error } = await dispatch(
        emailVerificationApi.endpoints.redeemEmailLink.initiate(
          { linkToken, mailToken: selectMailToken(getState()), email: email ?? null },
          { track: false },
        ),
      );
      if (error) {
        // An argument that violates the schema of the API contract means that the sign-in link was truncated or
        // malformed.
        const isGarbage = 'status' in error && (error.status === 'SCHEMA' || error.status === 400);
        return { kind: isGarbage ? 'emailInvalid' : 'emailCallFailed' };
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
      return { kind: 'emailInvalid' };
    },
  );
}

/** Redeems the code of the sign-in email that this browser requested. */
export function redeemCode(code: string): Flow<RedeemCodeOutcome> {
  return async (dispatch, getState, { sessionStorage, storage }) => {
    const mailToken = selectMailToken(getState());
    if (mailToken === null) return { kind: 'codeSpent' };
    const { data, error } = await dispatch(
      emailVerificationApi.endpoints.redeemEmailCode.initiate(
        { mailToken, code, ...browserMarkIn(storage) },
        { track: false },
      ),
    );
    if (error) return { kind: 'codeCallFailed', failure: toCallError(error) };
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
): EmailConfirmed {
  writeTabValue(storage, 'ownToken', token);
  return { kind: 'emailConfirmed', token, giftKey: isGift ? giftKey : null };
}
