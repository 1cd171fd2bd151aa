/**
 * Brand settings: all strings that name the seller, and all of the seller's URLs. The specification names no brand, so
 * the server reads `BRAND_…` environment variables. Each unset variable has a default value. The single-page
 * application (SPA) and the emails use these brand settings.
 */
export interface Brand {
  product: string;
  /** Name of the limited company in the copyright line. */
  company: string;
  /** Line of the page footer with the seller's tax ID. */
  taxIdLine: string;
  /** HTTPS URL of the messaging bot behind the support link. */
  supportBotUrl: string;
  supportEmail: string;
  /** HTTPS download URLs of the product's own apps, shown on the landing page and the profile page. */
  androidStoreUrl: string;
  androidApkUrl: string;
  iosStoreUrl: string;
  macosStoreUrl: string;
  windowsInstallerUrl: string;
  /** Registration details of the seller in the public offer, one line each. */
  sellerRequisites: string[];
  /** URL of the partner console, shown to staff; '' if there is no partner console. */
  partnerConsoleUrl: string;
  /**
   * URL of the privacy policy, linked in every email. The URL of the privacy policy is derived from the public URL of
   * the product.
   */
  privacyUrl: string;
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
  privacyUrl: 'https://prosvet.example/privacy',
};

/** First year in the copyright line. */
export const COPYRIGHT_SINCE = 2021;
