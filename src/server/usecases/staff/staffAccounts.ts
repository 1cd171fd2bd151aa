/** Creates the first admin account from the configuration. */
import { normalizeUsername } from '../../../shared/staffRules';
import type { Deps } from '../../deps';
import {
  findStaffAccount,
  insertStaffAccount,
  revokeStaffSessions,
  updateStaffPassword,
} from '../../store/staff';
import { hashPassword, passwordMatches } from './passwords';

export type FirstAdminOutcome = 'created' | 'passwordChanged' | 'unchanged';

/**
 * Ensures that an admin with this username and password exists. The call is idempotent, even if several server
 * instances start at the same time. If the password differs from the stored password, the stored password is replaced
 * and the account's sessions are revoked.
 */
export async function ensureFirstAdmin(
  deps: Pick<Deps, 'db' | 'clock'>,
  admin: { username: string; password: string },
): Promise<FirstAdminOutcome> {
  const username = normalizeUsername(admin.username);
  const known = await findStaffAccount(deps.db, username);
  const now = deps.clock.now();
  if (known === null) {
    const inserted = await insertStaffAccount(deps.db, {
      username,
      passwordHash: await hashPassword(admin.password),
      role: 'admin',
      createdAt: now,
    });
    return inserted ? 'created' : ensureFirstAdmin(deps, admin);
  }
  if (await passwordMatches(known.passwordHash, admin.password)) return 'unchanged';
  const passwordHash = await hashPassword(admin.password);
  await deps.db.transaction(async (tx) => {
    await updateStaffPassword(tx, known.id, passwordHash);
    await revokeStaffSessions(tx, known.id, now);
  });
  return 'passwordChanged';
}
