/** Where the project's own files are, in the sources and in the build alike. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PageRenderer } from '../../shared/prerenderedPage';

/** The folder of package.json above this module. */
export function projectFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('package.json is nowhere above the server.');
    folder = parent;
  }
  return folder;
}

/** Where `npm run build` puts the SPA. */
export function builtSiteFolder(): string {
  return path.join(projectFolder(), 'dist', 'web');
}

/** What draws the SPA's pages as finished HTML, as `npm run build` puts it beside the SPA. */
export async function builtPageRenderer(): Promise<PageRenderer> {
  const file = path.join(projectFolder(), 'dist', 'prerender', 'renderPage.js');
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as PageRenderer;
}
