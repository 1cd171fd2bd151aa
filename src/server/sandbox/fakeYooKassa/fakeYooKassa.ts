/**
 * Fake of the card provider YooKassa, a separate HTTP service. The product sends requests to its REST API, and the fake
 * sends unsigned notifications to the product. All state is in the database, so the fake can run in its own process with
 * its own clock, and a killed process loses no data. Behavior that the documentation of YooKassa does not
 * describe is marked as an assumption where it is implemented.
 */
import { Hono } from 'hono';
import type { Clock } from '../../ports/clock';
import type { Database } from '../../store/database';
import type { YooKassaSettings } from '../schema/yooKassa';
import { createNotifications, type NotificationOptions } from './notifications';
import { createPayments, type Payments } from './payments';
import { restApi } from './restApi';
import { openShop } from './shop';
import { widgetApi } from './widget/api';
import { checkoutScript } from './widget/script';

export interface FakeYooKassaOptions extends NotificationOptions {
  db: Database;
  /** Clock of the sandbox. The clock of the fake shows this time plus the skew of the settings. */
  clock: Clock;
  shopId: string;
  secretKey: string;
  /** Time in ms after which a hanging request is answered with HTTP 500. The default is 30 s, as documented. */
  hangMs?: number;
}

/** The fake YooKassa, with everything that payers, banks and the operator can do there. */
export interface FakeYooKassa extends Pick<
  Payments,
  'pay' | 'payByWallet' | 'endThreeDs' | 'settleRefund' | 'settleCharge' | 'settleCharges' | 'revokeMethod'
> {
  /** HTTP routes of the REST API and of the payment widget. */
  app: Hono;
  settings(): YooKassaSettings;
  change(settings: Partial<YooKassaSettings>): Promise<void>;
  /** Refunds a payment in the provider's dashboard. Returns whether the refund was accepted. */
  refundAtDashboard(paymentId: string, amountKopecks: number): Promise<boolean>;
  /** Cancels expired payments and sends due notifications. Resolves after the product has responded to all. */
  runDue(): Promise<void>;
  /** Returns the time of the next expiry or notification, which may be in the past, or null. */
  nextDueAt(): Promise<Date | null>;
}

const HANG_MS = 30_000;

/** Opens the fake on a migrated database. */
export async function openFakeYooKassa(options: FakeYooKassaOptions): Promise<FakeYooKassa> {
  const { db, hangMs = HANG_MS } = options;
  const shop = await openShop(db, options.clock);
  const notifications = createNotifications(options, shop);
  const payments = createPayments(db, shop, notifications);
  return {
    app: new Hono()
      .get('/widget.js', (context) => {
        context.header('Content-Type', 'text/javascript; charset=utf-8');
        context.header('Cache-Control', 'no-cache');
        context.header('X-Content-Type-Options', 'nosniff');
        return context.body(checkoutScript());
      })
      .route('/widget', widgetApi(shop, payments))
      .route('/', restApi({ ...options, hangMs }, shop, payments)),
    pay: (token, digits, options) => payments.pay(token, digits, options),
    payByWallet: (token, options) => payments.payByWallet(token, options),
    endThreeDs: (token, isConfirmed) => payments.endThreeDs(token, isConfirmed),
    settleRefund: (id, reason) => payments.settleRefund(id, reason),
    settleCharge: (id, reason) => payments.settleCharge(id, reason),
    settleCharges: () => payments.settleCharges(),
    revokeMethod: (id) => payments.revokeMethod(id),
    settings: () => shop.settings(),
    change: (settings) => shop.change(settings),
    async refundAtDashboard(paymentId, amountKopecks) {
      const options = { hasReceipt: false, isDashboard: true };
      return 'refund' in (await payments.refund(paymentId, amountKopecks, options));
    },
    async runDue() {
      await payments.expire();
      await notifications.deliverDue();
    },
    async nextDueAt() {
      const [expiry, notification] = [await payments.nextDueAt(), await notifications.nextDueAt()];
      if (expiry === null || notification === null) return expiry ?? notification;
      return expiry < notification ? expiry : notification;
    },
  };
}
