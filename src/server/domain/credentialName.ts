/**
 * Names of VPN credentials. Each attachment of a device to an account has its own VPN credential, so attaching a device
 * again changes its secrets.
 */

/** Id of the VPN credential of one attachment of a device. */
export interface CredentialId {
  /** Database id of the device. */
  deviceId: number;
  /** Number of the attachment, counted per device from 1. */
  generation: number;
}

/** Largest value of a PostgreSQL `integer`. */
const ROW_ID_MAX = 2_147_483_647;

/**
 * Returns the name of a VPN credential without the installation prefix. The name has at most 19 characters, because the
 * name of a VPN panel user may have 36 characters, of which the prefix with its hyphen takes up to 17. The name of the
 * first generation contains no number, because devices that were attached before generations existed use this name.
 * @example credentialName({ deviceId: 77, generation: 1 }) // '77'
 * @example credentialName({ deviceId: 77, generation: 2 }) // '77-2'
 */
export function credentialName({ deviceId, generation }: CredentialId): string {
  return generation === 1 ? String(deviceId) : `${deviceId}-${generation}`;
}

/** Parses the name of a VPN credential. Returns null if `credentialName` cannot have returned this name. */
export function parseCredentialName(name: string): CredentialId | null {
  const [, device, number] = /^([1-9]\d{0,9})(?:-([1-9]\d{0,7}))?$/.exec(name) ?? [];
  const id = { deviceId: Number(device), generation: number === undefined ? 1 : Number(number) };
  return id.deviceId <= ROW_ID_MAX && credentialName(id) === name ? id : null;
}
