/** Applications of others that fetch a device's link as they do on a phone: by HTTP, with their own headers. */
import { createHash } from 'node:crypto';
import type { ConnectSystem } from '../../shared/vpnApps';
import type { Deps } from '../deps';
import { Rejection } from '../domain/rejection';
import { showConnectLink } from '../usecases/connect/connectLink';
import { REJECTIONS } from './texts/rejections';
import { VPN } from './texts/vpn';

/** As each of them introduces itself; one that tells no device has no model. */
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
  /** Of the HTTP answer. */
  status: number;
  /** Servers that the application may use. */
  servers: number;
  /** Why there are none, as the application shows it. */
  message: string | null;
  /** What was fetched: the same link again is the same device's next refresh. */
  link: string;
  /** The outcome in words, for the page. */
  said: string;
}

export interface SimulatedApps {
  /** By a link of that account, or by a given one. Throws NOT_FOUND for what is no link. */
  fetchLink(app: SimulatedApp, by: { accountId: number } | { link: string }): Promise<AppFetch>;
}

export interface SimulatedAppsOptions {
  deps: Deps;
  /** Where this process answers itself, no trailing slash. */
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
      // The same device at each fetch, whatever the link: it is kept on the phone.
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
