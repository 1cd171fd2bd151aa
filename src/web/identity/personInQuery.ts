/**
 * Parses the person that a native shell passes in the query of the profile screens. Every value is validated, and the
 * person has only the rights of an unverified identity.
 */
import { isSafePhotoUrl } from '../../shared/photoUrl';
import { isStoredEmailSignedIn, isValidEmail, normalizeEmail } from '../../shared/validation';
import type { Person } from './identitySlice';

const FIELDS = ['email', 'uid', 'photoURL', 'providerId'] as const;

/**
 * Returns the person in the query, or null without a valid email. Other invalid values count as absent.
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
 * Returns the query without the fields of a person, including the question mark. Returns null if the query has no such
 * field.
 */
export function withoutPerson(query: URLSearchParams): string | null {
  if (!FIELDS.some((field) => query.has(field))) return null;
  const rest = new URLSearchParams(query);
  for (const field of FIELDS) rest.delete(field);
  const text = rest.toString();
  return text === '' ? '' : `?${text}`;
}
