/** Reads and writes the files with the data of released versions. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrozenRow, Meaning } from './frozenData';
import { ROOT } from './sourceTree';

export interface FrozenVersion {
  rows: FrozenRow[];
  meaning: Meaning;
  /** Values of the enumerated columns, by `table.column`. */
  values: Record<string, readonly string[]>;
}

const buildPath = (version: string, name: string): string =>
  path.join(ROOT, '__tests__/server/store/frozen', `${version}-${name}.jsonl`);

const formatLines = (items: readonly unknown[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');

async function readLines<Item>(version: string, name: string): Promise<Item[]> {
  const text = await readFile(buildPath(version, name), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Item);
}

/** Writes the files of a version. A released version is never written again. */
export async function writeFrozenVersion(
  version: string,
  { rows, meaning, values }: FrozenVersion,
): Promise<void> {
  await mkdir(path.dirname(buildPath(version, 'rows')), { recursive: true });
  await writeFile(buildPath(version, 'rows'), formatLines(rows));
  await writeFile(buildPath(version, 'meaning'), formatLines(Object.entries(meaning)));
  await writeFile(buildPath(version, 'values'), formatLines(Object.entries(values)));
}

export async function readFrozenVersion(version: string): Promise<FrozenVersion> {
  return {
    rows: await readLines<FrozenRow>(version, 'rows'),
    meaning: Object.fromEntries(await readLines<[string, Meaning[string]]>(version, 'meaning')),
    values: Object.fromEntries(await readLines<[string, string[]]>(version, 'values')),
  };
}
