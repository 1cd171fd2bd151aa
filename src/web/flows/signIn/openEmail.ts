/** What the email carries, exchanged for the one-time token of /confirm. */
import { type CallError, callErrorOf } from '../../api/callError';
import { emailVerificationApi } from '../../api/endpoints/emailVerification';
import { selectGiftKey, selectMailToken } from '../../identity/selectors';
import type { KeyValueStorage } from '../../platform/platform';
import { writeTabValue } from '../../tabStorage/tabStorage';
import type { Flow } from '../flow';
import { oncePerKey } from '../singleFlight';

/** Where the sign-in goes on; `giftKey` is the key to activate, null for a plain sign-in. */
interface EmailConfirmed {
  kind: 'emailConfirmed';
  token: string;
  giftKey: string | null;
}

export type OpenEmailOutcome =
  | EmailConfirmed
  /** This browser did not ask for the email: its address must be typed. */
  | { kind: 'emailNeeded' }
  /** The typed address is not the email's. */
  | { kind: 'emailForeign' }
  /** Used, expired, voided by a newer one, or garbage. */
  | { kind: 'emailInvalid' }
  /** The server could not be asked: the link is still good. */
  | { kind: 'emailCallFailed' };

export type RedeemCodeOutcome =
  | EmailConfirmed
  | { kind: 'codeWrong'; triesLeft: number | null }
  /** The email was used, or it expired: a new one is needed. */
  | { kind: 'codeSpent' }
  /** Too many wrong codes: the link of the same email works. */
  | { kind: 'codeTooManyTries' }
  | { kind: 'codeCallFailed'; failure: CallError };

const emails = oncePerKey<OpenEmailOutcome>(
  ({ kind }) => kind === 'emailConfirmed' || kind === 'emailInvalid',
);

/** Fragment of a sign-in link (`#t=secret&k=giftKey&c=1`). */
export interface EmailFragment {
  linkToken: string;
  /** Only in a gift's email. */
  giftKey: string | null;
  /** The sign-in ends at `/connect` instead of the profile. */
  leadsToConnect: boolean;
}

/** Null for a fragment that no email carries. */
export function readEmailFragment(hash: string): EmailFragment | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const linkToken = parameters.get('t');
  return linkToken ? { linkToken, giftKey: parameters.get('k'), leadsToConnect: parameters.has('c') } : null;
}

/**
 * Redeems the secret of an email's link. `email` is what the person typed when this browser turned
 * out not to be the one that asked. Safe to dispatch twice with the same arguments.
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
        // An argument that the contract rejects is a link that was cut or malformed.
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

/** Redeems the digits of the email that this browser asked for. */
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
): EmailConfirmed {
  writeTabValue(storage, 'ownToken', token);
  return { kind: 'emailConfirmed', token, giftKey: isGift ? giftKey : null };
}
