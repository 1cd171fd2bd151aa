/** Exposes metrics in the Prometheus text format, with `prom-client`. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DELIVERY_OUTCOMES, type Metrics, NOTIFICATION_OUTCOMES } from '../ports/metrics';

/** Histogram buckets of request durations, in seconds. A 503 for an unavailable database is sent within 2 seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15];

/** Known HTTP methods. Every other method is counted as `other`. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Number and age of the due messages of one outbox lane at the time when the metrics are read. */
export interface WaitingMessages {
  lane: string;
  messages: number;
  /** Time in seconds since the oldest due message became due, or 0 if no message is due. */
  oldestSeconds: number;
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

/** Creates the metrics of one server. All counters start at 0. */
export function createPrometheusMetrics(): PrometheusMetrics {
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
  const notifications = new Counter({
    name: 'prosvet_notifications_total',
    help: 'Notifications of the card provider by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const money = new Counter({
    name: 'prosvet_money_events_total',
    help: 'Events reported by the card provider, from notifications and from polling, by verdict.',
    labelNames: ['event', 'verdict'],
    registers,
  });
  const tries = new Counter({
    name: 'prosvet_outbox_tries_total',
    help: 'Attempts to deliver an outbox message.',
    labelNames: ['lane', 'outcome'],
    registers,
  });
  const codesBeyondBudget = new Counter({
    name: 'prosvet_sign_in_codes_beyond_budget_total',
    help: 'Sign-in codes entered after the daily budget of wrong codes was used up.',
    registers,
  });
  // The counters of all known labels are initialized with 0. Without an initial value, Prometheus could not detect the
  // first increment of a counter.
  for (const outcome of NOTIFICATION_OUTCOMES) notifications.inc({ outcome }, 0);
  for (const event of ['paid', 'failed']) money.inc({ event, verdict: 'applied' }, 0);
  return {
    contentType: registry.contentType,
    requestAnswered: ({ route, method, status, seconds }) => {
      const labels = { route, method: METHODS.has(method) ? method : 'other', status: String(status) };
      requests.observe(labels, seconds);
    },
    notificationAnswered: (outcome) => notifications.inc({ outcome }),
    providerEventRecorded: (event, verdict) => money.inc({ event, verdict }),
    signInCodeBeyondBudget: () => codesBeyondBudget.inc(),
    messageTried: (lane, outcome) => tries.inc({ lane, outcome }),
    watch: (sources) => {
      refresh = watch(registry, sources, (lane) => {
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
  { readOutbox, readOldestDueCharge, readPool, version }: MetricSources,
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
      isUp.set(1);
    } catch {
      isUp.set(0);
    }
  };
}
