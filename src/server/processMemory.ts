/**
 * In-memory state of one server process, which is kept between requests and jobs. The composition root creates the
 * in-memory state. No other process needs this state, so several processes may share one database, and a restart loses
 * no important data.
 */
import type { ServiceStatus } from '../shared/serviceStatus';
import type { VpnApp } from '../shared/vpnAppList';
import { Breaker } from './outbox/lanes';
import type { OutboxLane } from './outbox/outbox';
import type { Rank } from './outbox/turns';
import type { FetchesOfHour } from './store/linkDomains';
import type { StoredNotice } from './store/maintenanceNotice';
import { CallSlots } from './throttle/callSlots';
import type { TurnQueue } from './throttle/turnQueue';

/** State of the delivery rounds of one outbox lane. */
interface LaneState {
  breaker: Breaker;
  running: Promise<void> | null;
  next: Promise<void> | null;
  /** Requesters of each rank whose emails had the last turns (`outbox/turns.ts`). */
  lastTurns: Record<Rank, string>;
  /** Makes the running delivery of an email lane look for due messages again; null if none is running. */
  claimAgain: (() => void) | null;
  /** Timer that starts the next round when the circuit breaker allows another attempt; null if none is set. */
  probeTimer: NodeJS.Timeout | null;
}

/** State of the outbox delivery in this process. */
export interface Delivery {
  lanes: Readonly<Record<OutboxLane, LaneState>>;
  /** Ids of outbox messages that this process has claimed but not finished. */
  claimed: Set<number>;
  isStopping: boolean;
}

/** Polls of one card provider for refunds and lost payments. */
export interface Polls {
  /** Time at which the last complete poll began. */
  answeredAt: Date | null;
  /** Poll that failed, which continues where it was. */
  failed: FailedPoll | null;
}

/** Poll that failed. */
export interface FailedPoll {
  /** Time at which the poll began. */
  begunAt: Date;
  /** Start of the polled period. */
  since: Date;
  /** Time up to which the lists of payments have been read, in the order of the lists. Null if nothing has been read. */
  reached: Date | null;
  /** Time from which the poll continues. */
  retryAt: Date;
}

export interface ProcessMemory {
  delivery: Delivery;
  /** Polls for refunds and lost payments, by name of the card provider. */
  refundPolls: Map<string, Polls>;
  /** Kinds of ignored notifications that are already logged, each with the name of its card provider. */
  ignoredNotifications: Set<string>;
  /** Times in ms of the last log entries about forged notifications, by name of the card provider. */
  forgeryWarnings: Map<string, number>;
  /** Number of exports of customer data that are running. */
  exports: number;
  /** Queues of the calls to a card provider that browsers cause, by name of the card provider. */
  browserTurns: Map<string, TurnQueue>;
  /** Slots of the API calls that this process handles at the same time. */
  callSlots: CallSlots;
  /** Times until which this process looks for no further customers of a gone card provider, by id of the mark. */
  goneScans: Map<number, Date>;
  /**
   * Searches for recurring payments whose receipts have outdated terms, by name of the card provider: the account after which
   * the search continues, and the time from which it continues.
   */
  receiptScans: Map<string, { after: number; at: Date }>;
  /** List of VPN apps with the time in ms at which it was read; null before the first read. */
  vpnApps: { apps: readonly VpnApp[]; readAt: number } | null;
  /** Last maintenance notice that this process has read, which may have ended. Null before the first notice. */
  notice: StoredNotice | null;
  /** Last measurement of the services, and the time at which it began, in ms. Null before the first measurement. */
  status: { at: number; measured: Promise<ServiceStatus> } | null;
  /** Fetches of device links that are not stored yet, by hour and link domain. */
  linkFetches: Map<string, FetchesOfHour>;
  /** State of the job that corrects the months of subscriptions (`usecases/billing/ledger/anchorMonths.ts`). */
  months: MonthsMemory;
}

interface MonthsMemory {
  /** Time of the last check for earlier versions. */
  checkedAt: Date | null;
  /** Time of the first check since which no check found an earlier version. */
  quietSince: Date | null;
  /** Whether this process has corrected all subscriptions. */
  areCorrected: boolean;
}

const newLane = (): LaneState => ({
  breaker: new Breaker(),
  running: null,
  next: null,
  lastTurns: { first: '', other: '' },
  claimAgain: null,
  probeTimer: null,
});

/** Creates the initial in-memory state of a server process. */
export function createProcessMemory(): ProcessMemory {
  return {
    delivery: {
      lanes: {
        provider: newLane(),
        signIn: newLane(),
        confirmation: newLane(),
        email: newLane(),
        push: newLane(),
        vpn: newLane(),
      },
      claimed: new Set(),
      isStopping: false,
    },
    refundPolls: new Map(),
    ignoredNotifications: new Set(),
    forgeryWarnings: new Map(),
    exports: 0,
    browserTurns: new Map(),
    callSlots: new CallSlots(),
    goneScans: new Map(),
    receiptScans: new Map(),
    vpnApps: null,
    notice: null,
    status: null,
    linkFetches: new Map(),
    months: { checkedAt: null, quietSince: null, areCorrected: false },
  };
}
