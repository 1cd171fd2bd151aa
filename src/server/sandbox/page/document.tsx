/** @jsxImportSource hono/jsx */
/** The frame of the sandbox's pages: night band on top, the product's mark, a way back. */
import type { Child } from 'hono/jsx';
import { CARDS, PAGE } from '../texts/page';

/** A beam of light through cloud. */
const Mark = () => (
  <svg width="34" height="34" viewBox="0 0 34 34" aria-hidden="true">
    <rect width="34" height="34" fill="#1A2857" />
    <path d="M14.5 15h5l5.5 19H9z" fill="#FFC163" />
    <path
      d="M9 17.5a4.5 4.5 0 0 1 .6-9A7.6 7.6 0 0 1 24 8.9a4.3 4.3 0 0 1 .7 8.6c-2.4.2-3.6-1.5-5-1.5h-5.5c-1.4 0-2.8 1.6-5.2 1.5z"
      fill="#EEF1FB"
    />
  </svg>
);

export interface FrameProps {
  product: string;
  title: string;
  lead: string;
  /** Links beside the mark, to the right. */
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
              <Mark />
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

/** The mark alone, for the icon of the tab. */
export const MARK_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34"><rect width="34" height="34" rx="9" fill="#1A2857"/>' +
  '<path d="M14.5 15h5l5.5 19H9z" fill="#FFC163"/></svg>';

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

/** A part of the page that keeps itself fresh; `version` is the ETag of what it holds. */
export const Live = ({ from, version, children }: { from: string; version: string; children: Child }) => (
  <div data-live={from} data-version={version}>
    {children}
  </div>
);
