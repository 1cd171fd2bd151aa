/** Google accounts of the sandbox: every account that has signed in, plus two suggested accounts. */
import { desc, eq } from 'drizzle-orm';
import type { Clock } from '../../ports/clock';
import type { Database } from '../../store/database';
import { sandboxGoogleAccounts } from '../schema/identity';
import { CHOOSER } from '../texts/accountChooser';

/** Maximum number of signed-in accounts in the account chooser. The suggested accounts are always listed. */
const LATEST_SHOWN = 6;

export interface GoogleAccount {
  email: string;
  name: string;
  isDisabled: boolean;
}

export interface GoogleAccounts {
  /**
   * Returns the accounts for the account chooser: accounts that have signed in, latest sign-in first, then the
   * suggested accounts.
   */
  list(): Promise<GoogleAccount[]>;
  find(email: string): Promise<GoogleAccount | null>;
  /** Records a Google sign-in, and creates the Google account at its first sign-in. */
  noteSignIn(email: string): Promise<GoogleAccount>;
  setDisabled(email: string, isDisabled: boolean): Promise<GoogleAccount>;
}

/** Returns the local part of the email address, which is used as the account's name. */
function nameFrom(email: string): string {
  const [name = email] = email.split('@');
  return name;
}

export function createGoogleAccounts(db: Database, clock: Clock): GoogleAccounts {
  const columns = {
    email: sandboxGoogleAccounts.email,
    name: sandboxGoogleAccounts.name,
    isDisabled: sandboxGoogleAccounts.isDisabled,
  };

  async function put(email: string, known: { isDisabled?: boolean } = {}): Promise<GoogleAccount> {
    const suggested = CHOOSER.suggestions.find((each) => each.email === email)?.name;
    const changes = { ...known, lastSignInAt: clock.now() };
    const [row] = await db
      .insert(sandboxGoogleAccounts)
      .values({ email, name: suggested ?? nameFrom(email), isDisabled: false, ...changes })
      .onConflictDoUpdate({ target: sandboxGoogleAccounts.email, set: changes })
      .returning(columns);
    if (row === undefined) throw new Error('the account was not stored');
    return row;
  }

  return {
    async list() {
      const stored = await db
        .select(columns)
        .from(sandboxGoogleAccounts)
        .orderBy(desc(sandboxGoogleAccounts.lastSignInAt), sandboxGoogleAccounts.email)
        .limit(LATEST_SHOWN);
      const fresh = CHOOSER.suggestions
        .filter(({ email }) => !stored.some((account) => account.email === email))
        .map((suggestion) => ({ ...suggestion, isDisabled: false }));
      return [...stored, ...fresh];
    },
    async find(email) {
      const [row] = await db
        .select(columns)
        .from(sandboxGoogleAccounts)
        .where(eq(sandboxGoogleAccounts.email, email));
      return row ?? null;
    },
    noteSignIn: (email) => put(email),
    setDisabled: (email, isDisabled) => put(email, { isDisabled }),
  };
}
