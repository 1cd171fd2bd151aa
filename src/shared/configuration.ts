/**
 * Configuration that the server passes to the single-page application (SPA), as a JSON block in the HTML document:
 * `<script type="application/json" id="configuration">`. Static hosting has no JSON block, so the SPA uses the `VITE_…`
 * defaults of its build. The configuration contains no secrets.
 */
import * as v from 'valibot';
import { type Brand, DEFAULT_BRAND } from './brand';
import { RECIPIENT_ROLES } from './recipients';
import { serviceStatusSchema } from './serviceStatus';

const brandSchema = v.object({
  product: v.string(),
  company: v.string(),
  taxIdLine: v.string(),
  supportBotUrl: v.string(),
  supportEmail: v.string(),
  androidStoreUrl: v.string(),
  androidApkUrl: v.string(),
  iosStoreUrl: v.string(),
  macosStoreUrl: v.string(),
  windowsInstallerUrl: v.string(),
  sellerRequisites: v.array(v.string()),
  partnerConsoleUrl: v.string(),
  privacyUrl: v.string(),
}) satisfies v.GenericSchema<unknown, Brand>;

/** Interfaces of the card provider's payment widget: `start` is the current interface, `charge` is the older interface. */
export const WIDGET_DIALECTS = ['start', 'charge'] as const;

/**
 * Interface of a payment widget that shows a payment which the server has opened. The server returns the token of the
 * payment.
 */
const TOKEN_DIALECT = 'token';

export const clientConfiguration = v.object({
  mode: v.picklist(['sandbox', 'production']),
  /**
   * Public URL of the product, for links in shared content such as gift links. The public URL is omitted if it equals
   * the URL of the page.
   */
  publicUrl: v.optional(v.string()),
  /** Base URL of the API, with a trailing slash. */
  apiBaseUrl: v.string(),
  brand: brandSchema,
  cardWidget: v.object({
    scriptUrl: v.string(),
    /** Id of the payment terminal. The id is empty for the dialect `token`. */
    publicTerminalId: v.string(),
    dialect: v.picklist([...WIDGET_DIALECTS, TOKEN_DIALECT]),
  }),
  /** Whether payment pages ask for a phone number for receipts. The value is omitted if they do not. */
  receiptPhone: v.optional(v.boolean()),
  google: v.object({
    enabled: v.boolean(),
    apiKey: v.string(),
    authDomain: v.string(),
    projectId: v.string(),
    /** URL of the fake identity service, set in sandbox mode only. */
    emulatorUrl: v.optional(v.string()),
    /**
     * URL of a fake script, set in sandbox mode only, that replaces the script which the Firebase SDK loads from
     * Google.
     */
    gapiUrl: v.optional(v.string()),
    /**
     * URL of the auth token sync endpoint for the Firebase SDK. The URL is omitted if the host has no token sync
     * endpoint.
     */
    authTokenSyncUrl: v.optional(v.string()),
  }),
  /** Empty object if a VPN panel is configured, so that devices can be connected. Omitted otherwise. */
  connect: v.optional(v.object({})),
  /**
   * Origin of the host that the VPN's configuration routes through the VPN. The page /check asks this host whether the
   * browser uses the VPN. The origin is omitted if there is no such host.
   */
  checkUrl: v.optional(v.string()),
  /** Whether the product sends push notifications. The value is omitted if it does. */
  pushNotifications: v.optional(v.boolean()),
  /** Hosts that staff pushes may link to. The list of hosts is omitted if only the server checks the links. */
  pushLinkHosts: v.optional(v.array(v.string())),
  /** Sentry-compatible DSN for error reports. The DSN is omitted if errors are reported to the product's own server. */
  errorReportingDsn: v.optional(v.string()),
  /**
   * Recipients of personal data outside Russia, for the privacy policy. The list of recipients is omitted if the
   * default list applies.
   */
  recipientsAbroad: v.optional(v.array(v.picklist(RECIPIENT_ROLES))),
  /** States of the services, in the document of the page /status only. */
  status: v.optional(serviceStatusSchema),
});

export type ClientConfiguration = v.InferOutput<typeof clientConfiguration>;

/** Element id of the JSON block in the HTML document. */
export const CONFIGURATION_ELEMENT_ID = 'configuration';

/** Default URL of the CloudPayments widget script, which shows the card dialog. */
export const DEFAULT_CARD_WIDGET_URL = 'https://widget.cloudpayments.ru/bundles/cloudpayments.js';

/** Default URL of the YooKassa widget script, which shows the payment form. */
export const DEFAULT_YOOKASSA_WIDGET_URL = 'https://yookassa.ru/checkout-widget/v1/checkout-widget.js';

/** Origin of further scripts that the YooKassa widget (dialect `token`) loads. The origin is unverified. */
export const TOKEN_WIDGET_SCRIPTS = 'https://static.yoomoney.ru';

/** Origin of further iframes that the YooKassa widget (dialect `token`) opens. The origin is unverified. */
export const TOKEN_WIDGET_FRAMES = 'https://yoomoney.ru';

export const DEFAULT_CLIENT_CONFIGURATION: ClientConfiguration = {
  mode: 'production',
  apiBaseUrl: '/api/',
  brand: DEFAULT_BRAND,
  cardWidget: {
    scriptUrl: DEFAULT_CARD_WIDGET_URL,
    publicTerminalId: '',
    dialect: 'start',
  },
  google: { enabled: false, apiKey: '', authDomain: '', projectId: '' },
};
