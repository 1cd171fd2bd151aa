/**
 * Second factor of staff: TOTP codes from an authenticator app. A TOTP secret becomes active when its first code is
 * accepted. While a TOTP secret is not active, it can be replaced and the sign-in does not ask for a code.
 */
import type { Deps } from '../../deps';
import { decryptSecret, encryptSecret } from '../../secondFactor/encryptedSecret';
import {
  buildProvisioning,
  createTotpSecret,
  matchingTotpStep,
  type Provisioning,
} from '../../secondFactor/totp';
import type { Database } from '../../store/database';
import type { StaffAccountRow } from '../../store/staff';
import { consumeFactorStep, storeUnconfirmedFactor } from '../../store/staffSecondFactor';
import { type LimitName, LIMITS } from '../../throttle/limits';
import { forgetTries, rejectTooManyTries } from '../../throttle/throttle';

type FactorDeps = Pick<Deps, 'clock' | 'authenticatorClock' | 'settings'>;

/** Returns whether the staff account has an active second factor. */
export function hasSecondFactor(account: StaffAccountRow): boolean {
  return account.totpSecret !== null && account.totpConfirmedAt !== null;
}

const buildOwner = (staffId: number) => `staff:${String(staffId)}`;

/**
 * Creates a TOTP secret that becomes active when its first code is accepted. The TOTP secret is shown once and stored
 * in encrypted form.
 */
export async function offerSecondFactor(
  tx: Database,
  deps: FactorDeps,
  account: { id: number; username: string },
): Promise<Provisioning> {
  const secret = createTotpSecret();
  await storeUnconfirmedFactor(
    tx,
    account.id,
    encryptSecret(deps.settings.sessionSecret, buildOwner(account.id), secret),
  );
  return buildProvisioning(secret, deps.settings.brand.product, account.username);
}

/** Returns whether the TOTP code is correct and unused. A correct code is consumed and activates the second factor. */
export async function acceptCode(
  tx: Database,
  deps: FactorDeps,
  account: StaffAccountRow,
  code: string,
): Promise<boolean> {
  if (account.totpSecret === null) return false;
  const secret = decryptSecret(deps.settings.sessionSecret, buildOwner(account.id), account.totpSecret);
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

/**
 * Who types TOTP codes. `device` identifies a device or a session of the staff account, or is null for a device on which
 * the account has not signed in before. All such devices share one limit. A known device has its own limit, so that a
 * stranger who knows the password cannot lock the staff member out.
 */
export interface CodeTypist {
  staffId: number;
  device: string | null;
}

/** Returns the counters of a typist, first the one per day. */
function listCounters({
  staffId,
  device,
}: CodeTypist): readonly (readonly [LimitName, string, ...string[]])[] {
  const staff = String(staffId);
  return device === null
    ? [
        ['staffCodesInADay', staff],
        ['staffCodes', staff],
      ]
    : [
        ['staffCodesOfDeviceInADay', staff, device],
        ['staffCodesOfDevice', staff, device],
      ];
}

/** Counts one attempt before a TOTP code is checked. Throws TOO_MANY_REQUESTS after too many attempts. */
export async function rejectTooManyCodes(
  deps: Pick<Deps, 'db' | 'clock'>,
  typist: CodeTypist,
): Promise<void> {
  const at = deps.clock.now();
  for (const counter of listCounters(typist))
    await rejectTooManyTries(deps.db, counter, LIMITS[counter[0]], at);
}

/** Resets the attempt counters of a typist after a correct TOTP code. */
export async function forgetCodes(db: Database, typist: CodeTypist): Promise<void> {
  for (const counter of listCounters(typist)) await forgetTries(db, counter);
}
