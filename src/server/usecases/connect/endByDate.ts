/**
 * Turns the endings of this version, which disable credentials, into endings by date, before a rollback to a version that
 * knows only dates.
 */
import type { Deps } from '../../deps';
import { parseCredentialName } from '../../domain/credentialName';
import type { KeyPage, VpnNetwork } from '../../ports/vpnNetwork';
import { findKeys, forgetEndings } from '../../store/vpnKeys';

/**
 * Gives every credential that this server disabled the earliest possible expiry and activates it until then, and forgets
 * the endings. Returns the number of changed credentials. Credentials that an administrator disabled stay disabled. No
 * server may run meanwhile, because it would disable the credentials again. Throws `VpnUnavailable` and `VpnRejected`; the
 * function can then be called again.
 */
export async function endByDate(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  network: VpnNetwork,
): Promise<number> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const page: KeyPage = await network.list(cursor);
    const disabled = page.keys.flatMap(({ name, status }) => {
      const id = status === 'disabled' ? parseCredentialName(name) : null;
      return id === null ? [] : [{ ...id, name }];
    });
    const stored = await findKeys(
      db,
      disabled.map(({ deviceId }) => deviceId),
    );
    for (const { deviceId, generation, name } of disabled) {
      const key = stored.get(deviceId);
      if (key === undefined || key.generation !== generation || key.endedAt === null) continue;
      await network.open({ name, until: clock.now(), label: '', isDisabledByUs: true });
      count += 1;
    }
    cursor = page.next;
  } while (cursor !== null);
  await forgetEndings(db);
  return count;
}
