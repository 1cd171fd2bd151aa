/** Settings of the fake payment terminal, as in the card provider's dashboard, and the card provider's own clock. */
import type { Clock } from '../../ports/clock';
import type { Database } from '../../store/database';
import { sandboxCardTerminal } from '../schema/cards';

export interface TerminalSettings {
  /** Whether charges of recurring payments have an AccountId in notifications and REST responses. */
  namesAccount: boolean;
  /** Balance from which refunds are paid, in kopecks; null means an unlimited balance. */
  balanceKopecks: number | null;
  /**
   * Time of the card provider's clock minus time of the sandbox clock, in ms. The difference is negative if the card
   * provider's clock is behind.
   */
  skewMs: number;
}

/** Terminal settings to change. Omitted settings keep their values. */
export type TerminalChange = { [Name in keyof TerminalSettings]?: TerminalSettings[Name] | undefined };

export interface Terminal {
  /** Clock of the fake card provider. */
  clock: Clock;
  settings(): TerminalSettings;
  change(settings: TerminalChange): Promise<void>;
  /**
   * Deducts a refund from the terminal's balance in the caller's transaction. Returns false if the balance is too
   * small.
   */
  payOut(tx: Database, amountKopecks: number): Promise<boolean>;
}

const ROW_ID = 1;
const DEFAULTS: TerminalSettings = { namesAccount: true, balanceKopecks: null, skewMs: 0 };

/** Loads the settings of the payment terminal from the database. `clock` is the sandbox clock. */
export async function openTerminal(db: Database, clock: Clock): Promise<Terminal> {
  const [row] = await db.select().from(sandboxCardTerminal);
  let current: TerminalSettings =
    row === undefined
      ? DEFAULTS
      : { namesAccount: row.namesAccount, balanceKopecks: row.balanceKopecks, skewMs: row.skewMs };

  async function store(tx: Database, settings: TerminalSettings): Promise<void> {
    await tx
      .insert(sandboxCardTerminal)
      .values({ id: ROW_ID, ...settings })
      .onConflictDoUpdate({ target: sandboxCardTerminal.id, set: settings });
    current = settings;
  }

  return {
    clock: { now: () => new Date(clock.now().getTime() + current.skewMs) },
    settings: () => current,
    change: ({ namesAccount, balanceKopecks, skewMs }) =>
      store(db, {
        namesAccount: namesAccount ?? current.namesAccount,
        balanceKopecks: balanceKopecks === undefined ? current.balanceKopecks : balanceKopecks,
        skewMs: skewMs ?? current.skewMs,
      }),
    async payOut(tx, amountKopecks) {
      const { balanceKopecks } = current;
      if (balanceKopecks === null) return true;
      if (balanceKopecks < amountKopecks) return false;
      await store(tx, { ...current, balanceKopecks: balanceKopecks - amountKopecks });
      return true;
    },
  };
}
