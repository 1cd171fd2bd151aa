/** @jsxImportSource hono/jsx */
/** Shared layout of the sandbox's pages: a dark header with the product's logo and navigation links. */
import type { Child } from 'hono/jsx';
import { CARDS, PAGE } from '../texts/page';

export interface FrameProps {
  product: string;
  title: string;
  lead: string;
  /** Navigation links on the right side of the header. */
  ways: readonly { href: string; label: string }[];
  band?: Child;
  children: Child;
}

export const Frame = ({ product, title, lead, ways, band, children }: FrameProps) => (
  <html lang="ru">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{`${title} · ${product}`}</title>
      <link rel="icon" href="/sandbox/assets/mark.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/sandbox/assets/sandbox.css" />
      <script type="module" src="/sandbox/assets/sandbox.js"></script>
    </head>
    <body
      data-unreachable={PAGE.unreachable}
      data-working={PAGE.working}
      data-copied={CARDS.copied}
      data-copy-failed={CARDS.copyFailed}
    >
      <header class="band">
        <div class="inner">
          <div class="top">
            <a class="brand" href="/">
              <img src="/sandbox/assets/mark.svg" alt="" width="34" height="34" />
              {product}
            </a>
            <nav class="ways" aria-label={product}>
              {ways.map(({ href, label }) => (
                <a href={href}>{label}</a>
              ))}
            </nav>
          </div>
          <h1>{title}</h1>
          <p class="lead">{lead}</p>
          {band}
        </div>
      </header>
      <main class="inner">{children}</main>
      <div id="said" role="status"></div>
    </body>
  </html>
);

/** Logo of the product as SVG: clouds that part over a beam of light. */
export const MARK_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><defs>' +
  '<linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#101B3E"/><stop offset="1" stop-color="#2A3C86"/></linearGradient>' +
  '<linearGradient id="b" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#FFF6E0"/><stop offset=".45" stop-color="#FFD38A"/><stop offset="1" stop-color="#FFB648"/></linearGradient></defs>' +
  '<rect width="32" height="32" rx="9.5" fill="url(#s)"/>' +
  '<path d="M14.6 10.4h2.8L22 27.4H10z" fill="url(#b)"/>' +
  '<path d="M5.9 15.6a3 3 0 0 1-.4-5.97 3.85 3.85 0 0 1 7.3-.3 3.15 3.15 0 0 1-.4 6.27z" fill="#E9EDFF"/>' +
  '<path d="M26.1 15.6a3 3 0 0 0 .4-5.97 3.85 3.85 0 0 0-7.3-.3 3.15 3.15 0 0 0 .4 6.27z" fill="#B4C0F4"/></svg>';

export interface PanelProps {
  id: string;
  title: string;
  hint?: string;
  children: Child;
}

export const Panel = ({ id, title, hint, children }: PanelProps) => (
  <section class="panel" id={id} aria-labelledby={`${id}-title`}>
    <header>
      <h2 id={`${id}-title`}>{title}</h2>
    </header>
    {hint === undefined ? null : <p class="muted">{hint}</p>}
    {children}
  </section>
);

export const Empty = ({ title, hint }: { title: string; hint: string }) => (
  <p class="empty">
    <strong>{title}</strong>
    {hint}
  </p>
);

/** Part of the page that the script refreshes. `version` is the ETag of the content of this part. */
export const Live = ({ from, version, children }: { from: string; version: string; children: Child }) => (
  <div data-live={from} data-version={version}>
    {children}
  </div>
);
