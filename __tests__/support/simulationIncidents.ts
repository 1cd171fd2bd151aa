/**
 * Incidents of a simulated world, each for some hours or days, and disturbances of notifications. The incidents come in
 * random order, each kind equally often.
 */
import { REST_METHODS } from '../../src/server/sandbox/fakeCardProvider/fakeCardProvider';
import {
  markProviderBack,
  markProviderGone,
} from '../../src/server/usecases/billing/providerOutage/markProvider';
import type { ProviderName } from './compositions';
import { type SeededRandom, seededRandom } from './seededRandom';
import {
  DAY,
  MINUTE,
  type SimulationOptions,
  type SimulationState,
  TICK,
  TICKS_A_DAY,
} from './simulationState';

/** Time in ms after the last disturbance of notifications from which the product must know everything. */
const QUIET = 2 * TICK;
/** Time in ticks before the first incident, in which the first customers come. */
const FIRST_INCIDENT = 7 * TICKS_A_DAY;
/** Shortest time in ticks from the beginning of an incident to the next one, so that the server can catch up. */
const SHORTEST_SLOT = 12;
/** Time in ticks for each incident, if the simulation is long enough. */
const SLOT = 32;
/** Time in days for which a missed charge at a gone card provider ends nothing. */
const GONE_GRACE_DAYS = 30;
/** Differences between the clocks of a card provider and of the server, in ms. */
const SKEWS = [-10, -4, 0, 4, 10].map((minutes) => minutes * MINUTE);
/** Number of failures that outlasts an incident. */
const ALL_CALLS = 1_000_000;

const STATUSES = [401, 403, 429, 500] as const;
type ErrorStatus = (typeof STATUSES)[number];

interface Kind {
  /** Card providers that must be in use. */
  needs: readonly ProviderName[];
  /** Longest duration, in ticks. */
  longest: number;
  /** Time in ms after the incident until the server must have caught up. */
  caughtUp: number;
  /** Whether the server cannot know everything during the incident. */
  hidesEvents: boolean;
}

const HIDING = { hidesEvents: true, caughtUp: DAY };
const VISIBLE = { hidesEvents: false, caughtUp: 0 };
/** The incident waits for a charge for as long, and hides events only after it. */
const WAITING = { longest: 32, hidesEvents: false, caughtUp: DAY };

/**
 * Kinds of incidents. `unknown…` waits for charges, loses the responses to some of them, and then answers the requests
 * about them with this error until the server is restarted.
 */
const KINDS = {
  serverOff: { needs: [], longest: 20, ...HIDING, caughtUp: QUIET },
  mailOff: { needs: [], longest: 20, ...VISIBLE },
  network: { needs: [], longest: 6, ...HIDING },
  apiErrors: { needs: ['yooKassa'], longest: 6, ...HIDING },
  cloudPaymentsErrors: { needs: ['cloudPayments'], longest: 6, ...HIDING },
  unknown401: { needs: ['yooKassa'], ...WAITING },
  unknown403: { needs: ['yooKassa'], ...WAITING },
  unknown429: { needs: ['yooKassa'], ...WAITING },
  unknown500: { needs: ['yooKassa'], ...WAITING },
  pendingCharges: { needs: ['yooKassa'], longest: 16, ...VISIBLE },
  heldCharges: { needs: ['yooKassa'], longest: 16, ...VISIBLE },
  providerGone: { needs: ['yooKassa', 'cloudPayments'], longest: 40, ...VISIBLE, caughtUp: DAY },
} as const satisfies Record<string, Kind>;
type Incident = keyof typeof KINDS;

const isWaiting = (kind: Incident): boolean => kind.startsWith('unknown');

/** Returns the kinds of incidents that can occur with these card providers. */
export const listIncidents = (composition: readonly ProviderName[]): Incident[] =>
  (Object.keys(KINDS) as Incident[]).filter((kind) =>
    KINDS[kind].needs.every((provider) => composition.includes(provider)),
  );

const pickOne = <Item>(items: readonly [Item, ...Item[]], random: SeededRandom): Item =>
  items[random.between(0, items.length - 1)] ?? items[0];

/** Whether a request charges a saved payment method. */
async function isChargeRequest(request: Request): Promise<boolean> {
  if (request.method !== 'POST' || !request.url.endsWith('/payments')) return false;
  return (await request.text()).includes('"payment_method_id"');
}

interface Occurrence {
  kind: Incident;
  /** Time of the end. */
  until: number;
  /** Whether the server cannot know everything. */
  hidesEvents: boolean;
}

/**
 * Returns the incidents of a simulation with their first and last ticks. If the simulation is too short for all kinds, some
 * kinds are chosen at random.
 */
function planIncidents(
  { composition, days }: SimulationOptions,
  random: SeededRandom,
): { kind: Incident; from: number; to: number }[] {
  const kinds = listIncidents(composition);
  const ticks = Math.max(0, days * TICKS_A_DAY - FIRST_INCIDENT);
  const rounds = Math.max(1, Math.round(ticks / SLOT / kinds.length));
  const shuffled = Array.from({ length: rounds }, () => {
    const remaining = [...kinds];
    return kinds.flatMap(() => remaining.splice(random.between(0, remaining.length - 1), 1));
  }).flat();
  const chosen = shuffled.slice(0, Math.floor(ticks / SHORTEST_SLOT));
  const slot = ticks / chosen.length;
  return chosen.map((kind, index) => {
    const from = FIRST_INCIDENT + Math.floor(index * slot) + random.between(0, Math.floor(slot / 4));
    const { longest } = KINDS[kind];
    const duration = random.between(1, Math.min(longest, Math.floor(slot / 2)));
    return { kind, from, to: from + (isWaiting(kind) ? longest : duration) };
  });
}

export class SimulationIncidents {
  private current: Occurrence | null = null;
  private readonly coming: { kind: Incident; from: number; to: number }[];
  private areNotificationsDisturbed = false;
  /** Whether notifications are dropped, so that the server learns of an event only by polling. */
  areNotificationsDropped = false;
  /** Time from which the server must know everything, and have charged everything that is due. */
  private settledFrom = 0;
  /** Random numbers for each request and notification. */
  private readonly fates: SeededRandom;

  constructor(private readonly state: SimulationState) {
    this.fates = seededRandom(state.options.seed + 1);
    this.coming = planIncidents(state.options, state.random);
  }

  /** Whether an incident explains that the server has not charged or not learned something yet. */
  get isUnsettled(): boolean {
    return this.state.now < this.settledFrom || this.current?.hidesEvents === true;
  }

  /** Whether the server must have learned of all events, and carried out everything that follows from them. */
  get isCalm(): boolean {
    return !this.isUnsettled && !this.areNotificationsDisturbed && this.state.world.gone.size === 0;
  }

  /** Whether an incident explains that the server logs an error. */
  get explainsErrors(): boolean {
    return this.current !== null || this.state.now < this.settledFrom;
  }

  /** Sets the clocks of the card providers. */
  async skewClocks(): Promise<void> {
    const { random, skew, world } = this.state;
    skew.yooKassa = SKEWS[random.between(0, SKEWS.length - 1)] ?? 0;
    skew.cloudPayments = SKEWS[random.between(0, SKEWS.length - 1)] ?? 0;
    await world.yooKassa.change({ skewMs: skew.yooKassa });
    await world.cloudPayments.changeTerminal({ skewMs: skew.cloudPayments });
  }

  /** Changes what happens to notifications. The evening of each day is quiet, so that the comparison finds no delay. */
  async disturbNotifications(tick: number): Promise<void> {
    const { random, world } = this.state;
    const isEvening = tick % TICKS_A_DAY >= TICKS_A_DAY - QUIET / TICK;
    if (!isEvening && random.chance(0.3)) {
      const fate = random.next();
      const knobs = {
        drop: fate < 0.3,
        copies: fate > 0.5 ? random.between(2, 3) : 1,
        delayMs: fate > 0.3 && fate < 0.7 ? random.between(1, 5 * 60) * MINUTE : 0,
      };
      await world.yooKassa.change({ ...knobs, reversed: random.chance(0.5) });
      await world.cloudPayments.setKnobs(knobs);
      // Card providers repeat a notification without a response, so notifications also arrive in another order.
      world.setNotificationFate(() => this.loseSome(0.25));
      this.areNotificationsDropped = knobs.drop;
      this.areNotificationsDisturbed = true;
      return;
    }
    if (!this.areNotificationsDisturbed) return;
    const calm = { drop: false, copies: 1, delayMs: 0 };
    await world.yooKassa.change({ ...calm, reversed: false });
    await world.cloudPayments.setKnobs(calm);
    world.setNotificationFate(null);
    this.areNotificationsDropped = false;
    this.areNotificationsDisturbed = false;
    this.settledFrom = Math.max(this.settledFrom, this.state.now + QUIET - TICK);
  }

  /** Begins or ends an incident. */
  async change(tick: number): Promise<void> {
    const { state } = this;
    if (this.current !== null) {
      if (this.current.until <= state.now) await this.end();
      return;
    }
    const [next] = this.coming;
    if (next === undefined || next.from > tick) return;
    this.coming.shift();
    const { kind, to } = next;
    const until = state.now + Math.max(1, to - tick) * TICK;
    this.current = { kind, until, hidesEvents: KINDS[kind].hidesEvents };
    state.count(kind);
    for (const subject of state.subjects)
      state.note(subject, `incident ${kind} until ${new Date(until).toISOString()}`);
    await this.begin(kind);
  }

  private loseSome(share: number): 'requestLost' | 'responseLost' | null {
    const fate = this.fates.next();
    return fate < share ? 'requestLost' : fate < 2 * share ? 'responseLost' : null;
  }

  private async begin(kind: Incident): Promise<void> {
    const { random, world } = this.state;
    switch (kind) {
      case 'serverOff':
        world.server.isOn = false;
        break;
      case 'mailOff':
        world.mail.isOff = true;
        break;
      case 'network':
        world.setFate(() => this.loseSome(0.15));
        break;
      case 'apiErrors':
        await this.failRequests(pickOne(STATUSES, random));
        break;
      case 'cloudPaymentsErrors': {
        // CloudPayments reports errors with HTTP 200, except for too many requests.
        const status = pickOne([200, 429], random);
        for (const method of REST_METHODS)
          await world.cloudPayments.failCalls({ method, times: ALL_CALLS, status });
        break;
      }
      case 'unknown401':
      case 'unknown403':
      case 'unknown429':
      case 'unknown500':
        this.loseOutcomes(Number(kind.slice(-3)) as ErrorStatus);
        break;
      case 'pendingCharges':
        await world.yooKassa.change({ chargesPend: true });
        break;
      case 'heldCharges':
        await world.yooKassa.change({ chargesHeld: true });
        break;
      case 'providerGone':
        await this.loseProvider(random.chance(0.5) ? 'yooKassa' : 'cloudPayments');
        break;
    }
  }

  private async end(): Promise<void> {
    if (this.current === null) return;
    const { state } = this;
    const { world } = state;
    const { kind, hidesEvents } = this.current;
    this.current = null;
    this.settledFrom = Math.max(this.settledFrom, state.now + KINDS[kind].caughtUp);
    world.server.isOn = true;
    world.mail.isOff = false;
    world.setFate(null);
    await this.regainProvider();
    await world.yooKassa.change({ outage: null, chargesPend: false, chargesHeld: false });
    if (kind === 'cloudPaymentsErrors')
      for (const method of REST_METHODS)
        await world.cloudPayments.failCalls({ method, times: 0, status: 200 });
    // A new key, and the end of other faults, come with a restart.
    if (hidesEvents) world.restart();
  }

  /** Makes YooKassa answer all requests, or the reading or the writing requests, with an error. */
  private async failRequests(status: ErrorStatus): Promise<void> {
    const requests = pickOne(['all', 'reads', 'writes'] as const, this.fates);
    await this.state.world.yooKassa.change({ outage: { status, requests } });
  }

  /**
   * Loses the responses to some charges, of which YooKassa has made the most. The query about them, or their repetition,
   * then gets an error, and so does every other request until the incident ends some hours later.
   */
  private loseOutcomes(status: ErrorStatus): void {
    const { state, fates } = this;
    const lost = new Set<string>();
    const most = fates.between(1, 3);
    let isFailing = false;
    state.world.setFate(async (provider, request) => {
      if (provider !== 'yooKassa' || isFailing) return null;
      const key = request.headers.get('Idempotence-Key') ?? '';
      const isNewCharge = !lost.has(key) && (await isChargeRequest(request));
      if (!isNewCharge || lost.size === most) {
        if (lost.size === 0) return null;
        isFailing = true;
        state.count(`errors ${String(status)} after a lost outcome`);
        await this.failRequests(status);
        return null;
      }
      if (lost.size === 0 && this.current !== null) {
        this.current.until = state.now + fates.between(1, 6) * TICK;
        this.current.hidesEvents = true;
      }
      lost.add(key);
      return fates.chance(0.8) ? 'responseLost' : 'requestLost';
    });
  }

  /** The operator marks a card provider as gone, and sells at the other one. */
  private async loseProvider(provider: ProviderName): Promise<void> {
    const { world, staff, subjects, now } = this.state;
    world.gone.add(provider);
    await markProviderGone(world.deps, staff, { provider, days: GONE_GRACE_DAYS });
    for (const { model } of subjects) model.providerGone(provider, now + GONE_GRACE_DAYS * DAY);
  }

  private async regainProvider(): Promise<void> {
    const { world, staff, subjects, now } = this.state;
    for (const provider of world.gone) {
      await markProviderBack(world.deps, staff, provider);
      for (const { model } of subjects) model.providerBack(provider, now);
    }
    world.gone.clear();
  }
}
