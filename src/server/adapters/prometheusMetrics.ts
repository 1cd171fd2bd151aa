/** Exposes metrics in the Prometheus text format, with `prom-client`. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
  DELIVERY_OUTCOMES,
  LINK_FETCH_OUTCOMES,
  type Metrics,
  NOTIFICATION_OUTCOMES,
  PROVIDER_EVENT_KINDS,
  PROVIDER_REQUEST_OUTCOMES,
  VERDICTS,
} from '../ports/metrics';

/** Histogram buckets of request durations, in seconds. A 503 for an unavailable database is sent within 2 seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15];

/** Known HTTP methods. Every other method is counted as `other`. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Route that responds 503 on purpose while the server starts, stops or has no database. */
const READINESS_ROUTE = '/readyz';

/** Number and age of the due messages of one outbox lane at the time when the metrics are read. */
export interface WaitingMessages {
  lane: string;
  messages: number;
  /** Time in seconds since the oldest due message became due, or 0 if no message is due. */
  oldestSeconds: number;
}

/** State of the VPN credentials in the VPN panel. Numbers other than `rejected` are those of the last comparison. */
export interface VpnPanelState {
  /** Number of credentials with a change that the VPN panel rejected. */
  rejected: number;
  /** Number of credentials of customers with access that had other squads or limits. */
  otherSettings: number;
  /** Number of credentials that were active long after their expiry. */
  overdue: number;
  /** Difference of the VPN panel's clock to the server's clock in seconds, positive if it is ahead; null if unknown. */
  clockAheadSeconds: number | null;
}

/** Number of connections of the database pool at the time when the metrics are read. */
export interface PoolState {
  total: number;
  idle: number;
  /** Number of SQL queries that wait for a database connection. */
  waiting: number;
}

/** Sources that are read each time the metrics are rendered. */
export interface MetricSources {
  /** Reads the due messages of each outbox lane. Rejects while the database is unavailable. */
  readOutbox: () => Promise<readonly WaitingMessages[]>;
  /**
   * Returns the age in seconds of the oldest charge that this server should have made, or 0. Rejects while the database is
   * unavailable.
   */
  readOldestDueCharge: () => Promise<number>;
  /**
   * Reads the state of the VPN credentials in the VPN panel. Rejects while the database is unavailable. Omitted by servers
   * without a VPN panel.
   */
  readVpnPanel?: () => Promise<VpnPanelState>;
  /** Expiry of the API token of the VPN panel. Omitted if there is no VPN panel or the expiry is unknown. */
  vpnTokenEndsAt?: Date;
  /** Returns the names of the card providers whose charges are paused. Rejects while the database is unavailable. */
  readChargePauses: () => Promise<readonly string[]>;
  /** Returns the names of the card providers that are marked as gone. Rejects while the database is unavailable. */
  readGoneProviders: () => Promise<readonly string[]>;
  /** Returns the link domains that an admin marked as blocked. Rejects while the database is unavailable. */
  readBlockedLinkDomains: () => Promise<readonly string[]>;
  /** Version of the product. */
  version: string;
  /** Returns the state of the connection pool, or null if the database has no pool. */
  readPool: () => PoolState | null;
}

export interface PrometheusMetrics extends Metrics {
  readonly contentType: string;
  /**
   * Adds the metrics of the outbox, the connection pool and the process. `watch` is called once, when the server is
   * created.
   */
  watch(sources: MetricSources): void;
  /**
   * Returns the metrics as text. If a source of metrics fails, the promise does not reject, and the metric
   * `prosvet_database_up` is set to 0.
   */
  render(): Promise<string>;
}

/**
 * Creates the metrics of one server. All counters start at 0. `providers` are the names of the card providers; the first
 * one gets the new orders. `linkDomains` are the configured domains of device links.
 */
export function createPrometheusMetrics(
  providers: readonly string[] = [],
  linkDomains: readonly string[] = [],
): PrometheusMetrics {
  const registry = new Registry();
  let refresh: () => Promise<void> = () => Promise.resolve();
  const registers = [registry];
  const requests = new Histogram({
    name: 'prosvet_http_request_duration_seconds',
    help: 'Time to respond to a request.',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const failedRequests = new Counter({
    name: 'prosvet_http_failures_total',
    help: 'Requests that got status 500 or 503, without those of /readyz.',
    labelNames: ['status'],
    registers,
  });
  const notifications = new Counter({
    name: 'prosvet_notifications_total',
    help: 'Notifications of the card providers by outcome.',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  const money = new Counter({
    name: 'prosvet_money_events_total',
    help: 'Events reported by the card providers, from notifications and from polling, by verdict.',
    labelNames: ['provider', 'event', 'verdict'],
    registers,
  });
  const providerRequests = new Counter({
    name: 'prosvet_provider_requests_total',
    help: 'Requests to the API of the card providers by outcome.',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  const tries = new Counter({
    name: 'prosvet_outbox_tries_total',
    help: 'Attempts to deliver an outbox message.',
    labelNames: ['lane', 'outcome'],
    registers,
  });
  const linkFetches = new Counter({
    name: 'prosvet_link_fetches_total',
    help: 'Fetches of valid device links by link domain and outcome.',
    labelNames: ['domain', 'outcome'],
    registers,
  });
  const codesBeyondBudget = new Counter({
    name: 'prosvet_sign_in_codes_beyond_budget_total',
    help: 'Sign-in codes entered after the daily budget of wrong codes was used up.',
    registers,
  });
  // The counters of all known labels are initialized with 0. Without an initial value, Prometheus could not detect the
  // first increment of a counter.
  for (const provider of providers) {
    for (const outcome of NOTIFICATION_OUTCOMES) notifications.inc({ provider, outcome }, 0);
    for (const outcome of PROVIDER_REQUEST_OUTCOMES) providerRequests.inc({ provider, outcome }, 0);
    for (const event of PROVIDER_EVENT_KINDS)
      for (const verdict of VERDICTS) money.inc({ provider, event, verdict }, 0);
  }
  for (const domain of linkDomains)
    for (const outcome of LINK_FETCH_OUTCOMES) linkFetches.inc({ domain, outcome }, 0);
  for (const status of ['500', '503']) failedRequests.inc({ status }, 0);
  return {
    contentType: registry.contentType,
    requestAnswered: ({ route, method, status, seconds }) => {
      const labels = { route, method: METHODS.has(method) ? method : 'other', status: String(status) };
      requests.observe(labels, seconds);
      if ((status === 500 || status === 503) && route !== READINESS_ROUTE)
        failedRequests.inc({ status: labels.status });
    },
    providerRequested: (provider, outcome) => providerRequests.inc({ provider, outcome }),
    notificationAnswered: (provider, outcome) => notifications.inc({ provider, outcome }),
    providerEventRecorded: (provider, event, verdict) => money.inc({ provider, event, verdict }),
    signInCodeBeyondBudget: () => codesBeyondBudget.inc(),
    messageTried: (lane, outcome) => tries.inc({ lane, outcome }),
    linkFetched: (domain, outcome) => linkFetches.inc({ domain, outcome }),
    watch: (sources) => {
      refresh = watch(registry, sources, { providers, linkDomains }, (lane) => {
        for (const outcome of DELIVERY_OUTCOMES) tries.inc({ lane, outcome }, 0);
      });
    },
    render: async () => {
      await refresh();
      return registry.metrics();
    },
  };
}

/**
 * Returns a function that refreshes the metrics of the external sources before each rendering. `onLane` is called for
 * each outbox lane.
 */
function watch(
  registry: Registry,
  {
    readOutbox,
    readOldestDueCharge,
    readChargePauses,
    readGoneProviders,
    readBlockedLinkDomains,
    readVpnPanel,
    readPool,
    version,
    vpnTokenEndsAt,
  }: MetricSources,
  { providers, linkDomains }: { providers: readonly string[]; linkDomains: readonly string[] },
  onLane: (lane: string) => void,
): () => Promise<void> {
  const registers = [registry];
  // Default metrics cover memory, CPU time, event loop delay and garbage collection.
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'prosvet_build_info',
    help: 'Version of the product and of Node.js; the value is always 1.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1);
  const messages = new Gauge({
    name: 'prosvet_outbox_messages',
    help: 'Outbox messages that are due and not yet delivered.',
    labelNames: ['lane'],
    registers,
  });
  const oldest = new Gauge({
    name: 'prosvet_outbox_oldest_seconds',
    help: 'Seconds since the oldest due message of a lane became due.',
    labelNames: ['lane'],
    registers,
  });
  const oldestCharge = new Gauge({
    name: 'prosvet_charges_oldest_due_seconds',
    help: 'Seconds since the oldest charge that this server has not made became due.',
    registers,
  });
  const pauses = new Gauge({
    name: 'prosvet_charges_paused',
    help: 'Whether the charges are paused, because the card provider rejects all of them.',
    labelNames: ['provider'],
    registers,
  });
  const states = new Gauge({
    name: 'prosvet_provider_state',
    help: 'Whether a card provider gets the new orders (state selling), and whether it is marked as gone.',
    labelNames: ['provider', 'state'],
    registers,
  });
  const blockedDomains = new Gauge({
    name: 'prosvet_link_domain_blocked',
    help: 'Whether an admin marked a link domain as blocked.',
    labelNames: ['domain'],
    registers,
  });
  const credentials = new Gauge({
    name: 'prosvet_vpn_credentials',
    help: 'VPN credentials with a problem: changes that the VPN panel rejected; other squads or limits, or active after the expiry, at the last comparison.',
    labelNames: ['problem'],
    registers,
  });
  for (const problem of ['rejected', 'otherSettings', 'overdue']) credentials.set({ problem }, 0);
  const clockAhead = new Gauge({
    name: 'prosvet_vpn_panel_clock_ahead_seconds',
    help: "Difference of the VPN panel's clock to the server's clock at the last comparison.",
    registers,
  });
  if (vpnTokenEndsAt !== undefined) {
    new Gauge({
      name: 'prosvet_vpn_token_expiry_timestamp_seconds',
      help: 'Unix time at which the API token of the VPN panel expires.',
      registers,
    }).set(vpnTokenEndsAt.getTime() / 1000);
  }
  const isUp = new Gauge({
    name: 'prosvet_database_up',
    help: 'Whether the database responded when the metrics were read.',
    registers,
  });
  const connections = new Gauge({
    name: 'prosvet_database_connections',
    help: 'Connections of the database pool, and queries that wait for a connection.',
    labelNames: ['state'],
    registers,
  });
  return async () => {
    messages.reset();
    oldest.reset();
    for (const [state, size] of Object.entries(readPool() ?? {})) connections.set({ state }, Number(size));
    try {
      for (const { lane, messages: waiting, oldestSeconds } of await readOutbox()) {
        onLane(lane);
        messages.set({ lane }, waiting);
        oldest.set({ lane }, oldestSeconds);
      }
      oldestCharge.set(await readOldestDueCharge());
      if (readVpnPanel !== undefined) {
        const { clockAheadSeconds, ...problems } = await readVpnPanel();
        for (const [problem, count] of Object.entries(problems)) credentials.set({ problem }, count);
        // Without a comparison, the clock of the VPN panel is not known to be wrong.
        if (clockAheadSeconds !== null) clockAhead.set(clockAheadSeconds);
      }
      const gone = await readGoneProviders();
      const paused = await readChargePauses();
      for (const [index, provider] of providers.entries()) {
        states.set({ provider, state: 'selling' }, index === 0 ? 1 : 0);
        pauses.set({ provider }, paused.includes(provider) ? 1 : 0);
        states.set({ provider, state: 'gone' }, gone.includes(provider) ? 1 : 0);
      }
      const blocked = await readBlockedLinkDomains();
      for (const domain of linkDomains) blockedDomains.set({ domain }, blocked.includes(domain) ? 1 : 0);
      isUp.set(1);
    } catch {
      isUp.set(0);
    }
  };
}
