/** Locates the project's own files, both in the sources and in the build. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as v from 'valibot';
import type { PageRenderer } from '../../shared/prerenderedPage';

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

/** Returns the version of the product, which `package.json` contains. */
export function productVersion(): string {
  const text = readFileSync(path.join(projectFolder(), 'package.json'), 'utf8');
  return v.parse(manifest, JSON.parse(text)).version;
}

/** Returns the line with which every server begins its output. */
export function startLine(): string {
  return `Prosvet ${productVersion()} on Node.js ${process.versions.node}`;
}

/** Returns the folder in which `npm run build` writes the single-page application. */
export function builtSiteFolder(): string {
  return path.join(projectFolder(), 'dist', 'web');
}

/** Loads the renderer of prerendered pages, which `npm run build` writes next to the single-page application. */
export async function builtPageRenderer(): Promise<PageRenderer> {
  const file = path.join(projectFolder(), 'dist', 'prerender', 'renderPage.js');
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as PageRenderer;
}
