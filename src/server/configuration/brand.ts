/** Reads the brand from the `BRAND_…` environment variables. The default values are in `shared/brand.ts`. */
import { type Brand, DEFAULT_BRAND } from '../../shared/brand';
import { LINKED_PATHS } from '../../shared/linkedPaths';
import type { EnvironmentReader } from './environment';
import type { VariableName } from './variables';

type TextField = Exclude<keyof Brand, 'sellerRequisites' | 'privacyUrl'>;

const TEXT_VARIABLES: Readonly<Record<TextField, VariableName>> = {
  product: 'BRAND_PRODUCT',
  company: 'BRAND_COMPANY',
  taxIdLine: 'BRAND_TAX_ID_LINE',
  supportBotUrl: 'BRAND_SUPPORT_BOT_URL',
  supportEmail: 'BRAND_SUPPORT_EMAIL',
  androidStoreUrl: 'BRAND_ANDROID_STORE_URL',
  androidApkUrl: 'BRAND_ANDROID_APK_URL',
  iosStoreUrl: 'BRAND_IOS_STORE_URL',
  macosStoreUrl: 'BRAND_MACOS_STORE_URL',
  windowsInstallerUrl: 'BRAND_WINDOWS_INSTALLER_URL',
  partnerConsoleUrl: 'BRAND_PARTNER_CONSOLE_URL',
};

const REQUISITES_VARIABLE = 'BRAND_SELLER_REQUISITES';

const TEXT_FIELDS = Object.keys(TEXT_VARIABLES) as TextField[];

function isAddress(field: TextField): boolean {
  return field.endsWith('Url');
}

/** Reads the brand. The lines of the seller's legal details are separated by `|`, and URLs must use https. */
export function readBrand(environment: EnvironmentReader, publicUrl: string): Brand {
  const brand: Brand = { ...DEFAULT_BRAND, privacyUrl: `${publicUrl}${LINKED_PATHS.privacy}` };
  for (const field of TEXT_FIELDS) {
    const value = environment.optional(TEXT_VARIABLES[field]);
    if (value === undefined) continue;
    if (isAddress(field) && !(URL.canParse(value) && new URL(value).protocol === 'https:')) {
      environment.problem(`${TEXT_VARIABLES[field]} must be an https URL`);
    }
    brand[field] = value;
  }
  const requisites = environment.optional(REQUISITES_VARIABLE);
  if (requisites !== undefined) brand.sellerRequisites = requisites.split('|').map((line) => line.trim());
  return brand;
}

/**
 * Returns the environment variables of the brand whose values are still placeholders. The server logs a warning about
 * placeholder values at startup.
 */
export function placeholderVariables(brand: Brand): string[] {
  const names = TEXT_FIELDS.filter((field) => field !== 'product' && brand[field] !== '')
    .filter((field) => brand[field] === DEFAULT_BRAND[field])
    .map((field) => TEXT_VARIABLES[field]);
  const requisitesLeft = brand.sellerRequisites.join() === DEFAULT_BRAND.sellerRequisites.join();
  return requisitesLeft ? [...names, REQUISITES_VARIABLE] : names;
}
