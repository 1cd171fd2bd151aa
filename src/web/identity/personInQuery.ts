/**
 * Parses the data of a user that a native shell passes in the URL query of the profile screens. Every value is
 * validated, and the user has only the rights of an unverified identity.
 */
import { isSafePhotoUrl } from '../../shared/photoUrl';
import { isStoredEmailSignedIn, isValidEmail, normalizeEmail } from '../../shared/validation';
import type { Person } from './identitySlice';

const FIELDS = ['email', 'uid', 'photoURL', 'providerId'] as const;

/**
 * Returns the user in the URL query, or null if the query has no valid email address. Invalid values of the other query
 * parameters are ignored.
 *
 * @example
 * personInQuery(new URLSearchParams('email=a@b.ru&uid=7')); // { email: 'a@b.ru', uid: '7', photoURL: null, providerId: null }
 */
export function personInQuery(query: URLSearchParams): Person | null {
  const email = normalizeEmail(query.get('email') ?? '');
  if (!isValidEmail(email) || !isStoredEmailSignedIn(email)) return null;
  const uid = query.get('uid') ?? '';
  const photoURL = query.get('photoURL') ?? '';
  const providerId = query.get('providerId') ?? '';
  return {
    email,
    uid: /^[\w-]{1,128}$/.test(uid) ? uid : null,
    photoURL: isSafePhotoUrl(photoURL) ? photoURL : null,
    providerId: /^[\w.:-]{1,64}$/.test(providerId) ? providerId : null,
  };
}

/**
 * Returns the URL query without the parameters that contain user data, including the question mark. Returns null if the
 * query has no such parameter.
 */
export function withoutPerson(query: URLSearchParams): string | null {
  if (!FIELDS.some((field) => query.has(field))) return null;
  const rest = new URLSearchParams(query);
  for (const field of FIELDS) rest.delete(field);
  const text = rest.toString();
  return text === '' ? '' : `?${text}`;
}
