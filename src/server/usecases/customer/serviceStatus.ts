/**
 * States of the services for the public page /status. They follow from measurements that all server instances share, so
 * every instance shows the same states. They contain no numbers, because these would help an attacker.
 */
import type { ServiceState, ServiceStatus } from '../../../shared/serviceStatus';
import type { Deps } from '../../deps';
import { describeError } from '../../logging/describeError';
import { type OutboxLane, readWaiting } from '../../outbox/outbox';
import { listChargePauses } from '../../store/chargeLimits';
import type { Database } from '../../store/database';
import { isGone } from '../../store/goneProviders';
import { readOldestDueCharge } from '../../store/requestedPayments';
import {
  listLatestRequests,
  readLastPaymentReport,
  readOldestChange,
  readSignInDeliveries,
} from '../../store/serviceMeasurements';
import { findPanelReading } from '../../store/vpnKeys';

type StatusDeps = Pick<Deps, 'cardProvider' | 'clock' | 'db' | 'logger' | 'memory' | 'vpnNetwork'>;

/** Time in ms for which a measurement is used. Requests for the page cause no further queries. */
const MEASURED_FOR_MS = 30_000;

/** Time in ms after which a database that does not respond counts as unavailable. */
const DEADLINE_MS = 2000;

/**
 * Thresholds in seconds. `slow` and `down`: age of the oldest pending message, change or reading from which the service is
 * slow or down; the alerts of `deploy/alerts.yml` fire between them. `fresh`: age up to which a success means that the
 * service works. `failed`: age up to which a failure means that it does not.
 */
const THRESHOLDS = {
  signIn: { slow: 60, down: 300, fresh: 24 * 3600, failed: 3600 },
  payment: { slow: 300, down: 3600, fresh: 24 * 3600, failed: 1800 },
  /** A card provider that has not responded to a request after this time is unresponsive. */
  request: { slow: 30 },
  charge: { slow: 3600 },
  vpn: { slow: 60, down: 300 },
  /** The VPN panel is read every 15 minutes, and every minute while it does not respond. */
  panel: { slow: 20 * 60, down: 30 * 60, fresh: 24 * 3600 },
} as const;

/** Number of requests from which a card provider counts as unavailable if none of them got a response. */
const UNRESPONSIVE_REQUESTS = 2;

/** Ages in seconds of the oldest pending message of each lane. */
type Waiting = (...lanes: OutboxLane[]) => number;

interface Measurement {
  db: Database;
  waiting: Waiting;
  /** Returns the age of a time in seconds, or infinity if there is none. */
  age: (at: Date | null) => number;
}

async function signInState({ db, waiting, age }: Measurement): Promise<ServiceState> {
  const { slow, down, fresh, failed } = THRESHOLDS.signIn;
  const { deliveredAt, expiredAt } = await readSignInDeliveries(db);
  const oldest = waiting('signIn', 'confirmation');
  // Emails to one mail server that does not respond must not make the service look unavailable, so no other email may have
  // been delivered since.
  const isStuck = oldest > down && age(deliveredAt) > down;
  const hasExpired = age(expiredAt) < failed && age(expiredAt) < age(deliveredAt);
  if (isStuck || hasExpired) return 'down';
  if (oldest > slow) return 'slow';
  return age(deliveredAt) < fresh ? 'works' : 'unknown';
}

async function paymentState(
  { db, waiting, age }: Measurement,
  provider: string,
  now: Date,
): Promise<ServiceState> {
  const { slow, down, fresh, failed } = THRESHOLDS.payment;
  const pause = (await listChargePauses(db)).find((each) => each.provider === provider)?.reason;
  const requests = (await listLatestRequests(db, provider)).filter(
    ({ requestedAt }) => age(requestedAt) > THRESHOLDS.request.slow && age(requestedAt) < failed,
  );
  const isUnresponsive =
    requests.length >= UNRESPONSIVE_REQUESTS && requests.every(({ hasResponse }) => !hasResponse);
  const oldest = Math.max(waiting('provider'), age((await readOldestChange(db)) ?? now));
  if ((await isGone(db, provider)) || pause === 'credentials' || isUnresponsive || oldest > down)
    return 'down';
  const oldestCharge = await readOldestDueCharge(db, now);
  if (pause !== undefined || oldest > slow || oldestCharge > THRESHOLDS.charge.slow) return 'slow';
  return age(await readLastPaymentReport(db)) < fresh ? 'works' : 'unknown';
}

async function vpnState({ db, waiting, age }: Measurement): Promise<ServiceState> {
  const { vpn, panel } = THRESHOLDS;
  const reading = age(await findPanelReading(db));
  const oldest = waiting('vpn');
  if (oldest > vpn.down || (reading > panel.down && reading < panel.fresh)) return 'down';
  if (oldest > vpn.slow || (reading > panel.slow && reading < panel.fresh)) return 'slow';
  return reading < panel.fresh ? 'works' : 'unknown';
}

async function measure({ cardProvider, clock, db, vpnNetwork }: StatusDeps): Promise<ServiceStatus> {
  const now = clock.now();
  const lanes = await readWaiting(db);
  const measurement: Measurement = {
    db,
    waiting: (...names) =>
      Math.max(...lanes.map(({ lane, oldestSeconds }) => (names.includes(lane) ? oldestSeconds : 0))),
    age: (at) => (at === null ? Infinity : (now.getTime() - at.getTime()) / 1000),
  };
  return {
    at: now.toISOString(),
    signIn: await signInState(measurement),
    payment: await paymentState(measurement, cardProvider.name, now),
    vpn: vpnNetwork === null ? 'unknown' : await vpnState(measurement),
  };
}

async function measureInTime(deps: StatusDeps): Promise<ServiceStatus> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database did not respond in time.')), DEADLINE_MS);
  });
  try {
    return await Promise.race([measure(deps), deadline]);
  } catch (error) {
    deps.logger.warn(describeError(error), 'the states of the services could not be measured');
    // Without the database customers can neither sign in, pay nor connect a device.
    return { at: deps.clock.now().toISOString(), signIn: 'down', payment: 'down', vpn: 'down' };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the states of the services, measured at most 30 seconds ago. Concurrent callers share a measurement. If the
 * database is unavailable, every service is `down`.
 */
export function serviceStatus(deps: StatusDeps): Promise<ServiceStatus> {
  const now = deps.clock.now().getTime();
  const { memory } = deps;
  if (memory.status === null || Math.abs(now - memory.status.at) >= MEASURED_FOR_MS)
    memory.status = { at: now, measured: measureInTime(deps) };
  return memory.status.measured;
}
