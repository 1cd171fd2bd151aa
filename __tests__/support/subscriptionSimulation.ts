/**
 * Simulates subscriptions on the real server for months, with random histories. Compares each customer once a day with
 * `subscriptionModel.ts`, and checks invariants after every step. The model receives what happened at the card providers,
 * and what customers and staff did.
 */
import type { Database } from '../../src/server/store/database';
import { findStaffAccount, insertStaffAccount } from '../../src/server/store/staff';
import { nextJobDueAt } from '../../src/server/workers/jobs/startJobs';
import { seededRandom } from './seededRandom';
import { SimulationActions } from './simulationActions';
import { SimulationIncidents } from './simulationIncidents';
import { SimulationObserver } from './simulationObserver';
import { MINUTE, type SimulationOptions, SimulationState, TICK, TICKS_A_DAY } from './simulationState';
import { compareWithModels } from './subscriptionComparison';
import { checkInvariants } from './subscriptionInvariants';
import { startSubscriptionWorld } from './subscriptionWorld';

/** Messages that the server logs as errors because staff should know of them. The model decides whether they are right. */
const EXPECTED_ERRORS: ReadonlySet<string> = new Set(['a payment buys nothing and goes back']);

/** Simulates the customers on an empty database. Returns the number of events, and the differences from the model. */
export async function simulateSubscriptions(
  db: Database,
  options: SimulationOptions,
): Promise<Pick<SimulationState, 'counts' | 'differences'>> {
  const world = await startSubscriptionWorld(db, options.start);
  await insertStaffAccount(db, {
    ...{ username: 'senior', passwordHash: 'none', role: 'senior' as const },
    createdAt: options.start,
  });
  const staffId = (await findStaffAccount(db, 'senior'))?.id ?? 0;
  const staff = { staffId, username: 'senior', ip: '127.0.0.1', requestId: 'simulation' };
  const state = new SimulationState(world, staff, options);
  await new SubscriptionSimulation(state).run();
  return state;
}

class SubscriptionSimulation {
  private readonly incidents: SimulationIncidents;
  private readonly actions: SimulationActions;
  private readonly observer: SimulationObserver;

  constructor(private readonly state: SimulationState) {
    this.incidents = new SimulationIncidents(state);
    this.actions = new SimulationActions(state, () => this.incidents.areNotificationsDropped);
    this.observer = new SimulationObserver(state);
  }

  async run(): Promise<void> {
    const { state, incidents, actions } = this;
    const { world, random, subjects } = state;
    const { customers, days, only, seed, start } = state.options;
    await incidents.skewClocks();
    let arrivals = Array.from({ length: customers }, (_, index) => {
      const own = seededRandom(seed * 1_000_003 + index);
      // Customers come during the first month, so that each day of the month occurs.
      return { index, own, tick: own.between(0, Math.min(31, Math.ceil(days / 3)) * TICKS_A_DAY) };
    }).filter(({ index }) => only === null || index === only);
    for (let tick = 0; tick < days * TICKS_A_DAY; tick += 1) {
      world.clock.set(new Date(start.getTime() + tick * TICK));
      await incidents.change(tick);
      await incidents.disturbNotifications(tick);
      await this.observer.finishCharges();
      await this.settle(tick % TICKS_A_DAY === 0);
      world.clock.advance(random.between(30, 120) * MINUTE);
      if (world.server.isOn) {
        const arrived = arrivals.filter((arrival) => arrival.tick <= tick);
        arrivals = arrivals.filter((arrival) => arrival.tick > tick);
        const plans = [
          ...arrived.map(
            ({ index, own }) =>
              () =>
                actions.arrive(index, own),
          ),
          ...subjects.flatMap((subject) => actions.choosePlan(subject) ?? []),
        ];
        for (const plan of plans) {
          world.clock.advance(1000);
          await plan();
        }
        if (plans.length > 0) await this.settle(true);
      }
      if (tick % TICKS_A_DAY === TICKS_A_DAY - 1 && !incidents.isUnsettled) await compareWithModels(state);
    }
  }

  /** Delivers notifications and runs the jobs, unless nothing is due. */
  private async settle(always: boolean): Promise<void> {
    const { world, now } = this.state;
    const due = always
      ? []
      : [
          await nextJobDueAt(world.db),
          await world.yooKassa.nextDueAt(),
          await world.cloudPayments.nextDueAt(),
        ];
    // The clocks of the card providers differ by at most ten minutes.
    if (!always && due.every((at) => at === null || at.getTime() > now + 10 * MINUTE)) return;
    await world.settle();
    await this.observer.observe(this.incidents.isUnsettled);
    this.observer.followJobs(this.incidents.isUnsettled);
    if (this.incidents.isCalm) await checkInvariants(this.state);
    const error = world.takeErrors().find(({ message, details }) => !this.isExpected(message, details));
    if (error !== undefined)
      throw new Error(`the server logged: ${error.message} ${JSON.stringify(error.details)}`);
  }

  /** Whether the simulation causes an error that the server logs. */
  private isExpected(message: string, details: object): boolean {
    if (EXPECTED_ERRORS.has(message) || this.incidents.explainsErrors) return true;
    return JSON.stringify(details).includes('AddressRejected') && this.state.world.mail.dead.size > 0;
  }
}
