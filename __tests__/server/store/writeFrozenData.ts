/**
 * Writes the data of the present version to `__tests__/server/store/frozen`: `npm run db:freeze -- 1.0.0`. The command is
 * used once, when a version is released whose data later versions must keep.
 */
import { openEmbeddedDatabase } from '../../../src/server/store/openDatabase';
import { enumeratedColumns } from '../../support/enumeratedColumns';
import { fillForFreeze, readMeaning, readRows } from '../../support/frozenData';
import { writeFrozenVersion } from '../../support/frozenFiles';

const [version] = process.argv.slice(2);
if (version === undefined) throw new Error('Usage: npm run db:freeze -- <version>');
const { db, close } = await openEmbeddedDatabase();
await fillForFreeze(db);
await writeFrozenVersion(version, {
  rows: await readRows(db),
  meaning: await readMeaning(db),
  values: Object.fromEntries(enumeratedColumns()),
});
await close();
