/**
 * The layers of `src`, from the top. A module is a file, or a folder with everything below it; a folder inside a module that
 * has a row of its own is a module by itself. Modules of one layer do not import each other, and a module imports lower
 * layers only. `layers.test.ts` checks every import of the sources, those of types included.
 */
export interface Layer {
  /** What the layer holds. */
  holds: string;
  /** Paths in `src`. */
  modules: readonly string[];
}

const entryPoints = ['cardProvider', 'dev', 'doctor', 'staff', 'start', 'startProduction'];

export const LAYERS: readonly Layer[] = [
  // The server.
  { holds: 'entry points', modules: entryPoints.map((name) => `server/${name}.ts`) },
  { holds: 'puts the parts together, starts and stops them', modules: ['server/composition'] },
  { holds: 'the sandbox: stands in for the outside world', modules: ['server/sandbox'] },
  { holds: 'pages and data of the sandbox', modules: ['server/sandbox/identity'] },
  { holds: 'pages of the sandbox', modules: ['server/sandbox/page'] },
  {
    holds: 'the services of the sandbox',
    modules: ['server/sandbox/fakeCardProvider', 'server/sandbox/fakeVpnPanel'],
  },
  { holds: 'what the services of the sandbox are made of', modules: ['server/sandbox/outside'] },
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
    holds: 'use cases about what customers own',
    modules: ['server/usecases/gifts', 'server/usecases/customer'],
  },
  { holds: 'use cases about money and staff', modules: ['server/usecases/billing', 'server/usecases/staff'] },
  {
    holds: 'parts that use cases share',
    modules: ['server/usecases/accounts', 'server/usecases/audit'],
  },
  { holds: 'environment variables, checked', modules: ['server/configuration'] },
  { holds: 'what a use case is given', modules: ['server/deps.ts'] },
  { holds: 'what a process remembers', modules: ['server/processMemory.ts'] },
  { holds: 'messages that leave after a commit; rate limits', modules: ['server/outbox', 'server/throttle'] },
  { holds: 'the database; clients of outside services', modules: ['server/store', 'server/adapters'] },
  { holds: 'tables', modules: ['server/store/schema'] },
  { holds: 'structured logs; email templates', modules: ['server/logging', 'server/emails'] },
  { holds: 'interfaces of everything outside', modules: ['server/ports'] },
  {
    holds: 'rules without I/O; texts; secrets',
    modules: ['server/domain', 'server/texts', 'server/secondFactor', 'server/secrets.ts'],
  },
  // The web application.
  { holds: 'entry points', modules: ['web/main.tsx', 'web/prerender', 'web/documentHead.ts'] },
  { holds: 'the route table with its guards; the store', modules: ['web/routes', 'web/app'] },
  { holds: 'screens', modules: ['web/screens'] },
  { holds: 'what several screens need', modules: ['web/components'] },
  { holds: 'hooks that several components need', modules: ['web/hooks'] },
  { holds: 'paths, and where each outcome leads', modules: ['web/navigation'] },
  { holds: 'several calls that belong together', modules: ['web/flows'] },
  { holds: 'who the person is', modules: ['web/identity'] },
  { holds: 'calls', modules: ['web/api'] },
  {
    holds: 'what a tab remembers; notifications; texts',
    modules: ['web/tabStorage', 'web/toasts', 'web/texts', 'web/beforeApplication'],
  },
  { holds: 'the browser; colors and type', modules: ['web/platform', 'web/theme'] },
  // Both.
  { holds: 'a row for each call: method, path, audience, schemas', modules: ['shared/contract'] },
  { holds: 'what server and web must agree on', modules: ['shared'] },
];

/** The two sides share only `shared`, whatever the order of the rows. */
export const SIDES = ['server', 'web'] as const;

export interface Rule {
  /** Files of `src` that the rule is about. */
  of: RegExp;
  /** What they do not import: paths in `src`, or names of packages. The groups of `of` are inserted for `$1`. */
  never: string;
  because: string;
}

export const RULES: readonly Rule[] = [
  {
    of: /^server\/(?!composition\/|sandbox\/|adapters\/)/,
    never: '^server/adapters/',
    because: 'what is outside is known by its interface in ports',
  },
  {
    of: /^server\/(domain|texts|ports)\//,
    never: '^(?!server/|shared/)',
    because: 'rules, texts and interfaces use no package and no I/O',
  },
  {
    of: /^shared\//,
    never: '^(?!shared/|valibot$)',
    because: 'both sides load it',
  },
  {
    of: /^web\/screens\/((?:staff\/)?\w+)\//,
    never: '^web/screens/(?!$1/)',
    because: 'a screen is moved or removed without another one',
  },
  {
    of: /^server\/(?!sandbox\/|composition\/(?:sandboxServer|cardProvider\w+)\.ts)/,
    never: '^server/sandbox/',
    because: 'production does not contain the sandbox',
  },
];
