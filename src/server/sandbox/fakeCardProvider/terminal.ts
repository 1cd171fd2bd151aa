/** Settings of the fake terminal as the provider's dashboard has them, and the provider's own clock. */
import type { Clock } from '../../ports/clock';
import type { Database } from '../../store/database';
import { sandboxCardTerminal } from '../schema/cards';

export interface TerminalSettings {
  /** Whether charges of recurring payments carry an AccountId, in notifications and in REST models. */
  namesAccount: boolean;
  /** Amount from which refunds are paid, kopecks; null: unlimited. */
  balanceKopecks: number | null;
  /** Difference between the provider's clock and the sandbox's, ms; negative: behind. */
  skewMs: number;
}

/** Settings to change; the others stay. */
export type TerminalChange = { [Name in keyof TerminalSettings]?: TerminalSettings[Name] | undefined };

export interface Terminal {
  /** The provider's clock. */
  clock: Clock;
  settings(): TerminalSettings;
  change(settings: TerminalChange): Promise<void>;
  /** Takes a refund out of the balance in the caller's transaction; returns false if the balance is too small. */
  payOut(tx: Database, amountKopecks: number): Promise<boolean>;
}

const ROW_ID = 1;
const DEFAULTS: TerminalSettings = { namesAccount: true, balanceKopecks: null, skewMs: 0 };

/** Opens the terminal on its stored settings. `clock` is the sandbox's clock. */
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
