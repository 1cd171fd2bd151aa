/** `npm run dev`: sandbox mode with Vite's hot reload in place of the built site. */
import { readFile } from 'node:fs/promises';
import type { RequestListener, Server } from 'node:http';
import path from 'node:path';
import { createServer as createVite, type ViteDevServer } from 'vite';
import type { ClientConfiguration } from '../shared/configuration';
import { announceFailure } from './composition/announce';
import { projectFolder } from './composition/projectFolder';
import { runServer } from './composition/runServer';
import { type SiteFront, startSandboxServer } from './composition/sandboxServer';
import { readSandboxConfiguration } from './configuration/sandboxConfiguration';
import { TEMPLATE_FILE, writeDocument } from './http/document';

/** The last three are the identity service's. */
const SERVER_PATHS =
  /^\/(?:api|sandbox|healthz|readyz|emulator|identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com)(?:[/?]|$)/;
/** `src/web/api` is a folder of modules too; no call ends like this. */
const MODULE_PATHS = /^\/api\/[^?]*\.tsx?(?:\?|$)/;

/** Puts Vite before the app: it answers modules, the app the rest. */
function standBehind(vite: ViteDevServer, server: Server): void {
  const [app] = server.listeners('request') as RequestListener[];
  if (app === undefined) throw new Error('The server has no request listener to stand behind Vite.');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const url = request.url ?? '';
    if (SERVER_PATHS.test(url) && !MODULE_PATHS.test(url)) app(request, response);
    else vite.middlewares(request, response, () => app(request, response));
  });
}

/** Documents carry no policy here: Vite's client writes inline scripts and styles of its own. */
async function openViteSite(configuration: ClientConfiguration, server: Server): Promise<SiteFront> {
  const root = projectFolder();
  const vite = await createVite({
    configFile: path.join(root, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
  standBehind(vite, server);
  return {
    website: async (request) => {
      const template = await readFile(path.join(root, 'src/web', TEMPLATE_FILE), 'utf8');
      const document = await vite.transformIndexHtml(new URL(request.url).pathname, template);
      return new Response(writeDocument(document, null, configuration, {}).html, {
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
