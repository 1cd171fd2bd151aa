/**
 * Serves `/s/<token>`, the subscription link from which a VPN app fetches its configuration. A browser that opens the
 * subscription link gets a web page instead. The route of subscription links is not part of the API contract, because
 * third-party VPN apps define the response format.
 */
import { type Context, Hono } from 'hono';
import type { Deps } from '../deps';
import { Rejection } from '../domain/rejection';
import type { LinkFetchOutcome } from '../ports/metrics';
import { LINK_REJECTIONS, type LinkRejection } from '../texts/links';
import { fetchByLink, type FetchOutcome } from '../usecases/connect/fetchByLink';
import { countLinkFetch, knownLinkDomain } from '../usecases/connect/linkDomains';
import type { ClientAddress } from './clientAddress';
import { appHeaders, bodyHeaders, forwardedHeaders } from './linkHeaders';
import type { AppEnv } from './requestContext';
import { subscriptionStub } from './subscriptionStub';

/** Interval at which VPN apps refresh their configuration, in hours. */
const UPDATE_EVERY_HOURS = 6;
const RETRY_AFTER_SECONDS = 60;
const USER_AGENT_MAX_LENGTH = 400;

/** Results of fetches that are counted. The others have no valid token, or come from a program that is no VPN app. */
const COUNTED: Readonly<Partial<Record<FetchOutcome['kind'], LinkFetchOutcome>>> = {
  configuration: 'served',
  rejected: 'rejected',
  notYet: 'failed',
};

/** Encodes a header value with non-ASCII characters in base64, as VPN apps support it. */
const inBase64 = (text: string): string => `base64:${Buffer.from(text).toString('base64')}`;

/** Headers that make VPN apps report that the device limit is reached. */
const DEVICE_LIMIT = {
  'x-hwid-active': 'true',
  'x-hwid-limit': 'true',
  'x-hwid-max-devices-reached': 'true',
};

/** Headers from which VPN apps recognize the reason of a rejection, with the names that Remnawave uses. */
const REJECTION_HEADERS: Readonly<Partial<Record<LinkRejection, Readonly<Record<string, string>>>>> = {
  noSlot: DEVICE_LIMIT,
  otherDevice: DEVICE_LIMIT,
  noDeviceId: { 'x-hwid-active': 'true', 'x-hwid-not-supported': 'true' },
};

/**
 * User-Agents of messengers and search engines that fetch link previews. The User-Agent of VK is `Mozilla/5.0
 * (compatible; vkShare; …)`.
 */
const PREVIEW_CLIENTS =
  /bot\b|crawler|spider|preview|facebookexternalhit|whatsapp|^Mozilla\/[\d.]+ \(compatible;/i;

/**
 * Returns whether the request accepts HTML. A VPN app that gets HTML that it did not request replaces its servers by it.
 */
const acceptsPage = (request: Request): boolean =>
  (request.headers.get('accept') ?? '').toLowerCase().includes('text/html');

const userAgentOf = (request: Request): string => request.headers.get('user-agent') ?? '';

/** Returns whether the request comes from a messenger or a search engine, or asks for headers only. */
const asksForPreview = (request: Request): boolean =>
  request.method === 'HEAD' || PREVIEW_CLIENTS.test(userAgentOf(request));

/**
 * Decodes a header value that a VPN app sent in UTF-8. HTTP parsers read each byte as one character. A value that is
 * not UTF-8 is returned unchanged.
 */
function decodeHeader(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

export function subscriptionLinkRoutes(
  deps: Deps,
  readAddress: ClientAddress,
  website: ((request: Request) => Response | Promise<Response>) | undefined,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const { brand, publicUrl } = deps.settings;

  const ownHeaders = (): Record<string, string> => ({
    'Cache-Control': 'no-store',
    'profile-title': inBase64(brand.product),
    'profile-update-interval': String(UPDATE_EVERY_HOURS),
    'support-url': brand.supportBotUrl,
    'profile-web-page-url': publicUrl,
  });

  function result(outcome: Exclude<FetchOutcome, { kind: 'unknownClient' }>, userAgent: string): Response {
    switch (outcome.kind) {
      case 'unknown':
        return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
      case 'notYet':
        return new Response(null, {
          status: 503,
          headers: { 'Cache-Control': 'no-store', 'Retry-After': String(RETRY_AFTER_SECONDS) },
        });
      case 'rejected': {
        const message = LINK_REJECTIONS[outcome.reason];
        const { body, contentType } = subscriptionStub(message, userAgent);
        return new Response(body, {
          headers: {
            ...ownHeaders(),
            ...appHeaders(deps.settings, userAgent, outcome),
            ...REJECTION_HEADERS[outcome.reason],
            'Content-Type': contentType,
            announce: inBase64(message),
          },
        });
      }
      case 'configuration': {
        const { body, headers } = outcome.configuration;
        const expire = Math.floor(outcome.accessUntil.getTime() / 1000);
        return new Response(body, {
          headers: {
            ...bodyHeaders(headers),
            ...ownHeaders(),
            ...forwardedHeaders(deps.settings, headers),
            ...appHeaders(deps.settings, userAgent, outcome),
            // Without `total`, because some VPN apps (Hiddify 4.0.5 to 4.1.1) read `total=0` as a used-up quota.
            'subscription-userinfo': `upload=0; download=0; expire=${expire}`,
          },
        });
      }
    }
  }

  async function showPage(context: Context<AppEnv>): Promise<Response> {
    if (website === undefined) throw new Rejection('NOT_FOUND', 'Not found');
    const page = await website(context.req.raw);
    const response = new Response(page.body, page);
    response.headers.set('X-Robots-Tag', 'noindex');
    response.headers.set('Referrer-Policy', 'no-referrer');
    return response;
  }

  /** Response to a program that is no VPN app and accepts no HTML. */
  const unknownClient = (): Response =>
    new Response(`${LINK_REJECTIONS.unknownClient}\n`, {
      status: 403,
      headers: { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' },
    });

  routes.get('/:token/', (context) => serve(context, context.req.param('token')));
  routes.get('/:token', (context) => serve(context, context.req.param('token')));

  async function serve(context: Context<AppEnv>, token: string): Promise<Response> {
    const { raw } = context.req;
    const page = (): Promise<Response> => {
      // The web page sets its own Content-Security-Policy.
      context.set('route', 'website');
      return showPage(context);
    };
    context.set('route', '/s/:token');
    if (acceptsPage(raw) && (asksForPreview(raw) || userAgentOf(raw).startsWith('Mozilla/'))) return page();
    if (asksForPreview(raw)) return unknownClient();
    const header = (name: string): string | null => context.req.header(name) ?? null;
    const userAgent = (header('user-agent') ?? '').slice(0, USER_AGENT_MAX_LENGTH);
    const domain = knownLinkDomain(deps.settings, new URL(raw.url).hostname);
    const outcome = await fetchByLink(deps, {
      token,
      domain,
      ip: readAddress(context),
      userAgent,
      hwid: header('x-hwid'),
      deviceModel: decodeHeader(header('x-device-model') ?? ''),
      deviceOs: header('x-device-os'),
    }).catch((error: unknown) => {
      // A rejection may concern a token that no device has, so it is not counted.
      if (!(error instanceof Rejection)) countLinkFetch(deps, domain, 'failed');
      throw error;
    });
    const counted = COUNTED[outcome.kind];
    if (counted !== undefined) countLinkFetch(deps, domain, counted);
    if (outcome.kind !== 'unknownClient') return result(outcome, userAgent);
    return acceptsPage(raw) ? page() : unknownClient();
  }
  return routes;
}
