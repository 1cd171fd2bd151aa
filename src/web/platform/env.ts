/**
 * Runtime configuration of the web application. The configuration comes from the JSON block that the server writes into
 * the document. On static hosting, the configuration comes from the `VITE_…` variables of the build. No other module
 * reads the JSON block or the build variables.
 */
import * as v from 'valibot';
import {
  type ClientConfiguration,
  clientConfiguration,
  CONFIGURATION_ELEMENT_ID,
  DEFAULT_CLIENT_CONFIGURATION,
} from '../../shared/configuration';
import { logFailure } from './log';

/**
 * Constant that the build replaces (`define` in vite.config.ts). The constant is undefined in code that was not built.
 */
declare const __BUILD__: { development: boolean; variables: Record<string, string> };

/** `VITE_…` variables that a static host may set. */
export interface BuildVariables {
  VITE_API_BASE_URL?: string | undefined;
  VITE_CARD_WIDGET_URL?: string | undefined;
  VITE_CARD_TERMINAL_ID?: string | undefined;
  VITE_FIREBASE_API_KEY?: string | undefined;
  VITE_FIREBASE_AUTH_DOMAIN?: string | undefined;
  VITE_FIREBASE_PROJECT_ID?: string | undefined;
  /** `true` if the server provides VPN access, so that devices can be connected. */
  VITE_CONNECT?: string | undefined;
}

export function isDevelopmentBuild(): boolean {
  return typeof __BUILD__ === 'undefined' ? false : __BUILD__.development;
}

/** Reads the JSON block of the document. An invalid JSON block is logged and ignored. The function never throws. */
export function readConfiguration(page: Document, variables = buildVariables()): ClientConfiguration {
  const text = page.getElementById(CONFIGURATION_ELEMENT_ID)?.textContent ?? '';
  if (text.trim() === '') return configurationFromBuild(variables);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), clientConfiguration), text);
  if (parsed.success) return parsed.output;
  logFailure('The configuration in the document is invalid');
  return configurationFromBuild(variables);
}

function buildVariables(): BuildVariables {
  return typeof __BUILD__ === 'undefined' ? {} : __BUILD__.variables;
}

/** Returns the configuration from the build's variables, for hosting without a server that provides a configuration. */
export function configurationFromBuild(variables = buildVariables()): ClientConfiguration {
  const base = DEFAULT_CLIENT_CONFIGURATION;
  const apiKey = variables.VITE_FIREBASE_API_KEY ?? '';
  return {
    ...base,
    apiBaseUrl: withSlash(variables.VITE_API_BASE_URL ?? base.apiBaseUrl),
    cardWidget: {
      ...base.cardWidget,
      scriptUrl: variables.VITE_CARD_WIDGET_URL ?? base.cardWidget.scriptUrl,
      publicTerminalId: variables.VITE_CARD_TERMINAL_ID ?? base.cardWidget.publicTerminalId,
    },
    ...(variables.VITE_CONNECT === 'true' ? { connect: {} } : {}),
    google: {
      enabled: apiKey !== '',
      apiKey,
      authDomain: variables.VITE_FIREBASE_AUTH_DOMAIN ?? '',
      projectId: variables.VITE_FIREBASE_PROJECT_ID ?? '',
    },
  };
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}
