/**
 * Reads the staff settings: second factor, allowed push link hosts, first admin. Sandbox mode and production mode use
 * the same environment variables.
 */
import type { Brand } from '../../shared/brand';
import type { EnvironmentReader } from './environment';
import { VARIABLES } from './variables';

/** Default username of the first admin. */
export const FIRST_ADMIN_USERNAME = VARIABLES.STAFF_USERNAME.default;

/** Staff settings. */
export interface StaffAccess {
  /** Whether staff must sign in with a second factor. */
  totpRequired: boolean;
  /** Hosts to which links in pushes may point. */
  pushLinkHosts: string[];
  /** Username and password of the first admin, if the operator has set them. */
  firstAdmin: { username: string | undefined; password: string | undefined };
}

function brandHosts(brand: Brand): string[] {
  const addresses = [
    brand.supportBotUrl,
    brand.androidStoreUrl,
    brand.androidApkUrl,
    brand.iosStoreUrl,
    brand.macosStoreUrl,
    brand.windowsInstallerUrl,
  ];
  return addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).hostname);
}

/** Reads the staff settings. Without PUSH_LINK_HOSTS, pushes may link to the hosts of `publicUrl` and of the brand URLs. */
export function readStaffAccess(
  environment: EnvironmentReader,
  brand: Brand,
  { publicUrl, passwordMinLength }: { publicUrl: string; passwordMinLength: number },
): StaffAccess {
  const password = environment.optional('STAFF_PASSWORD');
  if (password !== undefined && password.length < passwordMinLength) {
    environment.problem(`STAFF_PASSWORD must have at least ${passwordMinLength} characters`);
  }
  const ownHost = URL.canParse(publicUrl) ? [new URL(publicUrl).hostname] : [];
  return {
    totpRequired: environment.flag('TOTP_REQUIRED'),
    pushLinkHosts: environment.list('PUSH_LINK_HOSTS') ?? [...new Set([...ownHost, ...brandHosts(brand)])],
    firstAdmin: { username: environment.optional('STAFF_USERNAME'), password },
  };
}
