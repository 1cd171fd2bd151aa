/** Entry point of `npm run dev`: runs the product in sandbox mode with Vite's hot reload instead of the built site. */
import { readFile } from 'node:fs/promises';
import type { RequestListener, Server } from 'node:http';
import path from 'node:path';
import { createServer as createVite, type ViteDevServer } from 'vite';
import type { ClientConfiguration } from '../shared/configuration';
import { LINKED_PATHS } from '../shared/linkedPaths';
import { announceFailure } from './composition/announce';
import { runServer } from './composition/runServer';
import { type SiteFront, startSandboxServer } from './composition/sandboxServer';
import { readSandboxConfiguration } from './configuration/sandboxConfiguration';
import { TEMPLATE_FILE, withNotice, writeDocument } from './http/document';
import type { LiveState } from './http/website';
import { projectFolder } from './productVersion';

/**
 * Paths that the server handles instead of Vite. The last three paths belong to the emulated Google identity service.
 */
const SERVER_PATHS =
  /^\/(?:api|sandbox|healthz|readyz|emulator|identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com)(?:[/?]|$)/;
/** Paths of source modules in the folder `src/web/api`, which Vite serves. No API path ends with `.ts` or `.tsx`. */
const MODULE_PATHS = /^\/api\/[^?]*\.tsx?(?:\?|$)/;

/**
 * Puts Vite's middleware before the server. The server handles its own paths and every request that Vite does not
 * handle.
 */
function standBehind(vite: ViteDevServer, server: Server): void {
  const [app] = server.listeners('request') as RequestListener[];
  if (app === undefined) throw new Error('The server has no request listener to run behind Vite.');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const url = request.url ?? '';
    if (SERVER_PATHS.test(url) && !MODULE_PATHS.test(url)) app(request, response);
    else vite.middlewares(request, response, () => app(request, response));
  });
}

/** Returns the states of the services for the document of the page /status, and nothing for other documents. */
async function statusFor(
  { url }: Request,
  live: LiveState | undefined,
): Promise<Pick<ClientConfiguration, 'status'>> {
  const isStatus = live !== undefined && new URL(url).pathname === LINKED_PATHS.status;
  return isStatus ? { status: await live.status() } : {};
}

/**
 * Opens the site through Vite. Documents have no Content-Security-Policy in development, because Vite's client inserts
 * inline scripts and styles.
 */
async function openViteSite(configuration: ClientConfiguration, server: Server): Promise<SiteFront> {
  const root = projectFolder();
  const vite = await createVite({
    configFile: path.join(root, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
  standBehind(vite, server);
  let embedded = configuration;
  return {
    reconfigure(changed) {
      embedded = changed;
      return Promise.resolve();
    },
    website: async (request, live) => {
      const template = await readFile(path.join(root, 'src/web', TEMPLATE_FILE), 'utf8');
      const document = await vite.transformIndexHtml(new URL(request.url).pathname, template);
      const { html } = writeDocument(
        document,
        null,
        { ...embedded, ...(await statusFor(request, live)) },
        {},
      );
      const notice = live?.notice() ?? null;
      return new Response(notice === null ? html : withNotice(html, notice), {
        headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
      });
    },
    close: () => vite.close(),
  };
}

await runServer(async () => {
  const configuration = readSandboxConfiguration(process.env);
  return startSandboxServer({
    configuration,
    openSite: openViteSite,
    onUnexpectedError: (error) =>
      announceFailure(error instanceof Error ? (error.stack ?? '') : String(error)),
  });
});
