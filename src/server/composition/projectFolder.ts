/** Locates what `npm run build` writes. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer } from '../../shared/prerenderedPage';
import { productVersion, projectFolder } from '../productVersion';

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
