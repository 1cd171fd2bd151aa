/** @jsxImportSource hono/jsx */
/** Everything under /sandbox: the page, its parts, the letters, the JSON calls, the card provider, the VPN panel. */
import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';
import * as v from 'valibot';
import { wholeNumber } from '../../shared/contract/fields';
import { openApiDocument } from '../http/openApi';
import { inScheme, letterExamples } from './outside/letterExamples';
import { DocsPage } from './page/docsPage';
import { MARK_SVG } from './page/document';
import { LettersPage } from './page/lettersPage';
import { MailSection } from './page/mailSection';
import { PaymentsSection } from './page/paymentsSection';
import { PushesSection } from './page/pushesSection';
import { ReceiptPage } from './page/receiptPage';
import { type LivePart, SandboxPage } from './page/sandboxPage';
import { SCRIPT } from './page/script';
import { Now } from './page/sidePanels';
import { STYLES } from './page/styles';
import { testCardRows } from './page/testCardRows';
import { VpnSection } from './page/vpnSection';
import { sandboxApi } from './sandboxApi';
import type { SandboxParts } from './sandboxParts';
import { RECEIPT } from './texts/receipt';
import { REFUSALS } from './texts/refusals';

const SANDBOX_PATH = '/sandbox';
/** Where the card provider's stand-in answers, below the sandbox. */
export const CARD_PEER_PATH = `${SANDBOX_PATH}/card`;

/** Where the VPN panel's stand-in answers. */
export const VPN_PEER_PATH = `${SANDBOX_PATH}/vpn`;

/** Where receipts of the stand-in's cashbox can be read. */
export const RECEIPTS_PATH = `${SANDBOX_PATH}/receipts`;

const LETTERS_SHOWN = 20;
const PAYMENTS_SHOWN = 20;
const PUSHES_SHOWN = 20;

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A letter is foreign HTML: no script, no request, an origin of its own; its links open the product. */
const LETTER_POLICY = [
  'sandbox allow-top-navigation-by-user-activation allow-popups',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
].join('; ');

const letterId = v.optional(wholeNumber(1, 2_147_483_647));

/** The id of a letter in an address, or null for anything else. */
function letterIdOf(text: string | undefined): number | null {
  const parsed = v.safeParse(letterId, text);
  return parsed.success ? (parsed.output ?? null) : null;
}

/** Links of a letter that is shown inside the page open in the page's place. */
function inOwnTab(html: string): string {
  const base = '<base target="_top">';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html;
}

type PartName = 'mail' | 'payments' | 'vpn' | 'pushes' | 'now';

function parts(sandbox: SandboxParts): Record<PartName, (openLetter: number | null) => Promise<Child>> {
  return {
    mail: async (openLetter) => {
      const letters = await sandbox.mailbox.list({ limit: LETTERS_SHOWN + 1 });
      const opened = openLetter === null ? null : await sandbox.mailbox.find(openLetter);
      const shown = letters.slice(0, LETTERS_SHOWN);
      const isShown = opened === null || shown.some((letter) => letter.id === opened.id);
      return (
        <MailSection
          letters={isShown ? shown : [...shown, opened]}
          openId={openLetter}
          hasOlder={letters.length > LETTERS_SHOWN}
        />
      );
    },
    payments: async () => {
      const payments = await sandbox.cardPeer.listPayments();
      return (
        <PaymentsSection
          payments={payments.slice(0, PAYMENTS_SHOWN)}
          knobs={await sandbox.cardPeer.knobs()}
          failures={await sandbox.cardPeer.failures()}
          terminal={await sandbox.cardPeer.terminal()}
          hasOlder={payments.length > PAYMENTS_SHOWN}
        />
      );
    },
    vpn: async () => <VpnSection panel={await sandbox.vpnPeer.panel()} />,
    pushes: async () => <PushesSection pushes={await sandbox.pushes.list(PUSHES_SHOWN)} />,
    now: () => Promise.resolve(<Now now={sandbox.deps.clock.now()} />),
  };
}

const versionOf = (html: string): string => `"${createHash('sha256').update(html).digest('base64url')}"`;

const rendered = (content: Child): string => (content as { toString(): string }).toString();

const document = (page: Child): string => `<!doctype html>${rendered(page)}`;

const safely = (context: Context, policy: string): void => {
  context.header('Content-Security-Policy', policy);
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('Referrer-Policy', 'no-referrer');
  context.header('Cache-Control', 'no-store');
  context.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
};

const asset = (context: Context, type: string, body: string): Response => {
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('Cache-Control', 'no-cache');
  context.header('Content-Type', type);
  const version = versionOf(body);
  context.header('ETag', version);
  if (context.req.header('If-None-Match') === version) return context.body(null, 304);
  return context.body(body);
};

/** Answers full paths, /sandbox included. */
export function sandboxRoutes(sandbox: SandboxParts): {
  fetch(request: Request): Response | Promise<Response>;
} {
  const { brand } = sandbox.deps.settings;
  const sections = parts(sandbox);
  const app = new Hono({ strict: false }).basePath(SANDBOX_PATH);

  const livePart = async (name: PartName, openLetter: number | null): Promise<LivePart> => {
    const content = await sections[name](openLetter);
    const query = openLetter === null ? '' : `?letter=${openLetter}`;
    return { from: `${SANDBOX_PATH}/parts/${name}${query}`, version: versionOf(rendered(content)), content };
  };

  app.get('/', async (context) => {
    const openLetter = letterIdOf(context.req.query('letter'));
    safely(context, PAGE_POLICY);
    return context.html(
      document(
        <SandboxPage
          product={brand.product}
          mail={await livePart('mail', openLetter)}
          payments={await livePart('payments', null)}
          vpn={await livePart('vpn', null)}
          pushes={await livePart('pushes', null)}
          now={await livePart('now', null)}
          cards={testCardRows()}
        />,
      ),
    );
  });

  app.get('/parts/:name{mail|payments|vpn|pushes|now}', async (context) => {
    const { version, content } = await livePart(
      context.req.param('name') as PartName,
      letterIdOf(context.req.query('letter')),
    );
    safely(context, PAGE_POLICY);
    context.header('ETag', version);
    if (context.req.header('If-None-Match') === version) return context.body(null, 304);
    return context.html(rendered(content));
  });

  app.get('/letters', (context) => {
    safely(context, PAGE_POLICY);
    const letters = letterExamples(sandbox.deps.settings);
    return context.html(document(<LettersPage product={brand.product} letters={letters} />));
  });

  app.get('/letters/examples/:name', (context) => {
    const name = context.req.param('name');
    const letter = letterExamples(sandbox.deps.settings).find((example) => example.name === name);
    safely(context, LETTER_POLICY);
    if (letter === undefined) return context.text(REFUSALS.noLetter, 404);
    const scheme = context.req.query('scheme');
    const isForced = scheme === 'light' || scheme === 'dark';
    return context.html(inOwnTab(isForced ? inScheme(letter.html, scheme) : letter.html));
  });

  app.get('/letters/:id', async (context) => {
    const id = letterIdOf(context.req.param('id'));
    const letter = id === null ? null : await sandbox.mailbox.find(id);
    safely(context, LETTER_POLICY);
    return letter === null ? context.text(REFUSALS.noLetter, 404) : context.html(inOwnTab(letter.html));
  });

  app.get('/receipts/:id', async (context) => {
    const receipt = await sandbox.cardPeer.findReceipt(context.req.param('id'));
    safely(context, PAGE_POLICY);
    if (receipt === null) return context.text(RECEIPT.notFound, 404);
    const { product, company, taxIdLine } = brand;
    return context.html(
      document(<ReceiptPage product={product} seller={company} taxIdLine={taxIdLine} receipt={receipt} />),
    );
  });

  app.get('/docs', (context) => {
    safely(context, PAGE_POLICY);
    const openApi = openApiDocument(brand.product);
    return context.html(document(<DocsPage product={brand.product} document={openApi} />));
  });

  app.get('/assets/sandbox.css', (context) => asset(context, 'text/css; charset=utf-8', STYLES));
  app.get('/assets/sandbox.js', (context) => asset(context, 'text/javascript; charset=utf-8', SCRIPT));
  app.get('/assets/mark.svg', (context) => asset(context, 'image/svg+xml', MARK_SVG));

  app.route('/api', sandboxApi(sandbox));
  app.route('/card', sandbox.cardPeer.app);
  app.route('/vpn', sandbox.vpnPeer.app);

  app.notFound((context) =>
    context.json({ error: { code: 'NOT_FOUND', message: REFUSALS.unknownCall } }, 404),
  );
  app.onError((error, context) => {
    sandbox.deps.logger.error({ errorType: error.name, stack: error.stack }, 'a sandbox page failed');
    return context.json({ error: { code: 'INTERNAL', message: REFUSALS.internal } }, 500);
  });
  return { fetch: (request) => app.fetch(request) };
}
