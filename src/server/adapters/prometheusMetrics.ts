/** Metrics in Prometheus' text format; `prom-client` keeps them. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DELIVERY_OUTCOMES, type Metrics, NOTIFICATION_OUTCOMES } from '../ports/metrics';

/** s. A 503 for a database that is away comes within 2. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15];

/** Whatever else a client calls its method stands as one. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What waits in one lane of the outbox, when it was asked. */
export interface WaitingMessages {
  lane: string;
  messages: number;
  /** s since the oldest of them was wanted; 0: none is. */
  oldestSeconds: number;
}

/** Connections to the database, when they were counted. */
export interface PoolState {
  total: number;
  idle: number;
  /** Work without a connection. */
  waiting: number;
}

/** What is read at the moment when the metrics are. */
export interface MetricSources {
  /** Rejects while the database is away. */
  readOutbox: () => Promise<readonly WaitingMessages[]>;
  /** Null: a database without a pool. */
  readPool: () => PoolState | null;
}

export interface PrometheusMetrics extends Metrics {
  readonly contentType: string;
  /** Adds what is read from outside: the outbox, the pool, the process. Once, when the server is put together. */
  watch(sources: MetricSources): void;
  /** The whole text. Never rejects because of a source: `prosvet_database_up` is 0 then. */
  render(): Promise<string>;
}

/** Counts from now on; each server that is put together has its own. */
export function createPrometheusMetrics(): PrometheusMetrics {
  const registry = new Registry();
  let refresh: () => Promise<void> = () => Promise.resolve();
  const registers = [registry];
  const requests = new Histogram({
    name: 'prosvet_http_request_duration_seconds',
    help: 'Time to answer a request.',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const notifications = new Counter({
    name: 'prosvet_notifications_total',
    help: 'Notifications of the card provider by how they were answered.',
    labelNames: ['outcome'],
    registers,
  });
  const money = new Counter({
    name: 'prosvet_money_events_total',
    help: 'What the card provider told, by notification or when asked, and what it came to.',
    labelNames: ['event', 'verdict'],
    registers,
  });
  const tries = new Counter({
    name: 'prosvet_outbox_tries_total',
    help: 'Tries to deliver a message of the outbox.',
    labelNames: ['lane', 'outcome'],
    registers,
  });
  const codesBeyondBudget = new Counter({
    name: 'prosvet_sign_in_codes_beyond_budget_total',
    help: 'Codes of sign-in emails tried after the daily budget of wrong codes was used up.',
    registers,
  });
  // A counter that is first seen at one has not grown, and what never was cannot be missed: they begin at nothing.
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

/** Returns how what lies outside is read, before each rendering; `onLane` hears of each lane of the outbox. */
function watch(
  registry: Registry,
  { readOutbox, readPool }: MetricSources,
  onLane: (lane: string) => void,
): () => Promise<void> {
  const registers = [registry];
  // Memory, processor time, event-loop delay, garbage collection.
  collectDefaultMetrics({ register: registry });
  const messages = new Gauge({
    name: 'prosvet_outbox_messages',
    help: 'Messages that are wanted by now and have not left.',
    labelNames: ['lane'],
    registers,
  });
  const oldest = new Gauge({
    name: 'prosvet_outbox_oldest_seconds',
    help: 'For how long the oldest message of a lane has been wanted.',
    labelNames: ['lane'],
    registers,
  });
  const isUp = new Gauge({
    name: 'prosvet_database_up',
    help: 'Whether the database answered when the metrics were read.',
    registers,
  });
  const connections = new Gauge({
    name: 'prosvet_database_connections',
    help: 'Connections of the pool, and work that waits for one.',
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
      isUp.set(1);
    } catch {
      isUp.set(0);
    }
  };
}
