/** Rows of `/account`. Each page about the customer's account has one row in this table. */
import { type Path, PATHS } from '../../navigation/paths';
import { ACCOUNT_TEXTS } from '../../texts/account';

interface AccountRow {
  path: Path;
  title: string;
  /** Text that says in one line what the customer can do on the page. */
  text: string;
}

export const ACCOUNT_ROWS: readonly AccountRow[] = [
  { path: PATHS.changeCard, ...ACCOUNT_TEXTS.rows.card },
  { path: PATHS.accountDevices, ...ACCOUNT_TEXTS.rows.devices },
  { path: PATHS.changeEmail, ...ACCOUNT_TEXTS.rows.email },
  { path: PATHS.sessions, ...ACCOUNT_TEXTS.rows.sessions },
  { path: PATHS.check, ...ACCOUNT_TEXTS.rows.check },
  { path: PATHS.accountData, ...ACCOUNT_TEXTS.rows.data },
  { path: PATHS.support, ...ACCOUNT_TEXTS.rows.support },
  { path: PATHS.deleteAccount, ...ACCOUNT_TEXTS.rows.deleteAccount },
];
