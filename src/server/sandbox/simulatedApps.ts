/** Simulates third-party VPN apps, which open a device link over HTTP with the same request headers as on a phone. */
import { createHash } from 'node:crypto';
import type { ConnectSystem } from '../../shared/vpnApps';
import type { Deps } from '../deps';
import { Rejection } from '../domain/rejection';
import { showConnectLink } from '../usecases/connect/connectLink';
import { REJECTIONS } from './texts/rejections';
import { VPN } from './texts/vpn';

/** Request headers of each simulated VPN app. `model` is null for an app that does not report its device model. */
const APPS = {
  happ: { userAgent: 'Happ/5.6.0/ios/273', system: 'ios', os: 'iOS', model: 'iPhone 15' },
  v2raytun: { userAgent: 'v2raytun/android', system: 'android', os: 'Android', model: 'Pixel 9' },
  v2rayng: { userAgent: 'v2rayNG/1.10.8', system: 'android', os: null, model: null },
} as const satisfies Record<
  string,
  { userAgent: string; system: ConnectSystem; os: string | null; model: string | null }
>;

export type SimulatedApp = keyof typeof APPS;
export const SIMULATED_APPS = Object.keys(APPS) as [SimulatedApp, ...SimulatedApp[]];

export interface AppFetch {
  /** HTTP status of the response to the VPN app. */
  status: number;
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

export interface SimulatedApps {
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
  if (message !== null) return `${VPN.fetchRejected} ${message}`;
  return status === 200 ? `${VPN.fetchServers} ${servers}` : `${VPN.fetchStatus} ${status}`;
}

export function createSimulatedApps({ deps, baseUrl, fetch: send }: SimulatedAppsOptions): SimulatedApps {
  return {
    async fetchLink(app, by) {
      const { userAgent, system, os, model } = APPS[app];
      const link = 'link' in by ? by.link : (await showConnectLink(deps, by.accountId, system)).url;
      const token = /\/s\/([\w-]+)$/.exec(link)?.[1];
      if (token === undefined) throw new Rejection('NOT_FOUND', REJECTIONS.noLink, ['link']);
      // The device id depends on the app and the link's owner but not on the link, because a VPN app stores its device
      // id on the phone.
      const owner = 'accountId' in by ? String(by.accountId) : 'the holder of a link';
      const hwid = createHash('sha256').update(`${app}:${owner}`).digest('hex').slice(0, 16);
      const response = await send(`${baseUrl}/s/${token}`, {
        headers: {
          'User-Agent': userAgent,
          Accept: '*/*',
          ...(os === null ? {} : { 'x-hwid': hwid, 'x-device-os': os, 'x-device-model': model }),
        },
      });
      const lines = decoded(await response.text()).split('\n');
      const announce = response.headers.get('announce');
      const outcome = {
        status: response.status,
        servers: lines.filter((line) => line.startsWith('vless://') && !line.includes(STUB)).length,
        message: announce === null ? null : decoded(announce.replace(/^base64:/, '')),
      };
      return { ...outcome, link, said: sayOutcome(outcome) };
    },
  };
}
