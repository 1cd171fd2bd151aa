/**
 * What a tab remembers over a reload: every value with its key in the session storage, its codec and
 * its owner. What a customer leaves goes when they sign out; what a visitor brought (a gift link, a
 * email that was asked for) stays over the sign-in, which is its purpose, and goes with the customer
 * too; what staff leave goes when they sign out and when a colleague takes their place.
 */
import * as v from 'valibot';
import type { KeyValueStorage } from '../platform/platform';

type Owner = 'customer' | 'staff' | 'visitor';

interface Codec<Value> {
  /** What cannot be read is absent: null. */
  decode(raw: string): Value | null;
  encode(value: Value): string;
}

interface Row<Value> {
  key: string;
  codec: Codec<Value>;
  owner: Owner;
}

const text: Codec<string> = { decode: (raw) => raw, encode: (value) => value };

/** A path of ours; anything else would lead out of this product. */
const path: Codec<string> = { ...text, decode: (raw) => (/^\/(?![/\\])/.test(raw) ? raw : null) };

/** ms since the epoch. */
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
  /** JSON of the body with its request id; null if the call has none: such a body is not stored. */
  body: v.nullable(v.string()),
  /** Whether it was sent without a response until now. */
  isUnconfirmed: v.boolean(),
});

const staffDraft = v.object({
  /** What was typed and chosen, by the names of the fields. */
  texts: v.record(v.string(), v.string()),
  /** The last request that was neither done nor rejected. */
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
  /** The key of an opened gift link until it is checked. It leaves the address bar at once. */
  giftLink: string;
  /** The one-time token that this tab was given for its email: nobody need be asked whose it is. */
  ownToken: string;
  /** A sign-in that a link asks for and nobody here has: the person decides. */
  foreignSignIn: ForeignSignIn;
  /** When this tab last asked for an email: a reload must not begin the wait for the next one anew. */
  emailSentAt: number;
  /** The address to which the last email of the day was sent. */
  lastEmailOfDay: string;
  /** Where a customer wanted to go when the sign-in came between: the way leads over /wait and /confirm. */
  wayBack: string;
  /** The order whose payment the card dialog called complete and the server has not confirmed yet. */
  paymentCheck: string;
  /** The same for an order of the campaign page, which nobody needs to be signed in for. */
  campaignCheck: string;
  /** Who of the staff works in this tab, in the normal form of a username. */
  staffName: string;
  /** Where staff were when a call failed or the session ended, gone back to after /adept. */
  staffPlace: string;
  /** When this tab last traded the tokens of staff, in silence or on /refresh. */
  staffRefreshes: readonly number[];
  /** What is typed in the forms of the console, by form and what it is about. */
  staffDrafts: Readonly<Record<string, StaffDraft>>;
  /** The row of a table that was opened last, behind its list's entry in the history and a blank. */
  openedRow: string;
}

export type TabValueName = keyof TabValues;

const ROWS: { [Name in TabValueName]: Row<TabValues[Name]> } = {
  giftLink: { key: 'giftLink', codec: text, owner: 'visitor' },
  ownToken: { key: 'ownToken', codec: text, owner: 'visitor' },
  foreignSignIn: { key: 'foreignSignIn', codec: json(foreignSignIn), owner: 'visitor' },
  emailSentAt: { key: 'emailSentAt', codec: moment, owner: 'visitor' },
  lastEmailOfDay: { key: 'lastEmailOfDay', codec: text, owner: 'visitor' },
  wayBack: { key: 'wayBack', codec: path, owner: 'customer' },
  paymentCheck: { key: 'paymentCheck', codec: text, owner: 'customer' },
  campaignCheck: { key: 'campaignCheck', codec: text, owner: 'visitor' },
  staffName: { key: 'staffName', codec: text, owner: 'staff' },
  staffPlace: { key: 'staffPlace', codec: path, owner: 'staff' },
  staffRefreshes: { key: 'staffRefreshes', codec: moments, owner: 'staff' },
  staffDrafts: { key: 'staffDrafts', codec: json(v.record(v.string(), staffDraft)), owner: 'staff' },
  openedRow: { key: 'staffOpenedRow', codec: text, owner: 'staff' },
};

/** Null when nothing is remembered, or nothing that can be read. */
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

/** The remembered value, and never again. */
export function takeTabValue<Name extends TabValueName>(
  storage: KeyValueStorage,
  name: Name,
): TabValues[Name] | null {
  const value = readTabValue(storage, name);
  removeTabValue(storage, name);
  return value;
}

export function clearTabStorageOf(owner: Owner, storage: KeyValueStorage): void {
  for (const row of Object.values(ROWS)) if (row.owner === owner) storage.remove(row.key);
}

/** Makes the tab that of `username`: what a colleague left in it goes. What nobody left by name stays. */
export function openTabForStaff(storage: KeyValueStorage, username: string): void {
  const former = readTabValue(storage, 'staffName');
  if (former === username) return;
  if (former !== null) clearTabStorageOf('staff', storage);
  writeTabValue(storage, 'staffName', username);
}
