/**
 * Build configuration with three parts. The web application (root `src/web`) is built into `dist/web`, the prerenderer
 * into `dist/prerender`, and the server into `dist/server`. The server's dependencies stay in node_modules.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, minifySync, type Plugin, type Rolldown, runnerImport } from 'vite';
import type * as ServerDocument from './src/server/http/document';
import { BROWSER_FLOOR } from './src/shared/browserFloor';
import type { ClientConfiguration } from './src/shared/configuration';
import type { PageRenderer } from './src/shared/prerenderedPage';
import type * as DocumentHead from './src/web/documentHead';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Path of the JSON file with the chunks of each screen. `src/server/http/document.ts` reads it. */
const SCREEN_FILES = '.build/screens.json';

/** File of the website with the licenses of all bundled packages, to which the page /offer links. */
const LICENSES_FILE = 'licenses.txt';

/** Package of the web font. `.ci/webFont.mjs` writes the file in `public/fonts` from it, so no module imports it. */
const FONT_PACKAGE = '@fontsource-variable/onest';

const COMPRESSED_TYPES = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest']);
/** Minimum size for compression, in bytes. Smaller files fit into one packet uncompressed. */
const COMPRESSED_FROM = 1024;

/** Vite plugin that compresses the site's files at build time, so that the server does not have to compress them. */
function compressAhead(): Plugin {
  return {
    name: 'compress-ahead',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir = '' }) {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      for (const entry of entries.filter(
        (found) => found.isFile() && COMPRESSED_TYPES.has(extname(found.name)),
      )) {
        const file = join(entry.parentPath, entry.name);
        const bytes = await readFile(file);
        if (bytes.byteLength < COMPRESSED_FROM) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
        await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}

/**
 * Vite plugin that inserts the document head into `app.html` and defines the build values for
 * `src/web/platform/env.ts` and `src/web/platform/version.ts`.
 */
function documentAndBuild(): Plugin {
  return {
    name: 'document-and-build',
    config: (_config, { mode }) => {
      const variables = loadEnv(mode, path('.'), 'VITE_');
      const { version } = JSON.parse(readFileSync(path('package.json'), 'utf8')) as { version: string };
      return {
        define: {
          __BUILD__: JSON.stringify({ development: mode === 'development', variables }),
          __VERSION__: JSON.stringify(version),
        },
      };
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => {
        const { module } = await runnerImport<typeof DocumentHead>(path('src/web/documentHead.ts'));
        const minified = (script: string, options = {}) =>
          minifySync('script.js', script, options).code.trim();
        return module.withDocumentHead(html, [
          minified(module.SCRIPT_FOR_OLD_BROWSERS, { compress: false }),
          minified(module.SCRIPT_BEFORE_APPLICATION),
        ]);
      },
    },
  };
}

/** Writes each prerendered page as a file, for static hosting without a server that generates documents. */
async function writePrerenderedPages(): Promise<void> {
  const folder = path('dist/web');
  const { module: document } = await runnerImport<typeof ServerDocument>(path('src/server/http/document.ts'));
  const drawer = (await import(pathToFileURL(path('dist/prerender/renderPage.js')).href)) as PageRenderer & {
    configurationFromBuild: () => ClientConfiguration;
  };
  const template = await readFile(join(folder, document.TEMPLATE_FILE), 'utf8');
  const screenFiles = document.parseScreenFiles(await readFile(join(folder, SCREEN_FILES), 'utf8'));
  for (const each of drawer.prerenderedPaths) {
    const page = await drawer.renderPage(each, drawer.configurationFromBuild());
    const name = each === '/' ? 'index' : each.slice(1);
    const { html } = document.writeDocument(template, page, null, screenFiles);
    const file = join(folder, `${name}.html`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, html);
  }
}

/** Vite plugin that writes the list of chunks for each screen, so that documents can preload them. */
function listScreenFiles(): Plugin {
  return {
    name: 'list-screen-files',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      const listFiles = (file: string, known = new Set<string>()): Set<string> => {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk' || known.has(file)) return known;
        known.add(file);
        for (const next of chunk.imports) listFiles(next, known);
        return known;
      };
      const screens: Record<string, string[]> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds.filter((each) => each.startsWith(path('src/web/screens/')))) {
          const name = id.slice(path('src/web/').length);
          screens[name] = [...listFiles(chunk.fileName)].map((file) => `/${file}`);
        }
      }
      this.emitFile({ type: 'asset', fileName: SCREEN_FILES, source: JSON.stringify(screens) });
    },
  };
}

/**
 * Vite plugin that completes the licenses of bundled packages, which Vite collects: it adds the license of the font, and the
 * text of Apache-2.0, because the packages of Firebase name the license but contain no copy. Fails the build if a bundled
 * package is missing.
 */
function completeLicenses(): Plugin {
  return {
    name: 'complete-licenses',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const notices = bundle[LICENSES_FILE];
        if (notices?.type !== 'asset') return this.error('Vite collected no licenses.');
        const collected = String(notices.source).trim();
        for (const chunk of Object.values(bundle)) {
          for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
            const name = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
            if (name !== undefined && !collected.includes(`## ${name} - `))
              this.error(`The licenses do not contain ${name}.`);
          }
        }
        // A title that is followed by the next title has no text.
        const withoutText = /^## (?!.*\(Apache-2\.0\)$).+(?=\n+(?:## |$(?![^])))/m.exec(collected)?.[0];
        if (withoutText !== undefined) this.error(`The licenses contain no text of ${withoutText}.`);
        const readText = (file: string) => readFileSync(path(`node_modules/${file}`), 'utf8').trim();
        const { version } = JSON.parse(readText(`${FONT_PACKAGE}/package.json`)) as { version: string };
        notices.source = [
          collected,
          `## ${FONT_PACKAGE} - ${version} (OFL-1.1)\n\n${readText(`${FONT_PACKAGE}/LICENSE`)}`,
          `# Text of Apache-2.0\n\n${readText('typescript/LICENSE.txt')}\n`,
        ].join('\n\n');
      },
    },
  };
}

/** Vite plugin that copies the SQL migrations, because the server reads them as files at runtime. */
function copyMigrations(): Plugin {
  return {
    name: 'copy-migrations',
    applyToEnvironment: (environment) => environment.name === 'server',
    async writeBundle({ dir = '' }) {
      for (const owner of IS_PRODUCTION_ONLY ? ['store'] : ['store', 'sandbox']) {
        await cp(path(`src/server/${owner}/migrations`), join(dir, owner, 'migrations'), { recursive: true });
      }
    },
  };
}

/**
 * Route groups of customer screens that are visited together. Each group is one chunk, and modules shared by several
 * groups are in shared chunks. A screen in no group is a separate chunk, like each console screen.
 */
const SCREEN_FAMILIES: Readonly<Record<string, readonly string[]>> = {
  login: ['login/Login'],
  signIn: [
    'wait/Wait',
    'openEmail/OpenEmail',
    'switchAccount/SwitchAccount',
    'gift/Gift',
    'desktopGoogle/DesktopGoogle',
  ],
  shop: ['shop/Shop', 'pay/Pay', 'thanks/Thanks'],
  profile: ['profile/Profile'],
  account: [
    'subscription/Subscription',
    'mobileProfile/MobileProfile',
    'mobileDetach/MobileDetach',
    'connect/Connect',
  ],
  reading: [
    'landing/Landing',
    'info/Info',
    'support/Support',
    'deleteAccount/DeleteAccount',
    'notFound/NotFound',
  ],
};
/**
 * Pages of the account by the chunk of the modules that only they need. Both pages about the email address are one chunk, and
 * the pages with lists load the chunk `account` anyway. Modules that several of these chunks need are in the chunk `codeForm`.
 */
const ACCOUNT_PAGES: ReadonlyMap<string, string | null> = new Map(
  Object.entries({
    'account/ChangeEmail': 'changeEmail',
    'account/RestoreEmail': 'changeEmail',
    'account/AccountDevicesPage': 'account',
    'account/Sessions': 'account',
    'account/DataExport': null,
    'deleteAccount/ConfirmDeletion': null,
  }).map(([screen, chunk]) => [path(`src/web/screens/${screen}.tsx`), chunk]),
);
/** Modules of the console screens, which have a default export. The other modules there are parts of one screen. */
const CONSOLE_SCREENS = readdirSync(path('src/web/screens/staff'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => path(`src/web/screens/staff/${name}`))
  .filter((file) => readFileSync(file, 'utf8').includes('export default function'));
/** Dialogs of the console that are loaded on their first use. Modules that they share with a screen are not separate chunks. */
const CONSOLE_DIALOGS = ['CommandPalette', 'ShortcutList'].map((name) =>
  path(`src/web/components/staff/${name}.tsx`),
);

/**
 * Console screen whose chunk has a name, so that it keeps the modules that it shares with the dialog for detaching a device.
 * That dialog is a chunk of its own. It loads the chunk of the customer page, which the agent opens next.
 */
const CUSTOMER_PAGE = path('src/web/screens/staff/user/StaffUser.tsx');

/** Adapter that the shop's screens load when an order can be paid. */
const START_OF_CARD_WIDGET = path('src/web/platform/startCardWidget.ts');

/** Dialog of customer screens and the console that is loaded after the first input. */
const CONFIRM_DIALOG = path('src/web/components/controls/ConfirmSheet.tsx');

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/**
 * Returns a function that assigns modules to few, large chunks by the route groups that import them. A page then loads
 * no module that it does not need.
 */
function createChunkNames(): (id: string, graph: ModuleGraph) => string | null {
  let neededBy: Map<string, Set<string>> | null = null;

  const readGraph = (graph: ModuleGraph): Map<string, Set<string>> => {
    const found = new Map<string, Set<string>>();
    const mark = (id: string, who: string): void => {
      const marks = found.get(id) ?? new Set();
      if (marks.has(who)) return;
      found.set(id, marks.add(who));
      for (const next of graph.getModuleInfo(id)?.importedIds ?? []) mark(next, who);
    };
    for (const [family, screens] of Object.entries(SCREEN_FAMILIES)) {
      for (const screen of screens) {
        const id = path(`src/web/screens/${screen}.tsx`);
        if (graph.getModuleInfo(id) === null) throw new Error(`There is no screen ${screen}.`);
        mark(id, family);
      }
    }
    mark(START_OF_CARD_WIDGET, 'shop');
    for (const id of [...CONSOLE_SCREENS, ...CONSOLE_DIALOGS, ...ACCOUNT_PAGES.keys(), CONFIRM_DIALOG])
      mark(id, id);
    return found;
  };

  return (id, graph) => {
    neededBy ??= readGraph(graph);
    const marks = neededBy.get(id) ?? new Set<string>();
    const all = [...marks].filter((who) => who !== CONFIRM_DIALOG);
    const families = all.filter((who) => who in SCREEN_FAMILIES);
    if (families.length === 0 && marks.has(CONFIRM_DIALOG)) return 'dialog';
    const [first] = families;
    const pages = all.filter((who) => ACCOUNT_PAGES.has(who));
    const isInConsole = families.length + pages.length < all.length;
    if (first === undefined) {
      const [chunk = null, ...others] = new Set(pages.map((page) => ACCOUNT_PAGES.get(page)));
      if (chunk === 'changeEmail' && others.length === 0 && !isInConsole) return chunk;
      if (all.length < 2) return all[0] === CUSTOMER_PAGE ? 'StaffUser' : null;
      if (isInConsole) return pages.length > 0 ? 'accountAndConsole' : 'console';
      return others.length === 0 ? (chunk ?? 'codeForm') : 'codeForm';
    }
    // The pages of the account load the small group of the sign-in instead of the large group of its later screens.
    const isWithLogin = families.includes('login') || pages.length > 0;
    // Most of them need no form for an address, and load only what the console needs as well.
    if (families.every((family) => family === 'login' || family === 'signIn') && isWithLogin)
      return isInConsole || pages.length > 1 ? 'loginAndConsole' : 'login';
    if (families.length > 1)
      return families.includes('login')
        ? 'shared'
        : families.includes('profile')
          ? 'sharedAccount'
          : 'sharedLater';
    return isInConsole ? `${first}AndConsole` : first;
  };
}

const PRODUCTION_ENTRIES = ['startProduction', 'staff', 'provider', 'vpn', 'doctor', 'setup'];
/**
 * Entry points that are built. With `BUILD_ENTRIES=production`, as for the container image, the build contains no code of
 * the sandbox.
 */
const IS_PRODUCTION_ONLY = process.env['BUILD_ENTRIES'] === 'production';
const SERVER_ENTRIES = IS_PRODUCTION_ONLY
  ? PRODUCTION_ENTRIES
  : [...PRODUCTION_ENTRIES, 'start', 'cardProvider'];
const SANDBOX_MODULE = /\/src\/server\/(?:sandbox\/|composition\/(?:sandboxServer|cardProvider\w+)\.ts)/;

/** Vite plugin that fails the build if the production server imports the sandbox, even through a shared chunk. */
function productionWithoutSandbox(): Plugin {
  return {
    name: 'production-without-sandbox',
    applyToEnvironment: (environment) => environment.name === 'server',
    generateBundle(_options, bundle) {
      const reached = new Set(PRODUCTION_ENTRIES.map((name) => `${name}.js`));
      for (const file of reached) {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk') continue;
        const loaded = Object.keys(chunk.modules).find((module) => SANDBOX_MODULE.test(module));
        if (loaded !== undefined) this.error(`Production loads ${loaded} by ${file}.`);
        for (const next of [...chunk.imports, ...chunk.dynamicImports]) reached.add(next);
      }
    },
  };
}

export default defineConfig({
  root: path('src/web'),
  publicDir: path('public'),
  envDir: path('.'),
  plugins: [
    react(),
    documentAndBuild(),
    listScreenFiles(),
    completeLicenses(),
    compressAhead(),
    copyMigrations(),
    productionWithoutSandbox(),
  ],
  builder: {
    buildApp: async (builder) => {
      for (const environment of Object.values(builder.environments)) await builder.build(environment);
      await writePrerenderedPages();
    },
  },
  environments: {
    client: {
      build: {
        outDir: path('dist/web'),
        emptyOutDir: true,
        license: { fileName: LICENSES_FILE },
        target: Object.entries(BROWSER_FLOOR).map(([browser, version]) => `${browser}${version}`),
        // Vite's polyfill of `modulepreload` is in the main chunk and thus starts too late: the document has preloaded its
        // chunks by then. Browsers without `modulepreload` load the chunks when a screen imports them.
        modulePreload: { polyfill: false },
        // React, the router, the store and the theme form one chunk of 180 kB compressed, because every page needs all
        // of them.
        chunkSizeWarningLimit: 700,
        rolldownOptions: {
          // The compression of the files takes most of the build, which Rolldown would report as a warning.
          checks: { bundlerTimings: false },
          input: path('src/web/app.html'),
          output: {
            codeSplitting: {
              groups: [
                { name: 'application', tags: ['$initial'], priority: 1 },
                { name: createChunkNames(), debugName: 'screens', includeDependenciesRecursively: false },
              ],
            },
          },
        },
      },
    },
    prerender: {
      consumer: 'server',
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      resolve: { noExternal: true },
      build: {
        outDir: path('dist/prerender'),
        emptyOutDir: true,
        license: { fileName: LICENSES_FILE },
        copyPublicDir: false,
        target: 'node20',
        rolldownOptions: {
          input: { renderPage: path('src/web/prerender/renderPage.tsx') },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
        },
      },
    },
    server: {
      consumer: 'server',
      resolve: { external: true },
      build: {
        outDir: path('dist/server'),
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node20',
        rolldownOptions: {
          input: Object.fromEntries(SERVER_ENTRIES.map((name) => [name, path(`src/server/${name}.ts`)])),
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
        },
      },
    },
  },
});
