/**
 * The brand: every string that names the seller or points to his addresses, in one shape. The
 * spec names no brand, so all of it is configuration: the server reads `BRAND_…` variables over
 * these defaults and hands the result to the SPA and to the emails.
 */
export interface Brand {
  /** Product name. */
  product: string;
  /** The limited company in the copyright line. */
  company: string;
  /** Tax ID line of the footer. */
  taxIdLine: string;
  /** Messaging bot of the support link, https. */
  supportBotUrl: string;
  supportEmail: string;
  /** Download targets of the landing and profile screens, https. */
  androidStoreUrl: string;
  androidApkUrl: string;
  iosStoreUrl: string;
  macosStoreUrl: string;
  windowsInstallerUrl: string;
  /** Seller requisites of the public offer, a line each. */
  sellerRequisites: string[];
  /** Staff: the partner console, '' while there is none. */
  partnerConsoleUrl: string;
}

export const DEFAULT_BRAND: Brand = {
  product: 'Просвет',
  company: 'ООО «Просвет»',
  taxIdLine: 'ИНН 0000000000',
  supportBotUrl: 'https://t.me/prosvet_support_bot',
  supportEmail: 'help@prosvet.example',
  androidStoreUrl: 'https://play.google.com/store/apps/details?id=example.prosvet',
  androidApkUrl: 'https://download.prosvet.example/prosvet.apk',
  iosStoreUrl: 'https://apps.apple.com/app/prosvet/id0000000000',
  macosStoreUrl: 'https://apps.apple.com/app/prosvet/id0000000000?platform=mac',
  windowsInstallerUrl: 'https://download.prosvet.example/prosvet-setup.exe',
  sellerRequisites: [
    'ООО «Просвет»',
    'ИНН 0000000000, КПП 000000000, ОГРН 0000000000000',
    'Юридический адрес: 000000, Россия, г. Москва',
  ],
  partnerConsoleUrl: '',
};

/** The year in which the copyright line begins. */
export const COPYRIGHT_SINCE = 2021;
