/** Everything a use case may touch. The server is built from it and started apart (`http/app.ts`). */
import type { Brand } from '../shared/brand';
import type { OutboxLane } from './outbox/outbox';
import type { CardProvider } from './ports/cardProvider';
import type { Clock } from './ports/clock';
import type { GoogleIdentity } from './ports/googleIdentity';
import type { Logger } from './ports/logger';
import type { Mailer } from './ports/mailer';
import type { Metrics } from './ports/metrics';
import type { PushSender } from './ports/pushSender';
import type { VpnNetwork } from './ports/vpnNetwork';
import type { ProcessMemory } from './processMemory';
import type { Database } from './store/database';

/** Settings that rules read; addresses and credentials stay inside the adapters. */
export interface Settings {
  mode: 'sandbox' | 'production';
  /** Where customers reach the product, no trailing slash: links in emails and gift links. */
  publicUrl: string;
  brand: Brand;
  /** Key for what must be derived and not stored (successors of refresh tokens), 32 bytes or more. */
  sessionSecret: string;
  /** Whether payments without real money count. */
  acceptTestPayments: boolean;
  /** Staff must have a second factor. */
  totpRequired: boolean;
  /** Hosts that LINK_MSG pushes may point to. */
  pushLinkHosts: readonly string[];
  /** Where applications fetch what they connect with, no trailing slash; the shop's own address may be blocked. */
  vpnLinkBaseUrl: string;
}

export interface Deps {
  db: Database;
  clock: Clock;
  /** What people's authenticator apps show: the sandbox moves the product's clock, not theirs. */
  authenticatorClock: Clock;
  mailer: Mailer;
  /** Takes the payments of new orders, and what follows from them. */
  cardProvider: CardProvider;
  /** Take no new orders; what was paid through them is charged, cancelled and returned through them. */
  formerCardProviders: readonly CardProvider[];
  pushSender: PushSender;
  googleIdentity: GoogleIdentity;
  /** Null: not configured, so nothing is delivered and no device can be connected. */
  vpnNetwork: VpnNetwork | null;
  /** Has the outbox, or one lane of it, delivered now, without waiting for it. Call it after the commit. */
  wakeOutbox: (lane?: OutboxLane) => void;
  logger: Logger;
  metrics: Metrics;
  /** Of this process; copies of `Deps` with another card provider share it. */
  memory: ProcessMemory;
  settings: Settings;
}
