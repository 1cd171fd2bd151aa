/**
 * The layers of `src`, from top to bottom. A module is a file, or a folder with everything below it. A folder inside a
 * module is a separate module if the folder has its own row in the layer table. Modules of one layer must not import each
 * other, and a module may import only lower layers. `layers.test.ts` checks every import of the sources, including type
 * imports.
 */
export interface Layer {
  /** Description of the content of the layer. */
  holds: string;
  /** Paths of the layer's modules, relative to `src`. */
  modules: readonly string[];
}

const entryPoints = [
  'cardProvider',
  'dev',
  'doctor',
  'provider',
  'setup',
  'staff',
  'start',
  'startProduction',
  'vpn',
];

export const LAYERS: readonly Layer[] = [
  // The server.
  { holds: 'entry points', modules: entryPoints.map((name) => `server/${name}.ts`) },
  { holds: 'composition root: creates, starts and stops all parts', modules: ['server/composition'] },
  { holds: 'the sandbox: fakes of all external services', modules: ['server/sandbox'] },
  { holds: 'pages and data of the sandbox', modules: ['server/sandbox/identity'] },
  { holds: 'pages of the sandbox', modules: ['server/sandbox/page'] },
  {
    holds: 'fake that reuses the dialog of the other card provider',
    modules: ['server/sandbox/fakeYooKassa'],
  },
  {
    holds: 'the services of the sandbox',
    modules: ['server/sandbox/fakeCardProvider', 'server/sandbox/fakeVpnPanel'],
  },
  { holds: 'parts that the services of the sandbox share', modules: ['server/sandbox/outside'] },
  { holds: 'tables and texts of the sandbox', modules: ['server/sandbox/schema', 'server/sandbox/texts'] },
  { holds: 'routes and webhooks', modules: ['server/http'] },
  { holds: 'a handler for each call of the contract', modules: ['server/http/handlers'] },
  { holds: 'scheduled work', modules: ['server/workers/jobs'] },
  { holds: 'delivery of the outbox', modules: ['server/workers/delivery'] },
  {
    holds: 'use cases that call other use cases',
    modules: ['server/usecases/signIn', 'server/usecases/console', 'server/usecases/connect'],
  },
  {
    holds: 'use cases about gifts and customer accounts',
    modules: ['server/usecases/gifts', 'server/usecases/customer', 'server/usecases/deletion'],
  },
  { holds: 'use cases about money and staff', modules: ['server/usecases/billing', 'server/usecases/staff'] },
  {
    holds: 'parts that use cases share',
    modules: ['server/usecases/accounts', 'server/usecases/audit'],
  },
  { holds: 'environment variables, checked', modules: ['server/configuration'] },
  { holds: 'dependencies of the use cases', modules: ['server/deps.ts'] },
  { holds: 'in-memory state of a process', modules: ['server/processMemory.ts'] },
  {
    holds: 'messages that are sent after a commit; rate limits',
    modules: ['server/outbox', 'server/throttle'],
  },
  { holds: 'the database; clients of external services', modules: ['server/store', 'server/adapters'] },
  { holds: 'tables', modules: ['server/store/schema'] },
  { holds: 'structured logs; email templates', modules: ['server/logging', 'server/emails'] },
  { holds: 'interfaces of external services', modules: ['server/ports'] },
  {
    holds: 'rules without I/O; texts; secrets',
    modules: ['server/domain', 'server/texts', 'server/secondFactor', 'server/secrets.ts'],
  },
  { holds: 'version of the product', modules: ['server/productVersion.ts'] },
  // The web application.
  { holds: 'entry points', modules: ['web/main.tsx', 'web/prerender', 'web/documentHead.ts'] },
  { holds: 'the route table with its guards; the store', modules: ['web/routes', 'web/app'] },
  { holds: 'screens', modules: ['web/screens'] },
  { holds: 'components that several screens use', modules: ['web/components'] },
  { holds: 'hooks that several components use', modules: ['web/hooks'] },
  { holds: 'paths, and the target of each outcome', modules: ['web/navigation'] },
  { holds: 'sequences of API calls', modules: ['web/flows'] },
  { holds: 'identity of the user', modules: ['web/identity'] },
  { holds: 'API calls', modules: ['web/api'] },
  {
    holds: 'state of a tab; notifications; texts',
    modules: ['web/tabStorage', 'web/toasts', 'web/texts', 'web/beforeApplication'],
  },
  { holds: 'the browser; colors and type', modules: ['web/platform', 'web/theme'] },
  // Modules that both the server and the web application use.
  { holds: 'a row for each call: method, path, audience, schemas', modules: ['shared/contract'] },
  { holds: 'code that the server and the web application share', modules: ['shared'] },
];

/**
 * Rules that apply whatever the order of the layers. The server and the web application may share only the folder
 * `shared`.
 */
export const SIDES = ['server', 'web'] as const;

export interface Rule {
  /** Pattern of the files in `src` to which the rule applies. */
  of: RegExp;
  /**
   * Pattern of forbidden imports: paths relative to `src`, or names of packages. `$1` is replaced with the text that the
   * first group of the pattern `of` has matched.
   */
  never: string;
  because: string;
}

export const RULES: readonly Rule[] = [
  {
    of: /^server\/(?!composition\/|sandbox\/|adapters\/)/,
    never: '^server/adapters/',
    because: 'external services are used through their interfaces in ports',
  },
  {
    of: /^server\/(domain|texts|ports)\//,
    never: '^(?!server/|shared/)',
    because: 'rules, texts and interfaces use no packages and no I/O',
  },
  {
    of: /^shared\//,
    never: '^(?!shared/|valibot$)',
    because: 'the server and the web application both load it',
  },
  {
    of: /^web\/screens\/((?:staff\/)?\w+)\//,
    never: '^web/screens/(?!$1/)',
    because: 'a screen can be moved or removed without changing another screen',
  },
  {
    of: /^server\/(?!sandbox\/|composition\/(?:sandboxServer|cardProvider\w+)\.ts)/,
    never: '^server/sandbox/',
    because: 'production does not contain the sandbox',
  },
];
