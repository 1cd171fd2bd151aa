/**
 * Cuts the Onest variable font down to the characters and weights that the product uses, and writes the subsets to
 * `public/fonts`. File names contain a content hash, so browsers may cache the font files indefinitely. Run the script
 * once after each update of @fontsource-variable/onest, and copy the printed names to `src/shared/designTokens.ts`.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';

const source = join(
  dirname(createRequire(import.meta.url).resolve('@fontsource-variable/onest/package.json')),
  'files',
);
const target = new URL('../public/fonts/', import.meta.url);
const range = (from, to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));

const SUBSETS = [
  ['cyrillic', 'onest-cyrillic-wght-normal.woff2', range(0x410, 0x44f) + '\u0401\u0451\u2116'],
  [
    'latin',
    'onest-latin-wght-normal.woff2',
    range(0x20, 0x7e) +
      '\u00a0\u00a9\u00ab\u00b7\u00bb\u00d7\u2009\u2011\u2012\u2013\u2014\u2018\u2019\u201c\u201d\u201e\u2022\u2026\u202f\u2212',
  ],
  ['ruble', 'onest-latin-ext-wght-normal.woff2', '\u20bd'],
  ['arrows', 'onest-math-wght-normal.woff2', '\u2190\u2192'],
];

await mkdir(target, { recursive: true });
for (const name of await readdir(target)) {
  if (name.startsWith('onest-')) await rm(new URL(name, target));
}
for (const [name, file, text] of SUBSETS) {
  const subset = await subsetFont(await readFile(join(source, file)), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 750, default: 400 } },
  });
  const hash = createHash('sha256').update(subset).digest('hex').slice(0, 8);
  await writeFile(new URL(`onest-${name}-${hash}.woff2`, target), subset);
  console.log(`onest-${name}-${hash}.woff2`, subset.length);
}
