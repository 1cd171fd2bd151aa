/**
 * Creates the configuration for the browser app (`shared/configuration.ts`). The configuration of the browser app must
 * not contain secrets.
 */
import type { ClientConfiguration } from '../../shared/configuration';
import type { RecipientRole } from '../../shared/recipients';
import type { Settings } from '../deps';

/** Parts of the browser app's configuration that depend on the server mode. */
export interface ClientParts {
  /** Payment widget of the card provider that processes new orders. */
  cardWidget: ClientConfiguration['cardWidget'];
  google: ClientConfiguration['google'];
  /** Whether the product sends push notifications. */
  pushNotifications: boolean;
  /** Whether a VPN panel is configured, so that devices can be connected. */
  connectsDevices: boolean;
  /** Origin of the host that shows whether a browser comes through the VPN, or undefined if there is none. */
  checkUrl?: string | undefined;
  errorReportingDsn?: string | undefined;
  recipientsAbroad?: readonly RecipientRole[] | undefined;
}

export const GOOGLE_SIGN_IN_OFF: ClientConfiguration['google'] = {
  enabled: false,
  apiKey: '',
  authDomain: '',
  projectId: '',
};

export function clientConfiguration(settings: Settings, parts: ClientParts): ClientConfiguration {
  return {
    mode: settings.mode,
    publicUrl: settings.publicUrl,
    apiBaseUrl: '/api/',
    brand: settings.brand,
    cardWidget: parts.cardWidget,
    ...(settings.receiptPhone ? { receiptPhone: true } : {}),
    google: parts.google,
    ...(parts.pushNotifications ? {} : { pushNotifications: false }),
    ...(parts.connectsDevices ? { connect: {} } : {}),
    ...(parts.checkUrl === undefined ? {} : { checkUrl: parts.checkUrl }),
    pushLinkHosts: [...settings.pushLinkHosts],
    ...(parts.errorReportingDsn === undefined ? {} : { errorReportingDsn: parts.errorReportingDsn }),
    ...(parts.recipientsAbroad === undefined ? {} : { recipientsAbroad: [...parts.recipientsAbroad] }),
  };
}
