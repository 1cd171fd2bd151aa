/**
 * Where the SPA runs: the JSON block that the server writes into the document, and where there is
 * none (static hosting) the build's `VITE_…` values. Nothing else reads either.
 */
import * as v from 'valibot';
import {
  type ClientConfiguration,
  clientConfiguration,
  CONFIGURATION_ELEMENT_ID,
  DEFAULT_CLIENT_CONFIGURATION,
} from '../../shared/configuration';
import { logFailure } from './log';

/** Filled in by the build (`define` in vite.config.ts); absent where nothing was built. */
declare const __BUILD__: { development: boolean; variables: Record<string, string> };

/** The `VITE_…` variables that a static host may set. */
export interface BuildVariables {
  VITE_API_BASE_URL?: string | undefined;
  VITE_CARD_WIDGET_URL?: string | undefined;
  VITE_CARD_TERMINAL_ID?: string | undefined;
  VITE_FIREBASE_API_KEY?: string | undefined;
  VITE_FIREBASE_AUTH_DOMAIN?: string | undefined;
  VITE_FIREBASE_PROJECT_ID?: string | undefined;
  /** `true`: the server delivers, so devices can be connected. */
  VITE_CONNECT?: string | undefined;
}

export function isDevelopmentBuild(): boolean {
  return typeof __BUILD__ === 'undefined' ? false : __BUILD__.development;
}

/** Reads the document's block; one that is broken counts as absent and is logged. Never throws. */
export function readConfiguration(page: Document, variables = buildVariables()): ClientConfiguration {
  const text = page.getElementById(CONFIGURATION_ELEMENT_ID)?.textContent ?? '';
  if (text.trim() === '') return configurationFromBuild(variables);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), clientConfiguration), text);
  if (parsed.success) return parsed.output;
  logFailure('The configuration of the document cannot be read');
  return configurationFromBuild(variables);
}

function buildVariables(): BuildVariables {
  return typeof __BUILD__ === 'undefined' ? {} : __BUILD__.variables;
}

/** What stands in where no server says anything: the build's variables. */
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
