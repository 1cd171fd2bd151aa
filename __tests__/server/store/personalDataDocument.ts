/** Renders `docs/personal-data.md` from the table of kinds of data and the data map. */
import { getTableColumns, getTableName } from 'drizzle-orm';
import {
  DATA_MAP,
  type DataClass,
  type MappedColumn,
  mappedColumns,
  type TableData,
} from '../../../src/server/store/dataMap';
import {
  ACCOUNTING_YEARS,
  CUSTOMER_DATA_KINDS,
  DATA_KIND_NAMES,
  DATA_KINDS,
  type DataKindRow,
  type LegalBasis,
  type Retention,
  SHORTER_PERIODS_DAYS,
} from '../../../src/shared/personalData';
import { ABROAD_BY_DEFAULT, RECIPIENT_ROLES, type RecipientRole } from '../../../src/shared/recipients';

export const PERSONAL_DATA_FILE = 'docs/personal-data.md';

const BASES: Readonly<Record<LegalBasis, string>> = {
  contract: 'contract (152-FZ, art. 6, part 1, clause 5)',
  law: 'law (152-FZ, art. 6, part 1, clause 2; 402-FZ, art. 29)',
  security: 'security (152-FZ, art. 6, part 1, clause 7)',
};

const STARTS = {
  creation: 'after creation',
  end: 'after the end of use',
  lastUse: 'after the last use',
  expiry: 'after expiry',
  payment: 'after the last payment',
} as const;

/** Data that each recipient keeps and that the operator cannot erase through the product. */
const KEPT_ELSEWHERE: Readonly<Record<RecipientRole, { name: string; keeps: string; erasure: string }>> = {
  cardProvider: {
    name: 'Card provider (CloudPayments)',
    keeps:
      'the card, the payer id (uid or a random id), email address and, with `RECEIPT_PHONE`, phone number for receipts, network address and browser of the payment, amounts, times, the recurring payment, fiscal receipts',
    erasure:
      'keeps payments and receipts for the periods of the law on payments and fiscal data; the deletion of an account ends the recurring payment only',
  },
  mailServer: {
    name: 'Mail server (SMTP relay)',
    keeps:
      'address, subject, time and result of each email in its log; the text as long as the email is queued',
    erasure: 'by the retention of its log, which the operator configures',
  },
  pushService: {
    name: 'Push service (Firebase Cloud Messaging)',
    keeps:
      'the push token with the installation of the application; the text until it is delivered, at most 28 days',
    erasure: 'the token becomes invalid when the application is removed',
  },
  googleSignIn: {
    name: 'Google sign-in (Firebase Authentication)',
    keeps:
      'a user of the Firebase project with Google id, email address, name, picture and time of the last sign-in',
    erasure: 'staff delete the user in the Firebase console',
  },
  vpnPanel: {
    name: 'VPN panel (Remnawave)',
    keeps:
      'a user per attachment with a label and a username of row numbers, without email address or name, expiry, time of the last connection, total traffic, and the network address and User-Agent of the last configuration requests',
    erasure:
      'the deletion of an account closes and removes the users of its devices, and the panel deletes their requests with them',
  },
  errorReports: {
    name: 'Error reports (Sentry-compatible)',
    keeps:
      'error, stack, page path without query and fragment, browser, network address of the sender unless it is switched off there',
    erasure: 'by the retention of the project, which the operator configures',
  },
};

/** Names of the data that is deleted earlier than the other data of its kind. */
const SHORTER_PERIOD_NAMES: Readonly<Record<keyof typeof SHORTER_PERIODS_DAYS, string>> = {
  consentOrigins: 'IP address and User-Agent of a consent',
  eventsOfUnknownAddresses: 'timeline entries of an email address without an account',
  failedRequests: 'failed requests',
  linkFetches: 'hourly numbers of fetches of device links',
  removedNotes: 'notes that staff removed',
  untouchedCampaignOrders: 'campaign orders without a payment attempt',
  payerPhones: 'phone numbers of unpaid campaign orders',
  vpnMessages: 'finished VPN tasks',
  staffPresence: 'reports that staff have a customer open',
  changedObjects: 'ids of payments and refunds from unsigned notifications',
  trialCardUses: 'keyed hashes by which trials of similar cards are counted',
  staffAccessTokens: 'access tokens of staff',
};

/**
 * Time at which the rows of a table are deleted after an account deletion. Contains each table whose rows remain although
 * its kind of data is not retained after the deletion.
 */
const REMAINING_ROWS: Readonly<Record<string, string>> = {
  accounts:
    'The row is retained indefinitely, with an anonymous account id, to show that the account was deleted.',
  devices: 'The row is deleted when the VPN credentials are closed and the recurring payments have ended.',
  vpn_keys: 'The row is deleted when the VPN credentials are closed and the recurring payments have ended.',
  outbox: 'The row is deleted at the end of the retention period.',
};

/** Returns the note about remaining rows of a table. Throws if the note is missing. */
function remainingRows({ table, kind, erasure }: TableData): string {
  if (erasure !== 'redactRows' || DATA_KINDS[kind].outlivesAccount) return '';
  const name = getTableName(table);
  const note = REMAINING_ROWS[name];
  if (note === undefined) throw new Error(`REMAINING_ROWS does not contain ${name}`);
  return `. ${note}`;
}

const counted = (count: number, unit: string): string => `${String(count)} ${unit}${count === 1 ? '' : 's'}`;

function retentionText({ retention, staysWhileUsed, outlivesAccount }: DataKindRow): string {
  return [
    periodText(retention),
    staysWhileUsed ? '; longer while an existing account needs the rows' : '',
    outlivesAccount
      ? '; the rows remain after the account is deleted, without the values that are erased'
      : '',
  ].join('');
}

function periodText(retention: Retention): string {
  if ('until' in retention) return 'until the account is deleted';
  return 'days' in retention
    ? `${counted(retention.days, 'day')} ${STARTS[retention.from]}`
    : `${counted(retention.years, 'year')} ${STARTS[retention.from]}`;
}

const ERASURES: Readonly<Record<MappedColumn['erasure'], string>> = {
  deleted: 'row deleted with the account',
  replaced: 'value erased with the account',
  stays: 'stays after the account is deleted',
};

/** Returns the columns of a table, with one line for each combination of data class and kind of erasure. */
function columnLines(columns: readonly MappedColumn[]): string[] {
  const groups = new Map<string, string[]>();
  for (const column of columns) {
    if (column.class === 'none') continue;
    const group = `${column.class}, ${ERASURES[column.erasure]}`;
    groups.set(group, [...(groups.get(group) ?? []), `\`${column.column}\``]);
  }
  return [...groups].map(([group, names]) => `  - ${group}: ${names.join(', ')}`);
}

/** Returns the text of the document about personal data. */
export function personalDataDocument(): string {
  const columns = mappedColumns();
  const kinds = DATA_KIND_NAMES.flatMap((kind) => {
    const row = DATA_KINDS[kind];
    const tables = DATA_MAP.filter((table) => table.kind === kind);
    return [
      `### ${kind}`,
      '',
      `- Basis: ${BASES[row.basis]}`,
      `- Retention: ${retentionText(row)}`,
      ...tables.flatMap((table) => [
        `- Table \`${getTableName(table.table)}\`${remainingRows(table)}`,
        ...columnLines(columns.filter((each) => each.table === getTableName(table.table))),
      ]),
      '',
    ];
  });
  const reasons = DATA_MAP.flatMap((row) => {
    const table = getTableName(row.table);
    if (row.erasure === 'none') return [`- \`${table}\`: ${row.because}`];
    const names = getTableColumns(row.table);
    return Object.entries<(typeof row.columns)[string] | DataClass>(row.columns).flatMap(([name, column]) =>
      typeof column === 'object' && 'staysBecause' in column
        ? [`- \`${table}\`, \`${names[name]?.name ?? name}\`: ${column.staysBecause}`]
        : [],
    );
  });
  const retained = CUSTOMER_DATA_KINDS.filter((kind) => DATA_KINDS[kind].outlivesAccount).map((kind) => {
    const tables = DATA_MAP.filter((table) => table.kind === kind).map(
      ({ table }) => `\`${getTableName(table)}\``,
    );
    return `- ${kind} (${tables.join(', ')}): deleted ${periodText(DATA_KINDS[kind].retention)}`;
  });
  return [
    '# Personal data',
    '',
    'Written by `npm run docs:personal-data` from `src/shared/personalData.ts` and `src/server/store/dataMap.ts`. A test',
    'fails when it differs. Do not edit it.',
    '',
    '## Before production',
    '',
    'The texts were written by programmers. A lawyer must approve:',
    '',
    '- the privacy policy (`/privacy`) and the offer (`/offer`)',
    '- the legal basis of each kind below, and that no purpose needs consent (152-FZ, art. 9)',
    '- the notification of Roskomnadzor about processing and about each transfer abroad (art. 12, 22)',
    '- that the database is in Russia (art. 18, part 5)',
    '- contracts with the recipients below (art. 6, part 3)',
    '',
    'Broadcast pushes must not contain advertising: advertising needs a consent that this product does not ask for.',
    '',
    '## Kinds of data',
    '',
    'Classes: `personal` identifies a person or describes one; `secret` gives access or is a hash of a secret; `financial`',
    'is an amount, a provider id or a card mask. Columns without such data are not listed.',
    '',
    'The job `src/server/workers/jobs/dropStale.ts` enforces all periods every hour. Rows from which the subscription of an',
    'existing account is computed (ledger, orders) stay as long as the account exists. So does a consent while its account',
    'has a recurring payment.',
    '',
    `Finished commands to the card provider stay in the table \`outbox\` for ${counted(ACCOUNTING_YEARS, 'year')}, because their keys prevent the server`,
    'from sending a command twice. When a command is finished, the server removes the email address from it. This data has',
    'a shorter period:',
    '',
    ...Object.entries(SHORTER_PERIODS_DAYS).map(
      ([part, days]) =>
        `- ${SHORTER_PERIOD_NAMES[part as keyof typeof SHORTER_PERIODS_DAYS]}: ${counted(days, 'day')}`,
    ),
    '',
    'When an account is deleted, some rows are deleted, and in other rows the values are erased. A row whose values are',
    'erased remains with an anonymous account id. If the kind of data is not retained after the deletion, the table states',
    'when the row is deleted.',
    '',
    ...kinds,
    '## What deletion does not erase',
    '',
    'Payments, refunds, receipts, the ledger, recorded consents and the other rows below remain after the deletion of an',
    'account. They contain an anonymous account id, and the values that are marked above as erased are removed:',
    '',
    ...retained,
    '',
    'The following values are not removed from these rows, or the deletion does not change the table:',
    '',
    ...reasons,
    '',
    '## What other services keep',
    '',
    ...RECIPIENT_ROLES.map((role) => {
      const { name, keeps, erasure } = KEPT_ELSEWHERE[role];
      const place = ABROAD_BY_DEFAULT.includes(role)
        ? ' Located abroad by default; `RECIPIENTS_ABROAD` replaces the default.'
        : '';
      return `- **${name}** keeps ${keeps}. Erasure: ${erasure}.${place}`;
    }),
    '',
  ].join('\n');
}
