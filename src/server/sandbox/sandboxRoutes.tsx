/** @jsxImportSource hono/jsx */
/**
 * All HTTP routes under /sandbox: the sandbox page and its parts, the emails, the JSON API, the fake card providers and
 * the fake VPN panel.
 */
import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';
import * as v from 'valibot';
import { wholeNumber } from '../../shared/contract/fields';
import { openApiDocument } from '../http/openApi';
import { emailExamples, inScheme } from './outside/emailExamples';
import { DocsPage } from './page/docsPage';
import { Empty, MARK_SVG } from './page/document';
import { EmailsPage } from './page/emailsPage';
import { MailSection } from './page/mailSection';
import { PaymentsSection } from './page/paymentsSection';
import { PushesSection } from './page/pushesSection';
import { ReceiptPage } from './page/receiptPage';
import { type LivePart, SandboxPage } from './page/sandboxPage';
import { SCRIPT } from './page/script';
import { Now } from './page/sidePanels';
import { STYLES } from './page/styles';
import { testCardRows, yooKassaCardRows } from './page/testCardRows';
import { VpnSection } from './page/vpnSection';
import { NewOrders, YooKassaSection } from './page/yooKassaSection';
import { sandboxApi } from './sandboxApi';
import type { SandboxParts } from './sandboxParts';
import { PAYMENTS } from './texts/page';
import { RECEIPT } from './texts/receipt';
import { REJECTIONS } from './texts/rejections';
import { YOOKASSA } from './texts/yooKassa';

const SANDBOX_PATH = '/sandbox';
/** Base path of the fake card provider. */
export const FAKE_CARD_PROVIDER_PATH = `${SANDBOX_PATH}/card`;

/** Base path of the fake YooKassa. */
export const FAKE_YOOKASSA_PATH = `${FAKE_CARD_PROVIDER_PATH}/yookassa`;

/** Base path of the fake VPN panel. */
export const FAKE_VPN_PANEL_PATH = `${SANDBOX_PATH}/vpn`;

/** Base path of the fake cash register's receipt pages. */
export const RECEIPTS_PATH = `${SANDBOX_PATH}/receipts`;

const EMAILS_SHOWN = 20;
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

/**
 * Content security policy of email pages. Emails are untrusted HTML, so they are shown without scripts, without network
 * requests and in a separate origin. Links in emails may open the product.
 */
const EMAIL_POLICY = [
  'sandbox allow-top-navigation-by-user-activation allow-popups',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
].join('; ');

const emailId = v.optional(wholeNumber(1, 2_147_483_647));

/** Parses an email id from a URL. Returns null if the text is not an id. */
function parseEmailId(text: string | undefined): number | null {
  const parsed = v.safeParse(emailId, text);
  return parsed.success ? (parsed.output ?? null) : null;
}

/** Adds a `base` element, so that links of an email inside the sandbox page open in the whole browser tab. */
function inOwnTab(html: string): string {
  const base = '<base target="_top">';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html;
}

type PartName = 'mail' | 'payments' | 'vpn' | 'pushes' | 'now';

/** Returns the section of a fake card provider, or a notice if the process of the fake does not respond. */
async function providerSection(
  { deps: { logger } }: SandboxParts,
  name: string,
  section: () => Promise<Child>,
): Promise<Child> {
  try {
    return await section();
  } catch (error) {
    logger.warn({ provider: name, error }, 'a fake card provider does not respond');
    return (
      <>
        <h3 class="next">{name}</h3>
        <Empty title={PAYMENTS.unresponsive} hint={PAYMENTS.unresponsiveHint} />
      </>
    );
  }
}

function parts(sandbox: SandboxParts): Record<PartName, (openEmail: number | null) => Promise<Child>> {
  return {
    mail: async (openEmail) => {
      const emails = await sandbox.mailbox.list({ limit: EMAILS_SHOWN + 1 });
      const opened = openEmail === null ? null : await sandbox.mailbox.find(openEmail);
      const shown = emails.slice(0, EMAILS_SHOWN);
      const isShown = opened === null || shown.some((emailMessage) => emailMessage.id === opened.id);
      return (
        <MailSection
          emails={isShown ? shown : [...shown, opened]}
          openId={openEmail}
          hasOlder={emails.length > EMAILS_SHOWN}
        />
      );
    },
    payments: async () => {
      const { fakeCardProvider, fakeYooKassa, newOrders } = sandbox;
      const cloudPayments = await providerSection(sandbox, PAYMENTS.provider, async () => {
        const payments = await fakeCardProvider.listPayments();
        return (
          <PaymentsSection
            payments={payments.slice(0, PAYMENTS_SHOWN)}
            knobs={await fakeCardProvider.knobs()}
            failures={await fakeCardProvider.failures()}
            terminal={await fakeCardProvider.terminal()}
            hasOlder={payments.length > PAYMENTS_SHOWN}
          />
        );
      });
      const yooKassa = await providerSection(sandbox, YOOKASSA.title, async () => (
        <YooKassaSection {...await fakeYooKassa.read()} />
      ));
      return (
        <>
          {newOrders === null ? null : <NewOrders current={newOrders.current()} />}
          {cloudPayments}
          {yooKassa}
        </>
      );
    },
    vpn: async () => (
      <VpnSection panel={await sandbox.fakeVpnPanel.panel()} domains={sandbox.apps.domains()} />
    ),
    pushes: async () => <PushesSection pushes={await sandbox.pushes.list(PUSHES_SHOWN)} />,
    now: () => Promise.resolve(<Now now={sandbox.deps.clock.now()} />),
  };
}

const computeVersion = (html: string): string => `"${createHash('sha256').update(html).digest('base64url')}"`;

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
  const version = computeVersion(body);
  context.header('ETag', version);
  if (context.req.header('If-None-Match') === version) return context.body(null, 304);
  return context.body(body);
};

/** Returns the handler of all sandbox routes. The handler matches full paths, including /sandbox. */
export function sandboxRoutes(sandbox: SandboxParts): {
  fetch(request: Request): Response | Promise<Response>;
} {
  const { brand } = sandbox.deps.settings;
  const sections = parts(sandbox);
  const app = new Hono({ strict: false }).basePath(SANDBOX_PATH);

  const livePart = async (name: PartName, openEmail: number | null): Promise<LivePart> => {
    const content = await sections[name](openEmail);
    const query = openEmail === null ? '' : `?email=${openEmail}`;
    return {
      from: `${SANDBOX_PATH}/parts/${name}${query}`,
      version: computeVersion(rendered(content)),
      content,
    };
  };

  app.get('/', async (context) => {
    const openEmail = parseEmailId(context.req.query('email'));
    safely(context, PAGE_POLICY);
    return context.html(
      document(
        <SandboxPage
          product={brand.product}
          mail={await livePart('mail', openEmail)}
          payments={await livePart('payments', null)}
          vpn={await livePart('vpn', null)}
          pushes={await livePart('pushes', null)}
          now={await livePart('now', null)}
          cards={testCardRows()}
          yooKassaCards={yooKassaCardRows()}
        />,
      ),
    );
  });

  app.get('/parts/:name{mail|payments|vpn|pushes|now}', async (context) => {
    const { version, content } = await livePart(
      context.req.param('name') as PartName,
      parseEmailId(context.req.query('email')),
    );
    safely(context, PAGE_POLICY);
    context.header('ETag', version);
    if (context.req.header('If-None-Match') === version) return context.body(null, 304);
    return context.html(rendered(content));
  });

  app.get('/emails', (context) => {
    safely(context, PAGE_POLICY);
    const emails = emailExamples(sandbox.deps.settings);
    return context.html(document(<EmailsPage product={brand.product} emails={emails} />));
  });

  app.get('/emails/examples/:name', (context) => {
    const name = context.req.param('name');
    const emailMessage = emailExamples(sandbox.deps.settings).find((example) => example.name === name);
    safely(context, EMAIL_POLICY);
    if (emailMessage === undefined) return context.text(REJECTIONS.noEmail, 404);
    const scheme = context.req.query('scheme');
    const isForced = scheme === 'light' || scheme === 'dark';
    return context.html(inOwnTab(isForced ? inScheme(emailMessage.html, scheme) : emailMessage.html));
  });

  app.get('/emails/:id', async (context) => {
    const id = parseEmailId(context.req.param('id'));
    const emailMessage = id === null ? null : await sandbox.mailbox.find(id);
    safely(context, EMAIL_POLICY);
    return emailMessage === null
      ? context.text(REJECTIONS.noEmail, 404)
      : context.html(inOwnTab(emailMessage.html));
  });

  app.get('/receipts/:id', async (context) => {
    const receipt = await sandbox.fakeCardProvider.findReceipt(context.req.param('id'));
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
  app.route('/card/yookassa', sandbox.fakeYooKassa.app);
  app.route('/card', sandbox.fakeCardProvider.app);
  app.route('/vpn', sandbox.fakeVpnPanel.app);

  app.notFound((context) =>
    context.json({ error: { code: 'NOT_FOUND', message: REJECTIONS.unknownCall } }, 404),
  );
  app.onError((error, context) => {
    sandbox.deps.logger.error({ errorType: error.name, stack: error.stack }, 'a sandbox page failed');
    return context.json({ error: { code: 'INTERNAL', message: REJECTIONS.internal } }, 500);
  });
  return { fetch: (request) => app.fetch(request) };
}
