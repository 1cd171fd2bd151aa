/**
 * What the server tells the SPA about where it runs: a JSON block in the document
 * (`<script type="application/json" id="configuration">`). With static hosting the block is
 * absent and the build's `VITE_…` defaults stand in. Holds nothing secret.
 */
import * as v from 'valibot';
import { type Brand, DEFAULT_BRAND } from './brand';
import { vpnApps } from './vpnApps';

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
}) satisfies v.GenericSchema<unknown, Brand>;

/** How the page talks to the provider's widget: its present interface, or the older one. */
export const WIDGET_DIALECTS = ['start', 'charge'] as const;

export const clientConfiguration = v.object({
  mode: v.picklist(['sandbox', 'production']),
  /** Where customers reach the product, for links that leave it; absent: where the page is. */
  publicUrl: v.optional(v.string()),
  /** Ends with a slash. */
  apiBaseUrl: v.string(),
  brand: brandSchema,
  cardWidget: v.object({
    scriptUrl: v.string(),
    publicTerminalId: v.string(),
    dialect: v.picklist(WIDGET_DIALECTS),
  }),
  google: v.object({
    enabled: v.boolean(),
    apiKey: v.string(),
    authDomain: v.string(),
    projectId: v.string(),
    /** Sandbox: where the stand-in identity service answers. */
    emulatorUrl: v.optional(v.string()),
    /** Sandbox: the stand-in of the script that the SDK otherwise loads from Google. */
    gapiUrl: v.optional(v.string()),
    /** The SDK's auth token sync endpoint, if the host has one. */
    authTokenSyncUrl: v.optional(v.string()),
  }),
  /** What is paid for is delivered here: devices can be connected. Absent: there is no way to connect one. */
  connect: v.optional(
    v.object({
      /** By which applications; absent: the product's own list. */
      apps: v.optional(vpnApps),
    }),
  ),
  /** Hosts that staff pushes may link to; absent: the server alone knows. */
  pushLinkHosts: v.optional(v.array(v.string())),
  /** Where failures are reported (a Sentry-compatible DSN); absent: to our own server. */
  errorReportingDsn: v.optional(v.string()),
});

export type ClientConfiguration = v.InferOutput<typeof clientConfiguration>;

/** The id of the document's JSON block. */
export const CONFIGURATION_ELEMENT_ID = 'configuration';

/** The script of CloudPayments' card dialog, where nothing else is configured. */
export const DEFAULT_CARD_WIDGET_URL = 'https://widget.cloudpayments.ru/bundles/cloudpayments.js';

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
