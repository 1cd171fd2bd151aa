/**
 * Writes the web font: one file in `public/fonts` with the characters and weights that the product uses. With one file, all
 * characters of a page are rendered in the same typeface, whenever the file arrives. The npm package of Onest has one file for
 * each range of characters, so the script reduces these files with HarfBuzz and merges them with ot-builder. The file name
 * contains a content hash, so browsers may cache the file indefinitely.
 *
 * Run the script after each update of @fontsource-variable/onest, and copy the printed name to `src/shared/designTokens.ts`:
 * `node .ci/webFont.mjs`. `__tests__/e2e/webFont.test.ts` compares the file with those of the package.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CliProc, FontIo, Ot } from 'ot-builder';
import subsetFont from 'subset-font';

const source = join(
  dirname(createRequire(import.meta.url).resolve('@fontsource-variable/onest/package.json')),
  'files',
);
const target = new URL('../public/fonts/', import.meta.url);
const range = (from, to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));

/** Characters by the file of the package that contains them. */
const PARTS = {
  latin:
    range(0x20, 0x7e) +
    '\u00a0\u00a9\u00ab\u00b1\u00b7\u00bb\u00d7\u2009\u2011\u2012\u2013\u2014\u2018\u2019\u201c\u201d\u201e\u2022\u2026\u202f\u2191\u2193\u2212',
  cyrillic: range(0x410, 0x44f) + '\u0401\u0451\u2116',
  'latin-ext': '\u20bd',
  math: '\u2190\u2192',
};

/** GPOS lookup type of kerning pairs. */
const PAIR_ADJUSTMENT = 2;
const ONE_BITS = /1/g;

/**
 * Sorts the kerning pairs of each glyph by the second glyph, in place. The OpenType format requires this order, because
 * HarfBuzz and other engines search the pairs with a binary search. ot-builder 1.7.6 writes the pairs in another order, with
 * which some of them are not found.
 */
function sortKerningPairs(gpos) {
  const u16 = (offset) => gpos.readUInt16BE(offset);
  /** Absolute offsets of a list that begins with its length. */
  const offsetsAt = (list, base) => Array.from({ length: u16(list) }, (_, i) => base + u16(list + 2 + 2 * i));
  const lookupList = u16(8);
  for (const lookup of offsetsAt(lookupList, lookupList)) {
    if (u16(lookup) !== PAIR_ADJUSTMENT) continue;
    for (const subtable of offsetsAt(lookup + 4, lookup)) {
      // Format 2 lists classes of glyphs, not pairs.
      if (u16(subtable) !== 1) continue;
      const values = [u16(subtable + 4), u16(subtable + 6)].map(
        (format) => (format.toString(2).match(ONE_BITS) ?? []).length,
      );
      const size = 2 + 2 * (values[0] + values[1]);
      for (const pairs of offsetsAt(subtable + 8, subtable)) {
        const records = Array.from({ length: u16(pairs) }, (_, i) =>
          Buffer.from(gpos.subarray(pairs + 2 + size * i, pairs + 2 + size * (i + 1))),
        );
        records.sort((a, b) => a.readUInt16BE(0) - b.readUInt16BE(0));
        Buffer.concat(records).copy(gpos, pairs + 2);
      }
    }
  }
}

const store = Ot.ListGlyphStoreFactory;
const [font, ...others] = await Promise.all(
  Object.entries(PARTS).map(async ([name, text]) => {
    const file = await readFile(join(source, `onest-${name}-wght-normal.woff2`));
    const part = await subsetFont(file, text, {
      targetFormat: 'truetype',
      variationAxes: { wght: { min: 400, max: 750, default: 400 } },
    });
    return FontIo.readFont(FontIo.readSfntOtf(part), store);
  }),
);
for (const other of others) CliProc.mergeFonts(font, other, store);
CliProc.gcFont(font, store);
const tables = FontIo.writeFont(font);
sortKerningPairs(tables.tables.get('GPOS'));
const merged = await subsetFont(FontIo.writeSfntOtf(tables), undefined, {
  keepAllGlyphs: true,
  targetFormat: 'woff2',
});

await mkdir(target, { recursive: true });
for (const name of await readdir(target)) {
  if (name.startsWith('onest-')) await rm(new URL(name, target));
}
const hash = createHash('sha256').update(merged).digest('hex').slice(0, 8);
await writeFile(new URL(`onest-${hash}.woff2`, target), merged);
console.log(`onest-${hash}.woff2`, merged.length);
