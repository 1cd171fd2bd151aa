/** Simulates third-party VPN apps, which open a device link over HTTP with the same request headers as on a phone. */
import { createHash } from 'node:crypto';
import type { ConnectSystem } from '../../shared/vpnApps';
import type { Deps } from '../deps';
import { parseLinkDomain } from '../domain/linkDomains';
import { Rejection } from '../domain/rejection';
import { showConnectLink } from '../usecases/connect/connectLink';
import { REJECTIONS } from './texts/rejections';
import { VPN } from './texts/vpn';

/**
 * Request headers of each simulated VPN app. `model` is null for an app that does not report its device model.
 * `followsFallback` is whether the app uses the last `fallback-url` if its own link is unavailable, returns 300–599 or does
 * not respond within 9 s, as Happ documents it (`http/linkHeaders.ts`). The Provider ID is not simulated.
 */
const APPS = {
  happ: {
    userAgent: 'Happ/5.6.0/ios/273',
    system: 'ios',
    os: 'iOS',
    model: 'iPhone 15',
    followsFallback: true,
  },
  v2raytun: {
    userAgent: 'v2raytun/android',
    system: 'android',
    os: 'Android',
    model: 'Pixel 9',
    followsFallback: false,
  },
  v2rayng: {
    userAgent: 'v2rayNG/1.10.8',
    system: 'android',
    os: null,
    model: null,
    followsFallback: false,
  },
} as const satisfies Record<
  string,
  {
    userAgent: string;
    system: ConnectSystem;
    os: string | null;
    model: string | null;
    followsFallback: boolean;
  }
>;

/** Time in ms after which an app gives up a link and uses the fallback. */
const LINK_TIMEOUT_MS = 9_000;

export type SimulatedApp = keyof typeof APPS;
export const SIMULATED_APPS = Object.keys(APPS) as [SimulatedApp, ...SimulatedApp[]];

export interface AppFetch {
  /** HTTP status of the response to the VPN app; null if no domain could be reached. */
  status: number | null;
  /** Host name through which the app got the response; null if there was none. */
  through: string | null;
  /** Number of VPN servers that the app may use. */
  servers: number;
  /** Reason why the app gets no VPN servers, as the app shows it; null if it gets servers. */
  message: string | null;
  /**
   * Device link that the app opened. Opening the same device link again simulates the next refresh of the same device.
   */
  link: string;
  /** Text about the result of the simulated request, for the sandbox page. */
  said: string;
}

/** Link domain, and whether the network of the simulated apps resets connections to it. */
export interface SimulatedDomain {
  domain: string;
  isBlocked: boolean;
}

export interface SimulatedApps {
  /** Returns the configured link domains. */
  domains(): SimulatedDomain[];
  /** Blocks a link domain in the network of the simulated apps, or ends the block. */
  blockDomain(domain: string, isBlocked: boolean): void;
  /**
   * Fetches the configuration through a device link of the account, or through the given link. Throws NOT_FOUND if the
   * given link is not a device link.
   */
  fetchLink(app: SimulatedApp, by: { accountId: number } | { link: string }): Promise<AppFetch>;
}

export interface SimulatedAppsOptions {
  deps: Deps;
  /** Base URL of this process, without a trailing slash. */
  baseUrl: string;
  fetch: typeof fetch;
}

const STUB = '@0.0.0.0:';

const decoded = (text: string): string => Buffer.from(text, 'base64').toString();

function sayOutcome({ status, servers, message }: Pick<AppFetch, 'status' | 'servers' | 'message'>): string {
  if (status === null) return VPN.fetchUnreachable;
  if (message !== null) return `${VPN.fetchRejected} ${message}`;
  return status === 200 ? `${VPN.fetchServers} ${servers}` : `${VPN.fetchStatus} ${status}`;
}

export function createSimulatedApps({ deps, baseUrl, fetch: send }: SimulatedAppsOptions): SimulatedApps {
  const blocked = new Set<string>();
  /** Owners of the phones that opened a device link of an account, by the device link. */
  const owners = new Map<string, string>();
  /** Last `fallback-url` that an app received, by its device link. */
  const fallbacks = new Map<string, string>();

  /** Requests a link of the product. Returns null if its domain cannot be reached. */
  async function attempt(link: string, headers: Record<string, string>): Promise<Response | null> {
    const { hostname, pathname } = new URL(link);
    if (blocked.has(hostname)) return null;
    // With one domain, the link may have a public address that this process cannot reach.
    const url = deps.settings.vpnLinkBaseUrls.length > 1 ? link : `${baseUrl}${pathname}`;
    return send(url, { headers, signal: AbortSignal.timeout(LINK_TIMEOUT_MS) }).catch(() => null);
  }

  return {
    domains: () =>
      deps.settings.vpnLinkBaseUrls
        .map(parseLinkDomain)
        .map((domain) => ({ domain, isBlocked: blocked.has(domain) })),

    blockDomain(domain, isBlocked) {
      if (isBlocked) blocked.add(domain);
      else blocked.delete(domain);
    },

    async fetchLink(app, by) {
      const { userAgent, system, os, model, followsFallback } = APPS[app];
      const link = 'link' in by ? by.link : (await showConnectLink(deps, by.accountId, system)).url;
      const token = /\/s\/([\w-]+)$/.exec(link)?.[1];
      if (token === undefined) throw new Rejection('NOT_FOUND', REJECTIONS.noLink, ['link']);
      // The device id depends on the app and the link's owner but not on the link, because a VPN app stores its device
      // id on the phone.
      const owner = 'accountId' in by ? String(by.accountId) : (owners.get(link) ?? 'the holder of a link');
      owners.set(link, owner);
      const hwid = createHash('sha256').update(`${app}:${owner}`).digest('hex').slice(0, 16);
      const headers = {
        'User-Agent': userAgent,
        Accept: '*/*',
        ...(os === null ? {} : { 'x-hwid': hwid, 'x-device-os': os, 'x-device-model': model }),
      };
      const fallback = followsFallback ? fallbacks.get(link) : undefined;
      const first = await attempt(link, headers);
      const usesFallback = fallback !== undefined && (first === null || first.status >= 300);
      const response = usesFallback ? await attempt(fallback, headers) : first;
      if (response === null) {
        const outcome = { status: null, through: null, servers: 0, message: null };
        return { ...outcome, link, said: sayOutcome(outcome) };
      }
      const next = response.headers.get('fallback-url');
      if (next !== null) fallbacks.set(link, next);
      const lines = decoded(await response.text()).split('\n');
      const announce = response.headers.get('announce');
      const outcome = {
        status: response.status,
        through: new URL(usesFallback ? fallback : link).hostname,
        servers: lines.filter((line) => line.startsWith('vless://') && !line.includes(STUB)).length,
        message: announce === null ? null : decoded(announce.replace(/^base64:/, '')),
      };
      return { ...outcome, link, said: sayOutcome(outcome) };
    },
  };
}
