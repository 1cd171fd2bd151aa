/**
 * The whole house: every room of the sources, what it is, and into which rooms it may look.
 * `rooms.test.ts` holds it, type-only and dynamic imports included.
 *
 * A key names the folder whose own files are the room (folders below it are rooms of their own), one
 * file that is a room by itself, or with `*` every folder of that place, each a room apart from its
 * neighbours. A room may always look into itself.
 */

export interface Room {
  /** What the room holds, in a sentence. */
  is: string;
  mayImport: readonly string[];
  /** The only packages it may use, where that is a rule; Node's own modules count. */
  packages?: readonly string[];
}

const SHARED = 'src/shared';
const CONTRACT = 'src/shared/contract';

const BOTH_SIDES = {
  [SHARED]: {
    is: 'What server and web must agree on: terms of the offer, limits, codecs. Runs anywhere.',
    mayImport: [],
    packages: ['valibot'],
  },
  [CONTRACT]: {
    is: 'The wire: one row per call with its method, path, audience and schemas.',
    mayImport: [SHARED],
    packages: ['valibot'],
  },
} satisfies Record<string, Room>;

const server = (...rooms: string[]) => rooms.map((room) => `src/server/${room}`);

const SERVER = {
  'src/server/clock.ts': { is: 'Time as a parameter.', mayImport: [], packages: [] },
  'src/server/secrets.ts': {
    is: 'Tokens of one purpose each, and how a store remembers them.',
    mayImport: [],
    packages: ['node:crypto'],
  },
  'src/server/logging': { is: 'What is logged, and with whose request id.', mayImport: [SHARED] },
  'src/server/metrics': {
    is: 'What the server counts of its own work, and Prometheus, which reads it.',
    mayImport: [],
    packages: ['prom-client'],
  },
  'src/server/domain': {
    is: 'Rules about people and things that are not money: callers, roles, refusals, device slots. Pure.',
    mayImport: [SHARED, CONTRACT],
    packages: [],
  },
  'src/server/billing/rules': {
    is: 'The money core: facts, their fold, the status and the letters and commands that follow. Pure.',
    mayImport: [SHARED],
    packages: [],
  },
  'src/server/texts': {
    is: 'Words that the server says itself: refusals, receipts, descriptions of payments.',
    mayImport: [SHARED, CONTRACT],
  },
  'src/server/store/schema': {
    is: 'The tables.',
    mayImport: [SHARED, CONTRACT, ...server('billing/rules')],
  },
  'src/server/store/databaseUnavailable.ts': {
    is: 'Which errors of the database another try may cure.',
    mayImport: [],
    packages: ['node:util'],
  },
  'src/server/store': {
    is: 'The database and its queries; no decision is made here.',
    mayImport: [
      SHARED,
      CONTRACT,
      ...server('billing/rules', 'domain', 'logging', 'store/databaseUnavailable.ts', 'store/schema'),
    ],
  },
  'src/server/mail': {
    is: 'How a letter leaves: the interface and SMTP.',
    mayImport: server('secrets.ts'),
  },
  'src/server/mail/letters': {
    is: 'What the letters say.',
    mayImport: [SHARED, ...server('billing/rules')],
  },
  'src/server/push': {
    is: 'How a push leaves: the interface and FCM.',
    mayImport: [CONTRACT, ...server('clock.ts', 'logging')],
  },
  'src/server/vpn': {
    is: 'Keys in the VPN network: the interface and its adapter to a Remnawave panel.',
    mayImport: server('clock.ts', 'logging'),
  },
  'src/server/googleIdentity': {
    is: "Whom Google's token names: the interface and Firebase's keys.",
    mayImport: [SHARED, ...server('clock.ts', 'domain')],
  },
  'src/server/secondFactor': { is: 'Codes of authenticator apps.', mayImport: [] },
  'src/server/throttle': {
    is: 'Rate limits, counted in the database.',
    mayImport: server('domain', 'store', 'store/schema'),
  },
  'src/server/billing/provider/cardProvider.ts': {
    is: 'What the product asks of a card provider: the interface that each provider implements.',
    mayImport: server('billing/rules'),
  },
  'src/server/deps.ts': {
    is: 'Everything a use case may touch, as interfaces.',
    mayImport: [
      SHARED,
      ...server(
        'billing/provider/cardProvider.ts',
        'clock.ts',
        'googleIdentity',
        'logging',
        'mail',
        'metrics',
        'push',
        'store',
        'vpn',
      ),
    ],
  },
  'src/server/outbox': {
    is: 'What must leave once a transaction is committed: letters, pushes, provider commands, keys.',
    mayImport: [CONTRACT, ...server('billing/rules', 'domain', 'mail', 'store', 'store/schema')],
  },
  'src/server/billing/change': {
    is: 'The one way facts are added: row, timeline, letters, commands and keys follow from them.',
    mayImport: [SHARED, ...server('billing/rules', 'outbox', 'store')],
  },
  'src/server/billing/provider/cardProviders.ts': {
    is: 'Which of the card providers a piece of work is done with.',
    mayImport: server('billing/provider/cardProvider.ts', 'deps.ts'),
  },
  'src/server/billing/provider': {
    is: 'One card provider: its calls, its notifications read into facts, the executor of commands.',
    mayImport: [
      SHARED,
      ...server(
        'billing/change',
        'billing/provider/cardProvider.ts',
        'billing/rules',
        'billing/provider/cardProviders.ts',
        'deps.ts',
        'logging',
        'store',
        'texts',
      ),
    ],
  },
  'src/server/delivery': {
    is: 'How each kind of message leaves the outbox: letters written at that moment, pushes, commands, keys.',
    mayImport: server(
      'billing/change',
      'billing/provider',
      'billing/provider/cardProvider.ts',
      'billing/rules',
      'deps.ts',
      'domain',
      'logging',
      'mail',
      'mail/letters',
      'outbox',
      'push',
      'store',
      'vpn',
    ),
  },
  'src/server/usecases/accounts': {
    is: 'How an account and its sessions come to be, whoever asks for them.',
    mayImport: [
      SHARED,
      ...server('clock.ts', 'deps.ts', 'domain', 'mail/letters', 'outbox', 'secrets.ts', 'store'),
    ],
  },
  'src/server/usecases/audit': {
    is: 'The one way in which staff change something or read of a customer, audited.',
    mayImport: server('deps.ts', 'domain', 'secrets.ts', 'store'),
  },
  'src/server/billing/intake': {
    is: 'How facts come in: notifications, reconciliation, campaign payments.',
    mayImport: [
      SHARED,
      ...server(
        'billing/change',
        'billing/provider',
        'billing/provider/cardProvider.ts',
        'billing/rules',
        'delivery',
        'billing/provider/cardProviders.ts',
        'deps.ts',
        'outbox',
        'store',
        'texts',
        'throttle',
        'usecases/accounts',
      ),
    ],
  },
  'src/server/billing/usecases': {
    is: 'What people do with money: order, cancel, remove a card, refund, read payments.',
    mayImport: [
      SHARED,
      CONTRACT,
      ...server(
        'billing/change',
        'billing/intake',
        'billing/rules',
        'delivery',
        'billing/provider/cardProviders.ts',
        'deps.ts',
        'domain',
        'outbox',
        'store',
        'usecases/accounts',
        'usecases/audit',
      ),
    ],
  },
  'src/server/usecases/staff': {
    is: 'Staff themselves: sign-in, team, second factors, audit log.',
    mayImport: [
      SHARED,
      CONTRACT,
      ...server(
        'deps.ts',
        'domain',
        'secondFactor',
        'secrets.ts',
        'store',
        'throttle',
        'usecases/accounts',
        'usecases/audit',
      ),
    ],
  },
  'src/server/usecases/gifts': {
    is: 'Gift keys: making, checking, activating, revoking.',
    mayImport: [
      SHARED,
      ...server(
        'billing/usecases',
        'delivery',
        'deps.ts',
        'domain',
        'secrets.ts',
        'store',
        'throttle',
        'usecases/audit',
      ),
    ],
  },
  'src/server/usecases/signIn': {
    is: 'How a customer proves an email and gets a session.',
    mayImport: [
      SHARED,
      ...server(
        'billing/usecases',
        'delivery',
        'deps.ts',
        'domain',
        'mail/letters',
        'outbox',
        'secrets.ts',
        'store',
        'throttle',
        'usecases/accounts',
        'usecases/audit',
        'usecases/gifts',
      ),
    ],
  },
  'src/server/usecases/customer': {
    is: "A customer's profile, devices and connections.",
    mayImport: [
      SHARED,
      ...server(
        'billing/usecases',
        'clock.ts',
        'delivery',
        'deps.ts',
        'domain',
        'outbox',
        'store',
        'throttle',
        'usecases/audit',
      ),
    ],
  },
  'src/server/usecases/connect': {
    is: 'How a device comes to what it connects with: by a link, or by an application of ours.',
    mayImport: [
      SHARED,
      ...server(
        'billing/rules',
        'delivery',
        'deps.ts',
        'domain',
        'outbox',
        'secrets.ts',
        'store',
        'texts',
        'throttle',
        'usecases/customer',
        'vpn',
      ),
    ],
  },
  'src/server/usecases/console': {
    is: 'What staff do about customers: search, record, timeline, push.',
    mayImport: [
      SHARED,
      CONTRACT,
      ...server(
        'billing/usecases',
        'delivery',
        'deps.ts',
        'domain',
        'outbox',
        'store',
        'throttle',
        'usecases/audit',
        'usecases/gifts',
      ),
    ],
  },
  'src/server/http/handlers': {
    is: 'A contract row to its use case and back; no rule, no SQL.',
    mayImport: [
      SHARED,
      CONTRACT,
      ...server(
        'billing/intake',
        'billing/rules',
        'billing/usecases',
        'deps.ts',
        'domain',
        'texts',
        'usecases/connect',
        'usecases/console',
        'usecases/customer',
        'usecases/gifts',
        'usecases/signIn',
        'usecases/staff',
      ),
    ],
  },
  'src/server/http': {
    is: 'HTTP: routes from the contract, callers, limits, headers, the site, webhooks.',
    mayImport: [
      SHARED,
      CONTRACT,
      ...server(
        'billing/intake',
        'billing/provider/cardProviders.ts',
        'deps.ts',
        'domain',
        'http/handlers',
        'logging',
        'store/databaseUnavailable.ts',
        'texts',
        'usecases/accounts',
        'usecases/audit',
        'usecases/connect',
      ),
    ],
  },
  'src/server/jobs': {
    is: 'What time brings about: delivery, lapses, due letters, reconciliation with the outside, clearing.',
    mayImport: server(
      'billing/change',
      'billing/intake',
      'billing/rules',
      'delivery',
      'deps.ts',
      'domain',
      'outbox',
      'store',
      'throttle',
      'usecases/accounts',
      'vpn',
    ),
  },
  'src/server/configuration': {
    is: 'The environment, read and checked once.',
    mayImport: [SHARED, ...server('deps.ts', 'logging')],
  },
  'src/server/composition': {
    is: 'The running server put together from its parts; nothing of the sandbox.',
    mayImport: [
      SHARED,

      ...server(
        'billing/provider',
        'billing/provider/cardProvider.ts',
        'clock.ts',
        'configuration',
        'deps.ts',
        'domain',
        'googleIdentity',
        'http',
        'jobs',
        'logging',
        'mail',
        'metrics',
        'outbox',
        'push',
        'store',
        'usecases/staff',
        'vpn',
      ),
    ],
  },
  'src/server/composition/cardProviderProcess.ts': {
    is: "The sandbox's fake card provider as a process of its own.",
    mayImport: server('clock.ts', 'composition', 'configuration', 'http', 'logging', 'sandbox', 'store'),
  },
  'src/server/composition/cardProviderLauncher.ts': {
    is: 'Finds or starts the process of the fake card provider.',
    mayImport: server('composition', 'composition/cardProviderProcess.ts', 'configuration', 'sandbox'),
  },
  'src/server/composition/sandboxServer.ts': {
    is: "The sandbox's server: the same parts, with stand-ins for what lies outside.",
    mayImport: [
      SHARED,
      ...server(
        'billing/provider',
        'composition/cardProviderLauncher.ts',
        'clock.ts',
        'composition',
        'configuration',
        'deps.ts',
        'googleIdentity',
        'http',
        'jobs',
        'logging',
        'metrics',
        'sandbox',
        'store',
        'usecases/staff',
        'vpn',
      ),
    ],
  },
  'src/server/sandbox/schema': {
    is: "The sandbox's own tables, built by migrations of their own.",
    mayImport: [CONTRACT],
  },
  'src/server/sandbox/outside': {
    is: 'The mailbox and the recorder of pushes, what is shown of them, and how their calls are read.',
    mayImport: [
      SHARED,
      CONTRACT,
      ...server(
        'billing/rules',
        'clock.ts',
        'domain',
        'http',
        'mail',
        'mail/letters',
        'push',
        'sandbox/schema',
        'sandbox/texts',
        'store',
      ),
    ],
  },
  'src/server/sandbox/texts': { is: "Words of the sandbox's pages.", mayImport: [SHARED] },
  'src/server/sandbox/cardPeer': {
    is: 'The stand-in for the card provider, on its own HTTP interface.',
    mayImport: [
      SHARED,
      ...server(
        'billing/provider',
        'clock.ts',
        'domain',
        'logging',
        'sandbox/schema',
        'sandbox/texts',
        'store',
      ),
    ],
  },
  'src/server/sandbox/vpnPeer': {
    is: 'The stand-in for the VPN panel, on its own HTTP interface.',
    mayImport: server('clock.ts', 'domain', 'sandbox/schema', 'sandbox/texts', 'store'),
  },
  'src/server/sandbox/identity': {
    is: "The stand-in for Google's sign-in.",
    mayImport: [
      SHARED,
      CONTRACT,
      ...server(
        'clock.ts',
        'domain',
        'http',
        'logging',
        'sandbox/outside',
        'sandbox/page',
        'sandbox/schema',
        'sandbox/texts',
        'store',
      ),
    ],
  },
  'src/server/sandbox/page': {
    is: "The sandbox's pages, drawn on the server.",
    mayImport: [SHARED, ...server('sandbox/cardPeer', 'sandbox/outside', 'sandbox/texts', 'sandbox/vpnPeer')],
  },
  'src/server/sandbox': {
    is: 'Stand-ins for mail, pushes and time, demo customers, and the calls behind the sandbox page.',
    mayImport: [
      SHARED,
      CONTRACT,
      ...server(
        'billing/change',
        'billing/rules',
        'clock.ts',
        'delivery',
        'deps.ts',
        'domain',
        'http',
        'jobs',
        'logging',
        'mail',
        'push',
        'sandbox/cardPeer',
        'sandbox/identity',
        'sandbox/outside',
        'sandbox/page',
        'sandbox/schema',
        'sandbox/texts',
        'sandbox/vpnPeer',
        'store',
        'store/schema',
        'usecases/connect',
        'usecases/accounts',
        'usecases/customer',
      ),
    ],
  },
  'src/server': {
    is: 'What is started: sandbox, development, production and the staff command.',
    mayImport: [
      SHARED,
      ...server(
        'composition',
        'composition/cardProviderProcess.ts',
        'composition/sandboxServer.ts',
        'configuration',
        'http',
      ),
    ],
  },
} satisfies Record<string, Room>;

const web = (...rooms: string[]) => rooms.map((room) => `src/web/${room}`);

const WEB = {
  'src/web/platform': {
    is: 'The only files that touch what lies outside the page: storage, widget, Google, shell.',
    mayImport: [SHARED, CONTRACT],
  },
  'src/web/theme': { is: 'Colours and type from the design tokens.', mayImport: [SHARED] },
  'src/web/texts': { is: 'Every word a customer reads.', mayImport: [SHARED, CONTRACT, ...web('platform')] },
  'src/web/texts/staff': { is: 'Every word staff read.', mayImport: [SHARED, CONTRACT, ...web('texts')] },
  'src/web/tabStorage': {
    is: 'What a tab remembers: key, codec and owner of each entry.',
    mayImport: web('platform'),
  },
  'src/web/api': {
    is: 'The base query: bearer, refusals, answers validated against the contract.',
    mayImport: [SHARED, CONTRACT, ...web('platform')],
  },
  'src/web/identity': {
    is: 'Who the person is: the slice for guards and the first paint, mirrored in the browser.',
    mayImport: [SHARED, CONTRACT, ...web('api', 'platform')],
  },
  'src/web/api/endpoints': {
    is: 'One endpoint per contract row.',
    mayImport: [CONTRACT, ...web('api', 'platform', 'tabStorage')],
  },
  'src/web/components/display': {
    is: 'What only shows.',
    mayImport: [SHARED, ...web('platform', 'texts')],
  },
  'src/web/components/controls': {
    is: 'What one presses or fills in.',
    mayImport: [SHARED, ...web('components/display', 'platform', 'texts')],
  },
  'src/web/components/failures': {
    is: 'What tells of a failed call and what to do about it.',
    mayImport: web('api', 'components/controls', 'texts'),
  },
  'src/web/toasts': { is: 'The toasts that wait to be shown, and the one way to raise one.', mayImport: [] },
  'src/web/components/toasts': {
    is: 'Toasts as they are drawn.',
    mayImport: [
      SHARED,
      ...web('components/controls', 'components/display', 'platform', 'texts', 'theme', 'toasts'),
    ],
  },
  'src/web/flows': {
    is: 'The types of a flow, and what all flows share.',
    mayImport: [
      SHARED,
      CONTRACT,
      ...web('api', 'api/endpoints', 'identity', 'platform', 'tabStorage', 'texts', 'toasts'),
    ],
  },
  'src/web/flows/account': {
    is: 'Flows of an account: devices, cancelling, the card.',
    mayImport: [CONTRACT, ...web('api', 'api/endpoints', 'flows', 'identity', 'platform', 'texts', 'toasts')],
  },
  'src/web/flows/payment': {
    is: 'Flows of a payment.',
    mayImport: [SHARED, CONTRACT, ...web('api', 'api/endpoints', 'flows', 'identity')],
  },
  'src/web/flows/signIn': {
    is: 'Flows of a sign-in, a gift and a sign-out.',
    mayImport: [
      SHARED,
      CONTRACT,
      ...web(
        'api',
        'api/endpoints',
        'flows',
        'flows/staff',
        'identity',
        'platform',
        'tabStorage',
        'texts',
        'toasts',
      ),
    ],
  },
  'src/web/flows/staff': {
    is: 'Flows of the console.',
    mayImport: [
      SHARED,
      CONTRACT,
      ...web('api', 'api/endpoints', 'flows', 'identity', 'tabStorage', 'texts/staff', 'toasts'),
    ],
  },
  'src/web/navigation': {
    is: 'The paths, and where each outcome leads.',
    mayImport: [SHARED, ...web('flows/account', 'flows/payment', 'flows/signIn', 'flows/staff')],
  },
  'src/web/hooks': {
    is: 'Hooks that are not about one screen.',
    mayImport: web('flows', 'navigation', 'platform', 'toasts'),
  },
  'src/web/components/frame': {
    is: 'What stands around a screen.',
    mayImport: [
      SHARED,
      ...web('components/controls', 'components/display', 'navigation', 'platform', 'texts', 'theme'),
    ],
  },
  'src/web/components/account': {
    is: 'Parts about an account that several screens show.',
    mayImport: [
      SHARED,
      CONTRACT,
      ...web(
        'api',
        'api/endpoints',
        'components/controls',
        'components/display',
        'components/failures',
        'flows/account',
        'hooks',
        'identity',
        'platform',
        'texts',
      ),
    ],
  },
  'src/web/components/connect': {
    is: 'Parts about connecting a device that several screens show.',
    mayImport: [
      SHARED,
      ...web(
        'api',
        'api/endpoints',
        'components/controls',
        'components/display',
        'hooks',
        'identity',
        'navigation',
        'platform',
        'tabStorage',
        'texts',
      ),
    ],
  },
  'src/web/components/payment': {
    is: 'Parts about paying that several screens show.',
    mayImport: [
      SHARED,
      CONTRACT,
      ...web(
        'api',
        'api/endpoints',
        'components/account',
        'components/controls',
        'components/display',
        'components/failures',
        'components/frame',
        'flows',
        'flows/payment',
        'hooks',
        'identity',
        'navigation',
        'platform',
        'tabStorage',
        'texts',
      ),
    ],
  },
  'src/web/components/signIn': {
    is: 'Parts about signing in that several screens show.',
    mayImport: [
      SHARED,
      ...web(
        'components/controls',
        'components/display',
        'flows/signIn',
        'hooks',
        'identity',
        'navigation',
        'platform',
        'texts',
        'toasts',
      ),
    ],
  },
  'src/web/components/staff': {
    is: "Parts of the console's screens.",
    mayImport: [
      SHARED,
      CONTRACT,
      ...web(
        'api',
        'api/endpoints',
        'components/controls',
        'components/display',
        'components/frame',
        'flows/staff',
        'hooks',
        'navigation',
        'platform',
        'tabStorage',
        'texts',
        'texts/staff',
        'toasts',
      ),
    ],
  },
  'src/web/screens/*': {
    is: 'One screen of the product with its own parts beside it; it looks into no other screen.',
    mayImport: [
      SHARED,
      CONTRACT,
      ...web(
        'api',
        'api/endpoints',
        'components/account',
        'components/connect',
        'components/controls',
        'components/display',
        'components/failures',
        'components/frame',
        'components/payment',
        'components/signIn',
        'flows',
        'flows/account',
        'flows/payment',
        'flows/signIn',
        'hooks',
        'identity',
        'navigation',
        'platform',
        'tabStorage',
        'texts',
        'theme',
        'toasts',
      ),
    ],
  },
  'src/web/screens/staff/*': {
    is: 'One screen of the console with its own parts beside it; it looks into no other screen.',
    mayImport: [
      SHARED,
      CONTRACT,
      ...web(
        'api',
        'api/endpoints',
        'components/controls',
        'components/display',
        'components/frame',
        'components/staff',
        'flows/staff',
        'hooks',
        'identity',
        'navigation',
        'platform',
        'tabStorage',
        'texts',
        'texts/staff',
        'toasts',
      ),
    ],
  },
  'src/web/routes': {
    is: 'The route table: path, screen, guard and loader of each route.',
    mayImport: [
      SHARED,
      ...web(
        'components/controls',
        'components/display',
        'components/frame',
        'flows',
        'flows/signIn',
        'flows/staff',
        'hooks',
        'identity',
        'navigation',
        'platform',
        'screens/*',
        'screens/staff/*',
        'tabStorage',
        'texts',
      ),
    ],
  },
  'src/web/beforeApplication': {
    is: 'The script inside the documents, written as its own source: it refers to nothing outside itself.',
    mayImport: [],
    packages: [],
  },
  'src/web/prerender': {
    is: 'Pages as finished HTML, drawn by the application outside a browser.',
    mayImport: [SHARED, ...web('app', 'platform', 'routes', 'theme')],
  },
  'src/web/app': {
    is: 'The store and the application put together.',
    mayImport: [
      SHARED,
      ...web(
        'api',
        'components/toasts',
        'flows',
        'flows/account',
        'flows/signIn',
        'identity',
        'platform',
        'theme',
      ),
    ],
  },
  'src/web': {
    is: 'What the browser loads first.',
    mayImport: [SHARED, ...web('app', 'beforeApplication', 'platform', 'routes', 'texts', 'theme')],
  },
} satisfies Record<string, Room>;

export const ROOMS: Readonly<Record<string, Room>> = { ...BOTH_SIDES, ...SERVER, ...WEB };

/** An import that the table does not allow, by file or by folder, and until when or why it stands. */
export interface Exception {
  from: string;
  to: string;
  reason: string;
}

/** None: what is left to mend would stand here. */
export const EXCEPTIONS: readonly Exception[] = [];
