/**
 * Defines `Deps`, the dependencies of every use case: database, clock, clients of external services, logger, metrics
 * and settings. `http/app.ts` builds the server from `Deps`.
 */
import type { Brand } from '../shared/brand';
import type { OutboxLane } from './outbox/outbox';
import type { CardProvider } from './ports/cardProvider';
import type { Clock } from './ports/clock';
import type { ErasureJournal } from './ports/erasureJournal';
import type { GoogleIdentity } from './ports/googleIdentity';
import type { Logger } from './ports/logger';
import type { Mailer } from './ports/mailer';
import type { Metrics } from './ports/metrics';
import type { PushSender } from './ports/pushSender';
import type { VpnNetwork } from './ports/vpnNetwork';
import type { ProcessMemory } from './processMemory';
import type { Database } from './store/database';

/** Settings that use cases read. Connection URLs and credentials of external services stay inside the adapters. */
export interface Settings {
  mode: 'sandbox' | 'production';
  /** Public base URL of the product, without a trailing slash. Links in emails and gift links start with it. */
  publicUrl: string;
  brand: Brand;
  /**
   * Key of at least 32 bytes for secrets that are derived and not stored, such as the next refresh token of a
   * session.
   */
  sessionSecret: string;
  /** Whether test payments, which move no real money, count as paid. */
  acceptTestPayments: boolean;
  /** Whether staff accounts must have a second factor (TOTP). */
  totpRequired: boolean;
  /** Host names allowed in the link of a `LINK_MSG` push notification. */
  pushLinkHosts: readonly string[];
  /**
   * Base URL of subscription links, from which VPN apps fetch their configuration, without a trailing slash. It
   * differs from `publicUrl`, because the shop's host may be blocked.
   */
  vpnLinkBaseUrl: string;
}

export interface Deps {
  db: Database;
  clock: Clock;
  /**
   * Clock that matches authenticator apps (TOTP). Always shows real time, because the sandbox can move only the
   * product's own clock.
   */
  authenticatorClock: Clock;
  mailer: Mailer;
  /** Card provider of new orders and of their payments, charges and refunds. */
  cardProvider: CardProvider;
  /** Card providers that no longer get new orders. They still charge, cancel and refund the payments that they took. */
  formerCardProviders: readonly CardProvider[];
  pushSender: PushSender;
  googleIdentity: GoogleIdentity;
  /**
   * Client of the VPN panel. Null if no panel is configured. Then nothing is delivered and no device can be
   * connected.
   */
  vpnNetwork: VpnNetwork | null;
  /** Journal of deleted accounts outside the database. Null if none is configured. */
  erasureJournal: ErasureJournal | null;
  /**
   * Starts delivery of the outbox, or of one lane, and returns without waiting for the result. Must be called after
   * the transaction is committed.
   */
  wakeOutbox: (lane?: OutboxLane) => void;
  logger: Logger;
  metrics: Metrics;
  /** In-memory state of this process. Copies of `Deps` with another card provider share it. */
  memory: ProcessMemory;
  settings: Settings;
}
