/** Names of VPN credentials: one for each attachment of a device, so that a new attachment has new secrets. */

/** The VPN credential of one attachment of a device. */
export interface CredentialId {
  /** Row of the device. */
  deviceId: number;
  /** Counts the attachments of the device from 1. */
  generation: number;
}

/** The largest value of a PostgreSQL `integer`. */
const ROW_ID_MAX = 2_147_483_647;

/**
 * Returns the name of a credential, without the prefix of the installation: at most 19 characters, because
 * a panel user's name may have 36 and the prefix with its hyphen has up to 17. The first generation has no
 * number, because devices that are attached already use that name.
 * @example credentialName({ deviceId: 77, generation: 1 }) // '77'
 * @example credentialName({ deviceId: 77, generation: 2 }) // '77-2'
 */
export function credentialName({ deviceId, generation }: CredentialId): string {
  return generation === 1 ? String(deviceId) : `${deviceId}-${generation}`;
}

/** Returns the credential that a name stands for, or null if `credentialName` does not return such a name. */
export function parseCredentialName(name: string): CredentialId | null {
  const [, device, number] = /^([1-9]\d{0,9})(?:-([1-9]\d{0,7}))?$/.exec(name) ?? [];
  const id = { deviceId: Number(device), generation: number === undefined ? 1 : Number(number) };
  return id.deviceId <= ROW_ID_MAX && credentialName(id) === name ? id : null;
}
