/** Locates the project's own files, both in the sources and in the build. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
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

/** Returns the folder in which `npm run build` writes the single-page application. */
export function builtSiteFolder(): string {
  return path.join(projectFolder(), 'dist', 'web');
}

/** Loads the renderer of prerendered pages, which `npm run build` writes next to the single-page application. */
export async function builtPageRenderer(): Promise<PageRenderer> {
  const file = path.join(projectFolder(), 'dist', 'prerender', 'renderPage.js');
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as PageRenderer;
}
