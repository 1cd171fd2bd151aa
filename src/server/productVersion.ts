/** Reads the version of the product from `package.json`, both in the sources and in the build. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

/** Returns the closest parent folder of this module that contains `package.json`. */
export function projectFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('No parent folder of the server contains package.json.');
    folder = parent;
  }
  return folder;
}

const manifest = v.object({ version: v.string() });

/** Returns the version of the product, for example `1.2.0`. */
export function productVersion(): string {
  const text = readFileSync(path.join(projectFolder(), 'package.json'), 'utf8');
  return v.parse(manifest, JSON.parse(text)).version;
}

/** Returns whether a version of the form `1.2.0` is older than another one. */
export function isOlderVersion(version: string, than: string): boolean {
  const numbers = than.split('.').map(Number);
  for (const [index, number] of version.split('.').map(Number).entries()) {
    const other = numbers[index] ?? 0;
    if (number !== other) return number < other;
  }
  return false;
}
