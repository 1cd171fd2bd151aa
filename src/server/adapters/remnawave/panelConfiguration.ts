/**
 * Reads subscription bodies of the VPN panel. Only a body that contains a VPN server is returned, because a VPN app
 * deletes its working servers when it receives a list without any.
 */
import * as v from 'valibot';
import {
  type Configuration,
  type ConfigurationFormat,
  type ConfigurationReader,
  VpnServersMissing,
  VpnUnavailable,
} from '../../ports/vpnNetwork';
import { examineBody, type ExaminedBody } from './configurationBody';
import { withoutPanelAddress } from './panelAddress';
import type { SendToPanel } from './panelRequests';
import { subscriptionInfoResponse } from './remnawaveFields';

/** Maximum size of a VPN configuration in bytes. Even a configuration with thousands of servers is smaller. */
const CONFIGURATION_MAX_BYTES = 2_000_000;

/** Path suffixes of the formats that the VPN panel serves whatever its response rules are. */
const FORMAT_PATHS: Readonly<Record<Exclude<ConfigurationFormat, 'links'>, string>> = {
  xray: '/json',
  singbox: '/singbox',
};

/**
 * User-Agent for which the VPN panel returns links by its default response rules, because it does not match any client
 * that the VPN panel knows.
 */
const LINKS_USER_AGENT = 'v2rayN';

/** Returns the body of a response, or null if the body exceeds the size limit. */
async function readAtMost(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (response.body === null) return new Uint8Array();
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > maxBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Throws `VpnServersMissing` or `VpnUnavailable` if a body is no VPN configuration, or not in the requested format. A
 * body that is unreadable here may be readable for the VPN app.
 */
function assertServers({ format, servers }: ExaminedBody, requested: ConfigurationFormat | undefined): void {
  if (servers === 'dead') throw new VpnServersMissing('configuration: no server');
  if (servers === 'foreign') throw new VpnUnavailable('configuration: no VPN configuration');
  if (requested !== undefined && format !== requested) {
    throw new VpnUnavailable(`configuration: not in the format ${requested}`);
  }
}

/** Returns the links in the description of a subscription, encoded like a subscription body. */
function toLinks({ body }: Configuration): Configuration {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new VpnUnavailable('configuration: the description of the subscription is not JSON');
  }
  const parsed = v.safeParse(subscriptionInfoResponse, json);
  const links = parsed.success ? parsed.output.response.links : [];
  // The VPN panel hides the links while its device limit is on.
  if (links.length === 0) throw new VpnUnavailable('configuration: the description has no links');
  return {
    body: new Uint8Array(Buffer.from(Buffer.from(links.join('\n')).toString('base64'))),
    headers: new Headers({ 'Content-Type': 'text/plain; charset=utf-8' }),
  };
}

/**
 * Returns the VPN configuration of a user's `shortUuid`, or null if the VPN panel does not find it. A requested format is
 * returned whatever the VPN panel's response rules say. Throws `VpnServersMissing` if the configuration contains no
 * server, and `VpnUnavailable` if the response is no configuration or has another format. The headers do not contain the
 * address of the VPN panel.
 */
export async function readPanelConfiguration(
  { send, panelUrl }: { send: SendToPanel; panelUrl: string },
  shortUuid: string,
  { userAgent, ip, format }: ConfigurationReader,
): Promise<Configuration | null> {
  const name = format === 'links' ? LINKS_USER_AGENT : userAgent.trim();

  async function read(suffix: string): Promise<Configuration | null> {
    const response = await send('configuration', `/api/sub/${encodeURIComponent(shortUuid)}${suffix}`, {
      headers: {
        Accept: '*/*',
        'User-Agent': name === '' ? LINKS_USER_AGENT : name,
        'x-remnawave-real-ip': ip,
      },
    });
    if (response.status === 404) return null;
    if (response.status !== 200) throw new VpnUnavailable(`configuration: HTTP ${response.status}`);
    if ((response.headers.get('content-type') ?? '').includes('html')) {
      throw new VpnUnavailable('configuration: received a web page');
    }
    const body = await readAtMost(response, CONFIGURATION_MAX_BYTES).catch(() => null);
    if (body === null) throw new VpnUnavailable('configuration: incomplete or too large');
    return { body, headers: withoutPanelAddress(response.headers, panelUrl, shortUuid) };
  }

  const response = await read(format === undefined || format === 'links' ? '' : FORMAT_PATHS[format]);
  if (response === null) return null;
  const found = examineBody(response.body);
  if (format !== 'links' || found.format === 'links' || found.servers === 'dead') {
    assertServers(found, format);
    return response;
  }
  // The response rules of the VPN panel return another format. The description of the subscription always has links.
  const info = await read('/info');
  if (info === null) return null;
  const links = toLinks(info);
  assertServers(examineBody(links.body), format);
  return links;
}
