/**
 * Serves `/s/<token>`, the subscription link from which a VPN app fetches its configuration. A browser that opens the
 * subscription link gets a web page instead. The route of subscription links is not part of the API contract, because
 * third-party VPN apps define the response format.
 */
import { type Context, Hono } from 'hono';
import type { Deps } from '../deps';
import { Rejection } from '../domain/rejection';
import { LINK_REJECTIONS, type LinkRejection } from '../texts/links';
import { fetchByLink, type FetchOutcome } from '../usecases/connect/fetchByLink';
import type { ClientAddress } from './clientAddress';
import type { AppEnv } from './requestContext';
import { subscriptionStub } from './subscriptionStub';

/** Interval at which VPN apps refresh their configuration, in hours. */
const UPDATE_EVERY_HOURS = 6;
const RETRY_AFTER_SECONDS = 60;
const USER_AGENT_MAX_LENGTH = 400;

/**
 * Headers of the VPN panel's response that are forwarded to the VPN app. None of these headers reveals the address of
 * the VPN panel.
 */
const PASSED_HEADERS = ['content-type', 'content-disposition', 'routing'] as const;

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
function textOf(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

export function subscriptionLinkRoutes(
  deps: Deps,
  addressOf: ClientAddress,
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
            ...REJECTION_HEADERS[outcome.reason],
            'Content-Type': contentType,
            announce: inBase64(message),
          },
        });
      }
      case 'configuration': {
        const { body, headers } = outcome.configuration;
        const passed = PASSED_HEADERS.flatMap((name) => {
          const value = headers.get(name);
          return value === null ? [] : [[name, value] as const];
        });
        const expire = Math.floor(outcome.accessUntil.getTime() / 1000);
        return new Response(body, {
          headers: {
            ...Object.fromEntries(passed),
            ...ownHeaders(),
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
    const outcome = await fetchByLink(deps, {
      token,
      ip: addressOf(context),
      userAgent,
      hwid: header('x-hwid'),
      deviceModel: textOf(header('x-device-model') ?? ''),
      deviceOs: header('x-device-os'),
    });
    if (outcome.kind !== 'unknownClient') return result(outcome, userAgent);
    return acceptsPage(raw) ? page() : unknownClient();
  }
  return routes;
}
