/** Locates what `npm run build` writes. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer } from '../../shared/prerenderedPage';
import type { Listening } from '../configuration/listening';
import { productVersion, projectFolder } from '../productVersion';

const isLoopback = (host: string): boolean => /^(?:127\.|::1$|localhost$)/.test(host);

/**
 * Returns the line with which every server begins its output. It names the listening address, and the setting with which
 * other machines can connect if they cannot.
 */
export function startLine({ host, port }: Pick<Listening, 'host' | 'port'>): string {
  const place = `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
  const hint = isLoopback(host) ? ', which only this machine can reach; set HOST to accept others' : '';
  return `Prosvet ${productVersion()} on Node.js ${process.versions.node} listens on ${place}${hint}`;
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
