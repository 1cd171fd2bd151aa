/** Settings and clock of the shop at the fake YooKassa. */
import { eq } from 'drizzle-orm';
import type { Clock } from '../../ports/clock';
import type { Database } from '../../store/database';
import { type YooKassaFault, type YooKassaSettings, yooKassaShop } from '../schema/yooKassa';

const ROW_ID = 1;

const DEFAULTS: YooKassaSettings = {
  autopayments: true,
  savesMethods: true,
  retriesInWidget: true,
  refundsPend: false,
  chargesPend: false,
  chargesHeld: false,
  nextChargeReason: null,
  balanceKopecks: null,
  requestsPerSecond: null,
  skewMs: 0,
  drop: false,
  copies: 1,
  delayMs: 0,
  reversed: false,
  faults: [],
  outage: null,
};

export interface Shop {
  /** Clock of the fake YooKassa: the sandbox clock plus the skew. */
  clock: Clock;
  settings(): YooKassaSettings;
  change(settings: Partial<YooKassaSettings>): Promise<void>;
  /** Removes the next injected failure and returns it, or returns null if no failure is injected. */
  takeFault(): Promise<YooKassaFault | null>;
  /** Removes the reason of the next charge and returns it, or returns null if no reason is set. */
  takeChargeReason(): Promise<string | null>;
}

/** Loads the settings of the shop from the database. `clock` is the sandbox clock. */
export async function openShop(db: Database, clock: Clock): Promise<Shop> {
  const [row] = await db.select().from(yooKassaShop).where(eq(yooKassaShop.id, ROW_ID));
  let current: YooKassaSettings = { ...DEFAULTS, ...row?.settings };

  async function change(settings: Partial<YooKassaSettings>): Promise<void> {
    current = { ...current, ...settings };
    await db
      .insert(yooKassaShop)
      .values({ id: ROW_ID, settings: current })
      .onConflictDoUpdate({ target: yooKassaShop.id, set: { settings: current } });
  }

  return {
    clock: { now: () => new Date(clock.now().getTime() + current.skewMs) },
    settings: () => current,
    change,
    async takeFault() {
      const [fault, ...faults] = current.faults;
      if (fault === undefined) return null;
      await change({ faults });
      return fault;
    },
    async takeChargeReason() {
      const { nextChargeReason } = current;
      if (nextChargeReason !== null) await change({ nextChargeReason: null });
      return nextChargeReason;
    },
  };
}
