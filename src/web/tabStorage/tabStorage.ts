/**
 * Values that a browser tab keeps across reloads. For each value, this module declares the session storage key, the
 * codec and the owner. Customer values are cleared when the customer signs out. Visitor values, such as a gift link or
 * a requested email, survive the sign-in and are also cleared with the customer. Staff values are cleared when staff
 * sign out and when a colleague signs in. Values of the tab say nothing about a person and are never cleared.
 */
import * as v from 'valibot';
import type { KeyValueStorage } from '../platform/platform';

type Owner = 'customer' | 'staff' | 'visitor' | 'tab';

interface Codec<Value> {
  /** Decodes a stored text. Returns null, as for an absent value, if the stored text is unreadable. */
  decode(raw: string): Value | null;
  encode(value: Value): string;
}

interface Row<Value> {
  key: string;
  codec: Codec<Value>;
  owner: Owner;
}

const text: Codec<string> = { decode: (raw) => raw, encode: (value) => value };

/**
 * Codec of a path in this application. Any other URL is rejected, because the URL would lead out of the application.
 */
const path: Codec<string> = { ...text, decode: (raw) => (/^\/(?![/\\])/.test(raw) ? raw : null) };

/** Time in ms since the epoch. */
const moment: Codec<number> = {
  decode: (raw) => (/^\d{1,16}$/.test(raw) ? Number(raw) : null),
  encode: String,
};

const moments: Codec<readonly number[]> = {
  decode: (raw) => raw.split(' ').map(Number),
  encode: (value) => value.join(' '),
};

function json<Value>(schema: v.GenericSchema<Value>): Codec<Value> {
  return {
    decode: (raw) => {
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), raw);
      return parsed.success ? parsed.output : null;
    },
    encode: (value) => JSON.stringify(v.parse(schema, value)),
  };
}

const sentRequest = v.object({
  /**
   * JSON of the request body including its request id. The value is null if the request has no request id, because a
   * request body without a request id is not stored.
   */
  body: v.nullable(v.string()),
  /** Whether the request was sent and no response has arrived yet. */
  isUnconfirmed: v.boolean(),
});

const staffDraft = v.object({
  /** Entered and selected values, by field name. */
  texts: v.record(v.string(), v.string()),
  /** Last request of the form that has neither succeeded nor been rejected. */
  sent: v.nullable(sentRequest),
});

export type SentRequest = v.InferOutput<typeof sentRequest>;
export type StaffDraft = v.InferOutput<typeof staffDraft>;

const foreignSignIn = v.object({
  token: v.string(),
  email: v.string(),
  giftKey: v.nullable(v.string()),
});

export type ForeignSignIn = v.InferOutput<typeof foreignSignIn>;

interface TabValues {
  /**
   * Gift key of an opened link, as the link contains it, until the gift is checked. The key is removed from the address bar
   * immediately.
   */
  giftLink: string;
  /** Text that the link contained instead of a valid gift key, until the field of `/login` shows it. */
  giftText: string;
  /** Single-use token that this tab received for its own email, so that the sign-in needs no confirmation. */
  ownToken: string;
  /** Sign-in by a link that this browser did not request. The user decides whether to accept the sign-in. */
  foreignSignIn: ForeignSignIn;
  /**
   * Time of the last sign-in email request of this tab, so that a reload does not restart the countdown to the next
   * email.
   */
  emailSentAt: number;
  /** Address to which the last email of the day was sent. */
  lastEmailOfDay: string;
  /** Path that the customer wanted to open before the sign-in, which leads through `/wait` and `/confirm`. */
  wayBack: string;
  /** Order that the card dialog reported as paid and the server has not confirmed yet. */
  paymentCheck: string;
  /** Same as `paymentCheck` for an order of the page that changes the card. */
  cardChangeCheck: string;
  /**
   * Order of the campaign page that the card dialog reported as paid and the server has not confirmed yet. The campaign
   * page needs no sign-in.
   */
  campaignCheck: string;
  /** Present after the visitor has closed the hint for in-app browsers. */
  hintClosed: string;
  /** Normalized username of the member of staff who uses this tab. */
  staffName: string;
  /** Console path at which a request failed or the session ended. Staff return to this path through `/adept`. */
  staffPlace: string;
  /** Times at which this tab renewed the staff tokens, in the background or on `/refresh`. */
  staffRefreshes: readonly number[];
  /** Draft values of the console forms, by form and subject. */
  staffDrafts: Readonly<Record<string, StaffDraft>>;
  /** Last opened row of a table, prefixed by the history key of the list and a space. */
  openedRow: string;
}

export type TabValueName = keyof TabValues;

const ROWS: { [Name in TabValueName]: Row<TabValues[Name]> } = {
  giftLink: { key: 'giftLink', codec: text, owner: 'visitor' },
  giftText: { key: 'giftText', codec: text, owner: 'visitor' },
  ownToken: { key: 'ownToken', codec: text, owner: 'visitor' },
  foreignSignIn: { key: 'foreignSignIn', codec: json(foreignSignIn), owner: 'visitor' },
  emailSentAt: { key: 'emailSentAt', codec: moment, owner: 'visitor' },
  lastEmailOfDay: { key: 'lastEmailOfDay', codec: text, owner: 'visitor' },
  wayBack: { key: 'wayBack', codec: path, owner: 'customer' },
  paymentCheck: { key: 'paymentCheck', codec: text, owner: 'customer' },
  cardChangeCheck: { key: 'cardChangeCheck', codec: text, owner: 'customer' },
  campaignCheck: { key: 'campaignCheck', codec: text, owner: 'visitor' },
  hintClosed: { key: 'hintClosed', codec: text, owner: 'tab' },
  staffName: { key: 'staffName', codec: text, owner: 'staff' },
  staffPlace: { key: 'staffPlace', codec: path, owner: 'staff' },
  staffRefreshes: { key: 'staffRefreshes', codec: moments, owner: 'staff' },
  staffDrafts: { key: 'staffDrafts', codec: json(v.record(v.string(), staffDraft)), owner: 'staff' },
  openedRow: { key: 'staffOpenedRow', codec: text, owner: 'staff' },
};

/**
 * Returns the stored value of the tab, or null if the value is absent or unreadable.
 *
 * @example
 * const path = readTabValue(sessionStorage, 'wayBack');
 */
export function readTabValue<Name extends TabValueName>(
  storage: KeyValueStorage,
  name: Name,
): TabValues[Name] | null {
  const raw = storage.get(ROWS[name].key);
  return raw === null ? null : ROWS[name].codec.decode(raw);
}

export function writeTabValue<Name extends TabValueName>(
  storage: KeyValueStorage,
  name: Name,
  value: TabValues[Name],
): void {
  storage.set(ROWS[name].key, ROWS[name].codec.encode(value));
}

export function removeTabValue(storage: KeyValueStorage, name: TabValueName): void {
  storage.remove(ROWS[name].key);
}

/** Returns a stored value of the tab and removes the value from session storage. */
export function takeTabValue<Name extends TabValueName>(
  storage: KeyValueStorage,
  name: Name,
): TabValues[Name] | null {
  const value = readTabValue(storage, name);
  removeTabValue(storage, name);
  return value;
}

export function clearTabStorage(owner: Owner, storage: KeyValueStorage): void {
  for (const row of Object.values(ROWS)) if (row.owner === owner) storage.remove(row.key);
}

/**
 * Assigns the tab to `username` and clears the values of a different previous user. Values of a tab without a user are
 * kept.
 */
export function openTabForStaff(storage: KeyValueStorage, username: string): void {
  const former = readTabValue(storage, 'staffName');
  if (former === username) return;
  if (former !== null) clearTabStorage('staff', storage);
  writeTabValue(storage, 'staffName', username);
}
