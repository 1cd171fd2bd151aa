/**
 * The person whom a native shell names in the query of the profile screens. Each
 * value is checked; nothing of it is trusted beyond what an unverified identity may do.
 */
import { isSafePhotoUrl } from '../../shared/photoUrl';
import { isStoredEmailSignedIn, isValidEmail, normalizeEmail } from '../../shared/validation';
import type { Person } from './identitySlice';

const FIELDS = ['email', 'uid', 'photoURL', 'providerId'] as const;

/** The person that a query names; null without a good email. Other bad values count as absent. */
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

/** The query without the person, with its question mark; null when it names none of the fields. */
export function withoutPerson(query: URLSearchParams): string | null {
  if (!FIELDS.some((field) => query.has(field))) return null;
  const rest = new URLSearchParams(query);
  for (const field of FIELDS) rest.delete(field);
  const text = rest.toString();
  return text === '' ? '' : `?${text}`;
}
