/** Fields of the local identity, and the encoding of each field in browser storage. */

export interface IdentityState {
  uid: string | null;
  email: string | null;
  /** Email address from a URL query. The email address in `email` is unverified while it equals `emailFromQuery`. */
  emailFromQuery: string | null;
  photoURL: string | null;
  /** Sign-in provider: `email` or the id of a social provider. */
  providerId: string | null;
  /** Date of the next charge, or of the end of access, as ISO 8601 in UTC. */
  expirationDate: string | null;
  subscriptionIsActive: boolean | null;
  firstPaymentActivated: boolean | null;
  subscriptionStatus: string | null;
  /** Amount of the next charge, in rubles. */
  amount: number | null;
  currency: string | null;
  /** Gift key to be activated after the sign-in. */
  key: string | null;
  /** Bearer token of a customer, or of staff if `refreshToken` is set too. */
  accessToken: string | null;
  refreshToken: string | null;
  /** Email address that was typed to request a sign-in email. */
  emailForSignIn: string | null;
  /** Token from the response to the sign-in email request. The token binds this browser to the email. */
  mailToken: string | null;
}

export type IdentityField = keyof IdentityState;

/** Encoded identity fields, as in browser storage. Null means that the storage key is absent. */
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
  /**
   * Decodes the stored text of an identity field. Returns null, as for an absent value, if the stored text is
   * unreadable.
   */
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
 * Codec of each identity field. The storage key is the field name. The fields are written in the order of this table.
 * The tokens are written before the data of their user, because another tab may read the keys in between, and must not
 * combine a new user with an old token.
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

/** Returns the encoded value of an identity field. Null means that the storage key is absent. */
export function encodeField<Field extends IdentityField>(
  field: Field,
  value: IdentityState[Field] | null | undefined,
): string | null {
  return value === null || value === undefined ? null : CODECS[field].encode(value);
}

/** Decodes the stored text `raw` and writes the identity field into `state`. An unreadable value is written as null. */
export function decodeInto(state: IdentityState, field: IdentityField, raw: string | null): void {
  Object.assign(state, { [field]: raw === null ? null : CODECS[field].decode(raw) });
}
