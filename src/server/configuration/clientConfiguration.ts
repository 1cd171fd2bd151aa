/** What the SPA is told (`shared/configuration.ts`); nothing secret passes through here. */
import type { ClientConfiguration } from '../../shared/configuration';
import type { VpnApp } from '../../shared/vpnApps';
import type { Settings } from '../deps';

export interface ClientParts {
  /** The widget of the card provider that takes new orders. */
  cardWidget: ClientConfiguration['cardWidget'];
  google: ClientConfiguration['google'];
  /** Null: nothing is delivered. `apps` undefined: the product's own list. */
  connect: { apps: readonly VpnApp[] | undefined } | null;
  errorReportingDsn?: string | undefined;
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
    google: parts.google,
    ...(parts.connect === null
      ? {}
      : { connect: parts.connect.apps === undefined ? {} : { apps: [...parts.connect.apps] } }),
    pushLinkHosts: [...settings.pushLinkHosts],
    ...(parts.errorReportingDsn === undefined ? {} : { errorReportingDsn: parts.errorReportingDsn }),
  };
}
