/**
 * The second factor of staff: codes of an authenticator app. A secret counts from its first right
 * code on; until then it can be replaced, and nothing asks for it.
 */
import type { Deps } from '../../deps';
import { decryptSecret, encryptSecret } from '../../secondFactor/encryptedSecret';
import {
  createTotpSecret,
  matchingTotpStep,
  type Provisioning,
  provisioningOf,
} from '../../secondFactor/totp';
import type { Database } from '../../store/database';
import type { StaffAccountRow } from '../../store/staff';
import { consumeFactorStep, storeUnconfirmedFactor } from '../../store/staffSecondFactor';
import { LIMITS } from '../../throttle/limits';
import { forgetTries, rejectTooManyTries } from '../../throttle/throttle';

type FactorDeps = Pick<Deps, 'clock' | 'authenticatorClock' | 'settings'>;

/** Whether the account has a second factor that counts. */
export function hasSecondFactor(account: StaffAccountRow): boolean {
  return account.totpSecret !== null && account.totpConfirmedAt !== null;
}

const ownerOf = (staffId: number) => `staff:${String(staffId)}`;

/** Makes a new secret, which counts from its first code on. It is told once and kept sealed. */
export async function offerSecondFactor(
  tx: Database,
  deps: FactorDeps,
  account: { id: number; username: string },
): Promise<Provisioning> {
  const secret = createTotpSecret();
  await storeUnconfirmedFactor(
    tx,
    account.id,
    encryptSecret(deps.settings.sessionSecret, ownerOf(account.id), secret),
  );
  return provisioningOf(secret, deps.settings.brand.product, account.username);
}

/** Whether the code is right and was not used before; a right one is used up and confirms the factor. */
export async function acceptCode(
  tx: Database,
  deps: FactorDeps,
  account: StaffAccountRow,
  code: string,
): Promise<boolean> {
  if (account.totpSecret === null) return false;
  const secret = decryptSecret(deps.settings.sessionSecret, ownerOf(account.id), account.totpSecret);
  if (secret === null) return false;
  const step = matchingTotpStep(secret, code, deps.authenticatorClock.now(), account.totpLastStep);
  if (step === null) return false;
  return consumeFactorStep(tx, {
    staffId: account.id,
    encrypted: account.totpSecret,
    step,
    at: deps.clock.now(),
  });
}

const perQuarter = (staffId: number) => ['staffCodes', String(staffId)] as const;
const perDay = (staffId: number) => ['staffCodesInADay', String(staffId)] as const;

/** Counts a code that is about to be looked at. Throws TOO_MANY_REQUESTS. */
export async function rejectTooManyCodes(deps: Pick<Deps, 'db' | 'clock'>, staffId: number): Promise<void> {
  const at = deps.clock.now();
  await rejectTooManyTries(deps.db, perDay(staffId), LIMITS.staffCodesInADay, at);
  await rejectTooManyTries(deps.db, perQuarter(staffId), LIMITS.staffCodes, at);
}

/** After a right code. */
export async function forgetCodes(db: Database, staffId: number): Promise<void> {
  await forgetTries(db, perDay(staffId));
  await forgetTries(db, perQuarter(staffId));
}
