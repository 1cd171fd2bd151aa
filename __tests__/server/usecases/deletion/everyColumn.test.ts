/**
 * Tests that the deletion of an account erases the value of every column with personal or secret data. Each column contains
 * a unique value. After the deletion, the test searches the whole database for each value, also in encoded form.
 */
import { eq, getTableName } from 'drizzle-orm';
import type { Database } from '../../../../src/server/store/database';
import { DATA_MAP, findDataClass } from '../../../../src/server/store/dataMap';
import { erasures } from '../../../../src/server/store/schema/erasures';
import { deleteAccount } from '../../../../src/server/usecases/deletion/deleteAccount';
import { FINISH_AFTER_MS } from '../../../../src/server/usecases/deletion/finishErasures';
import { runDueJobs } from '../../../../src/server/workers/jobs/startJobs';
import { dumpDatabase } from '../../../support/dumpDatabase';
import { containsInAnyForm } from '../../../support/encodedForms';
import { populateAccount, type PopulatedAccount } from '../../../support/populatedAccount';
import { startTestServer, type TestServer } from '../../../support/server';

/** Values that remain after the deletion. The data map or `docs/personal-data.md` contains the reasons. */
const STAYS = [
  // Keyed hashes prevent further trials with the same card.
  'trial_cards.cardHash.0',
  'trial_card_uses.cardHash.0',
  // The masked card is a part of the payment record.
  'payment_events.payload.0',
  // A random id, under which the card provider reports later payments of a campaign order.
  'orders.payerId.0',
  // The hash of a used gift key gives no access.
  'gifts.keyHash.0',
  // Staff member of an audit entry.
  'staff_audit.username.0',
  'staff_audit.ip.0',
];

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

/** Populates an account as if it had never been deleted. */
async function populate(canary: string): Promise<PopulatedAccount> {
  const account = await populateAccount(server.db, {
    canary,
    at: server.clock.now(),
    changes: {
      payment_issues: { payerId: `${canary}-uid` },
      // A requested deletion would be carried out by the jobs of this test.
      email_changes: { deletionRequestedAt: null },
    },
  });
  await server.db.delete(erasures).where(eq(erasures.accountId, account.subject.id));
  return account;
}

/** Returns the texts in a column value. The texts of a JSON object are its leaves. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Date || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Returns the canary values of an account by table and column, for every column with personal or secret data. */
function collectCanaries({ rows }: PopulatedAccount, canary: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const table of DATA_MAP) {
    const name = getTableName(table.table);
    if (table.erasure === 'none' || name === 'erasures') continue;
    for (const column of Object.keys(table.columns)) {
      const kind = findDataClass(table, column);
      if (kind !== 'personal' && kind !== 'secret') continue;
      textsIn(rows.get(name)?.[column])
        .filter((text) => text.includes(canary))
        .forEach((text, index) => found.set(`${name}.${column}.${String(index)}`, text));
    }
  }
  return found;
}

/** Returns the names of the canaries that occur in the database, the logs or the metrics. */
async function findLeft(canaries: ReadonlyMap<string, string>, db: Database): Promise<string[]> {
  const texts = [
    ...(await dumpDatabase(db)),
    ...server.logs.map((line) => JSON.stringify(line)),
    await server.metrics.render(),
  ].join('\n');
  return [...canaries].flatMap(([name, value]) => (containsInAnyForm(texts, value) ? [name] : []));
}

test('no value of a personal or secret column remains, and another account keeps all of its values', async () => {
  const anna = await populate('anna-leaves');
  const boris = await populate('boris-stays');
  const ofAnna = collectCanaries(anna, 'anna-leaves');
  const ofBoris = collectCanaries(boris, 'boris-stays');
  expect(ofAnna.size).toBeGreaterThanOrEqual(40);
  expect(await findLeft(ofAnna, server.db)).toEqual([...ofAnna.keys()]);

  await deleteAccount(server.deps, {
    accountId: anna.subject.id,
    requestedBy: 'customer',
    staffId: null,
    waivedDays: false,
  });
  // The id of the payer is needed until the card provider has ended all recurring payments.
  await runDueJobs(server.deps);
  server.clock.advance(FINISH_AFTER_MS);
  await runDueJobs(server.deps);
  expect(await findLeft(ofAnna, server.db)).toEqual(STAYS);
  expect(await findLeft(ofBoris, server.db)).toEqual([...ofBoris.keys()]);
});
