/** What staff may do beyond their roles, and the first account: the same variables in both modes. */
import type { Brand } from '../../shared/brand';
import type { EnvironmentReader } from './environment';

/** Of the first admin, where the operator names none. */
export const FIRST_ADMIN_USERNAME = 'admin';

export interface StaffAccess {
  totpRequired: boolean;
  pushLinkHosts: string[];
  /** The first admin's sign-in, if the operator sets it. */
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

/** Pushes may link to the product's own host and the brand's unless PUSH_LINK_HOSTS says otherwise. */
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
    totpRequired: environment.flag('TOTP_REQUIRED', false),
    pushLinkHosts: environment.list('PUSH_LINK_HOSTS') ?? [...new Set([...ownHost, ...brandHosts(brand)])],
    firstAdmin: { username: environment.optional('STAFF_USERNAME'), password },
  };
}
