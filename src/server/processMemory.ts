/**
 * What one server process remembers between requests and jobs. The composition root creates it. No other process needs its
 * content, so several processes may run on one database, and a restart loses nothing that matters.
 */
import { Breaker } from './outbox/lanes';
import type { OutboxLane } from './outbox/outbox';

/** The rounds of one lane of the outbox. */
interface LaneState {
  breaker: Breaker;
  running: Promise<void> | null;
  next: Promise<void> | null;
}

/** The delivery of the outbox by this process. */
export interface Delivery {
  lanes: Readonly<Record<OutboxLane, LaneState>>;
  /** Ids of claimed messages that are not finished. */
  claimed: Set<number>;
  isStopping: boolean;
}

/** The polls of one card provider. */
interface Polls {
  /** Time of the last successful poll. A failed poll is retried for the same period. */
  answeredAt: Date | null;
  /** Time of the last poll if it failed. */
  failedAt: Date | null;
}

export interface ProcessMemory {
  delivery: Delivery;
  /** By name of the card provider. */
  refundPolls: Map<string, Polls>;
  /** Kinds of ignored notifications that are already logged, each with the name of its card provider. */
  ignoredNotifications: Set<string>;
}

const newLane = (): LaneState => ({ breaker: new Breaker(), running: null, next: null });

/** Creates the memory of a process that has done nothing yet. */
export function createProcessMemory(): ProcessMemory {
  return {
    delivery: {
      lanes: {
        provider: newLane(),
        signIn: newLane(),
        email: newLane(),
        push: newLane(),
        vpn: newLane(),
      },
      claimed: new Set(),
      isStopping: false,
    },
    refundPolls: new Map(),
    ignoredNotifications: new Set(),
  };
}
