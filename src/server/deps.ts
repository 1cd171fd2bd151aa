/**
 * Defines `Deps`, the dependencies of every use case: database, clock, clients of external services, logger, metrics
 * and settings. `http/app.ts` builds the server from `Deps`.
 */
import type { Brand } from '../shared/brand';
import type { ReceiptSchedule } from './domain/billing/receiptSchedule';
import type { PanelHeader } from './domain/panelHeaders';
import type { OutboxLane } from './outbox/outbox';
import type { CardProvider } from './ports/cardProvider';
import type { Clock } from './ports/clock';
import type { ErasureJournal } from './ports/erasureJournal';
import type { GoogleIdentity } from './ports/googleIdentity';
import type { LinkChecker } from './ports/linkChecker';
import type { Logger } from './ports/logger';
import type { Mailer } from './ports/mailer';
import type { Metrics } from './ports/metrics';
import type { PushSender } from './ports/pushSender';
import type { VpnExits } from './ports/vpnExits';
import type { VpnNetwork } from './ports/vpnNetwork';
import type { ProcessMemory } from './processMemory';
import type { Database } from './store/database';

/**
 * Settings that use cases read. Connection URLs and credentials of external services are known only to the adapters.
 */
export interface Settings {
  mode: 'sandbox' | 'production';
  /** Public base URL of the product, without a trailing slash. Links in emails and gift links start with this URL. */
  publicUrl: string;
  brand: Brand;
  /**
   * Key of at least 32 bytes for secrets that are derived and not stored, such as the next refresh token of a
   * session.
   */
  sessionSecret: string;
  /** Whether test payments, which move no real money, count as paid. */
  acceptTestPayments: boolean;
  /** Maximum number of charges of saved payment methods that this server requests in a minute. */
  chargesPerMinute: number;
  /**
   * Number of sign-in emails, and of confirmation codes, that may wait or be requested within a minute before their
   * requesters take turns.
   */
  signInEmailsPerMinute: number;
  /** Maximum number of charges of saved payment methods that this process requests at the same time. */
  chargesInFlight: number;
  /** Tax terms of fiscal receipts, by date of the sale. */
  receiptTerms: ReceiptSchedule;
  /** Whether payment pages ask for a phone number, and receipts contain it. */
  receiptPhone: boolean;
  /** Whether staff accounts must have a second factor (TOTP). */
  totpRequired: boolean;
  /** Host names allowed in the link of a `LINK_MSG` push notification. */
  pushLinkHosts: readonly string[];
  /**
   * Base URLs of device links, from which VPN apps fetch their configuration, without a trailing slash. They have
   * different domains, which may differ from that of `publicUrl`, because each domain may be blocked. New device links
   * use the first one whose domain is not marked as blocked.
   */
  vpnLinkBaseUrls: readonly string[];
  /** Names of the VPN panel's response headers that are forwarded to VPN apps. */
  vpnLinkHeaders: readonly PanelHeader[];
}

export interface Deps {
  db: Database;
  clock: Clock;
  /**
   * Clock for codes of authenticator apps (TOTP). This clock always shows real time, because the sandbox can move only
   * the product's own clock.
   */
  authenticatorClock: Clock;
  mailer: Mailer;
  /** Card provider of new orders and of their payments, charges and refunds. */
  cardProvider: CardProvider;
  /**
   * Card providers that no longer get new orders. A former card provider still charges, cancels and refunds the
   * payments that it took.
   */
  formerCardProviders: readonly CardProvider[];
  /** Sender of push notifications to the product's own application; null if they are switched off. */
  pushSender: PushSender | null;
  googleIdentity: GoogleIdentity;
  /**
   * Client of the VPN panel; null if no VPN panel is configured. Without a VPN panel, no VPN access is delivered and no
   * device can be connected.
   */
  vpnNetwork: VpnNetwork | null;
  /** Journal of deleted accounts outside the database. The erasure journal is null if none is configured. */
  erasureJournal: ErasureJournal | null;
  /** Client that requests the store links of the VPN apps. */
  linkChecker: LinkChecker;
  /** Exits of the VPN, for the page /check. Null if they are not configured. */
  vpnExits: VpnExits | null;
  /**
   * Starts delivery of the outbox, or of one lane, and returns without waiting for the result. The caller must call
   * `wakeOutbox` after the transaction is committed.
   */
  wakeOutbox: (lane?: OutboxLane) => void;
  logger: Logger;
  metrics: Metrics;
  /** In-memory state of this process. Copies of `Deps` with another card provider share this state. */
  memory: ProcessMemory;
  settings: Settings;
}
