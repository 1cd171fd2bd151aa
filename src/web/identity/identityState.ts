/** The local identity: its fields, and how each stands in the browser's storage. */

export interface IdentityState {
  uid: string | null;
  email: string | null;
  /** The email that a URL query named; while it equals `email`, no sign-in and no session has verified it. */
  emailFromQuery: string | null;
  photoURL: string | null;
  /** email, or the social provider. */
  providerId: string | null;
  /** ISO 8601 UTC: next charge, or end of access. */
  expirationDate: string | null;
  subscriptionIsActive: boolean | null;
  firstPaymentActivated: boolean | null;
  subscriptionStatus: string | null;
  /** Next charge, rubles. */
  amount: number | null;
  currency: string | null;
  /** The gift key that waits for its sign-in. */
  key: string | null;
  /** Bearer of a customer, or of staff when there is a refresh token beside it. */
  accessToken: string | null;
  refreshToken: string | null;
  /** The email typed for a link. */
  emailForSignIn: string | null;
  /** What the email-link request answered: binds this browser to the email. */
  mailToken: string | null;
}

export type IdentityField = keyof IdentityState;

/** Fields as they stand in storage; null means absent. */
export type RawFields = Partial<Record<IdentityField, string | null>>;

export const EMPTY_IDENTITY: IdentityState = {
  uid: null,
  email: null,
  emailFromQuery: null,
  photoURL: null,
  providerId: null,
  expirationDate: null,
  subscriptionIsActive: null,
  firstPaymentActivated: null,
  subscriptionStatus: null,
  amount: null,
  currency: null,
  key: null,
  accessToken: null,
  refreshToken: null,
  emailForSignIn: null,
  mailToken: null,
};

interface Codec<Value> {
  /** What cannot be read is absent: null. */
  decode(raw: string): Value | null;
  encode(value: NonNullable<Value>): string;
}

const text: Codec<string | null> = { decode: (raw) => (raw === '' ? null : raw), encode: (value) => value };

const flag: Codec<boolean | null> = {
  decode: (raw) => (raw === 'true' ? true : raw === 'false' ? false : null),
  encode: (value) => (value ? 'true' : 'false'),
};

const rubles: Codec<number | null> = {
  decode: (raw) => (/^-?\d+(?:\.\d+)?$/.test(raw) ? Number(raw) : null),
  encode: (value) => String(value),
};

/**
 * The storage key of a field is its name. In the order of writing: tokens before the person they
 * belong to, so that another tab that follows key by key never pairs a new person with an old token.
 */
const CODECS: { [Field in IdentityField]: Codec<IdentityState[Field]> } = {
  accessToken: text,
  refreshToken: text,
  uid: text,
  photoURL: text,
  providerId: text,
  emailFromQuery: text,
  email: text,
  expirationDate: text,
  subscriptionIsActive: flag,
  firstPaymentActivated: flag,
  subscriptionStatus: text,
  amount: rubles,
  currency: text,
  key: text,
  emailForSignIn: text,
  mailToken: text,
};

export function isIdentityField(name: string): name is IdentityField {
  return Object.hasOwn(CODECS, name);
}

export const IDENTITY_FIELDS: readonly IdentityField[] = Object.keys(CODECS).filter(isIdentityField);

/** A field as it stands in storage; null means that the key is absent. */
export function encodeField<Field extends IdentityField>(
  field: Field,
  value: IdentityState[Field] | null | undefined,
): string | null {
  return value === null || value === undefined ? null : CODECS[field].encode(value);
}

/** Writes the field that `raw` stands for into `state`; an unreadable value is absent. */
export function decodeInto(state: IdentityState, field: IdentityField, raw: string | null): void {
  Object.assign(state, { [field]: raw === null ? null : CODECS[field].decode(raw) });
}
