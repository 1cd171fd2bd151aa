/**
 * Shared layout of all emails. The layout renders typed blocks into a subject, plain text and HTML. The HTML of emails
 * uses tables and inline styles for email clients and is light by default. Email clients that support
 * `prefers-color-scheme` can show the dark color scheme. Emails contain no images, no tracking and no external
 * resources.
 */
import type { Brand } from '../../shared/brand';
import { BRAND_PANEL, type ColorScheme, DARK, FONT_FAMILY, LIGHT, RADIUS } from '../../shared/designTokens';
import { escapeHtml } from '../texts/htmlText';

export type EmailBlock =
  | { kind: 'paragraph'; text: string }
  /** Block with secondary text, which is smaller and paler than a paragraph. */
  | { kind: 'note'; text: string }
  /** Button for the main action of the email. An email has at most one button. */
  | { kind: 'button'; label: string; url: string }
  /** Link on its own line, for example to a fiscal receipt. */
  | { kind: 'link'; label: string; url: string }
  /** Code that the customer must type, in large spaced digits. */
  | { kind: 'code'; label: string; code: string }
  /** Table of amounts, dates and similar values, with one row for each value. */
  | { kind: 'details'; rows: readonly { name: string; value: string }[] };

export interface EmailContent {
  subject: string;
  /** Preview text that an email client shows after the subject in its message list. */
  preview: string;
  heading: string;
  blocks: readonly EmailBlock[];
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

const NUMBERS = 'font-variant-numeric:tabular-nums';

/** URL in a text, without punctuation that belongs to the sentence. */
const URL_IN_TEXT = /(https?:\/\/[^\s<>«»"']*[^\s<>«»"'.,:;!?)])/;

function urlHtml(url: string, c: ColorScheme): string {
  const escaped = escapeHtml(url);
  return `<a class="l" href="${escaped}" style="color:${c.link};text-decoration:underline;word-break:break-all">${escaped}</a>`;
}

/** Escapes a text for HTML and makes its URLs links, because not every email client does that. */
function textHtml(text: string, c: ColorScheme): string {
  // Every second part is a URL.
  return text
    .split(URL_IN_TEXT)
    .map((part, at) => (at % 2 === 0 ? escapeHtml(part) : urlHtml(part, c)))
    .join('');
}

function blockHtml(block: EmailBlock, c: ColorScheme): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="t" style="margin:0 0 20px;color:${c.text};font-size:17px;line-height:1.55">${textHtml(block.text, c)}</p>`;
    case 'note':
      return `<p class="m" style="margin:0 0 12px;color:${c.muted};font-size:14px;line-height:1.5">${textHtml(block.text, c)}</p>`;
    case 'button':
      return (
        '<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 24px"><tr>' +
        `<td class="b" align="center" bgcolor="${c.accentFill}" style="border-radius:${RADIUS.control}px;background:${c.accentFill};mso-padding-alt:18px 24px">` +
        `<a class="bt" href="${escapeHtml(block.url)}" style="display:block;padding:18px 24px;color:${c.onAccent};font-size:17px;font-weight:700;line-height:22px;text-decoration:none">${escapeHtml(block.label)}</a>` +
        '</td></tr></table>'
      );
    case 'link':
      return `<p style="margin:0 0 16px;font-size:16px;line-height:1.5"><a class="l" href="${escapeHtml(block.url)}" style="color:${c.link};text-decoration:underline">${escapeHtml(block.label)}</a></p>`;
    case 'code':
      return (
        `<p class="m" style="margin:0 0 8px;color:${c.muted};font-size:14px;line-height:1.5">${escapeHtml(block.label)}</p>` +
        '<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 24px"><tr>' +
        `<td class="r t" align="center" style="padding:16px 4px;border:1px solid ${c.line};border-radius:${RADIUS.control}px;background:${c.raised};color:${c.text};font-size:30px;font-weight:700;letter-spacing:4px;line-height:40px;${NUMBERS}">${escapeHtml(block.code)}</td>` +
        '</tr></table>'
      );
    case 'details':
      return (
        '<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 24px">' +
        block.rows
          .map(
            ({ name, value }) =>
              `<tr><td class="m f" style="padding:12px 10px 12px 0;border-bottom:1px solid ${c.line};color:${c.muted};font-size:14px;line-height:1.5;vertical-align:top">${escapeHtml(name)}</td>` +
              `<td class="t f" align="right" style="padding:12px 0;border-bottom:1px solid ${c.line};color:${c.text};font-size:14px;font-weight:600;line-height:1.5;vertical-align:top;overflow-wrap:anywhere;${NUMBERS}">${escapeHtml(value)}</td></tr>`,
          )
          .join('') +
        '</table>'
      );
  }
}

function blockText(block: EmailBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text;
    case 'button':
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'code':
      return `${block.label} ${block.code}`;
    case 'details':
      return block.rows.map(({ name, value }) => `${name}: ${value}`).join('\n');
  }
}

/** Label of the link to the privacy policy. */
const PRIVACY_LABEL = 'Персональные данные';

const DARK_RULES = [
  `.p{background:${DARK.page}!important}`,
  `.s{background:${DARK.surface}!important;border-color:${DARK.line}!important}`,
  `.r{background:${DARK.raised}!important;border-color:${DARK.line}!important}`,
  `.f{border-color:${DARK.line}!important}`,
  `.t{color:${DARK.text}!important}`,
  `.m{color:${DARK.muted}!important}`,
  `.l{color:${DARK.link}!important}`,
  `.b{background:${DARK.accentFill}!important}`,
  `.bt{color:${DARK.onAccent}!important}`,
].join('');

function renderHtml(content: EmailContent, brand: Brand): string {
  const c = LIGHT;
  const support = [
    `<a class="l" href="${escapeHtml(brand.supportBotUrl)}" style="color:${c.link}">Поддержка</a>`,
    `<a class="l" href="mailto:${escapeHtml(brand.supportEmail)}" style="color:${c.link}">${escapeHtml(brand.supportEmail)}</a>`,
  ].join(' · ');
  const privacy = `<a class="l" href="${escapeHtml(brand.privacyUrl)}" style="color:${c.link}">${PRIVACY_LABEL}</a>`;
  return [
    '<!doctype html>',
    '<html lang="ru"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(content.subject)}</title>`,
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK_RULES}}</style>`,
    '</head>',
    `<body class="p" style="margin:0;padding:0;background:${c.page}">`,
    // Email clients extend a short preview with the first words of the body, so invisible filler characters follow
    // the preview.
    `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(content.preview)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>`,
    '<div role="main">',
    `<table role="presentation" class="p" cellpadding="0" cellspacing="0" border="0" width="100%" style="background:${c.page};font-family:${escapeHtml(FONT_FAMILY)}"><tr><td align="center" style="padding:24px 12px 40px">`,
    '<!--[if mso]><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="520" align="center"><tr><td><![endif]-->',
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="max-width:520px">',
    `<tr><td bgcolor="${BRAND_PANEL.middle}" style="padding:22px 28px;border-radius:${RADIUS.card}px ${RADIUS.card}px 0 0;background:${BRAND_PANEL.middle};background-image:linear-gradient(160deg,${BRAND_PANEL.from},${BRAND_PANEL.middle} 70%,${BRAND_PANEL.to})">`,
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>',
    `<td width="8" bgcolor="${DARK.accentFill}" style="width:8px;height:28px;border-radius:4px;background:${DARK.accentFill};background-image:linear-gradient(180deg,#FFFFFF,${DARK.accentFill} 60%,${BRAND_PANEL.to});font-size:1px;line-height:1px">&nbsp;</td>`,
    `<td style="padding-left:14px;color:${DARK.text};font-size:21px;font-weight:700;letter-spacing:-0.4px;line-height:28px">${escapeHtml(brand.product)}</td>`,
    '</tr></table></td></tr>',
    `<tr><td class="s" style="padding:32px 28px 20px;border:1px solid ${c.line};border-top:0;border-radius:0 0 ${RADIUS.card}px ${RADIUS.card}px;background:${c.surface}">`,
    `<h1 class="t" style="margin:0 0 16px;color:${c.text};font-size:28px;font-weight:700;letter-spacing:-0.6px;line-height:1.15">${escapeHtml(content.heading)}</h1>`,
    ...content.blocks.map((block) => blockHtml(block, c)),
    '</td></tr>',
    `<tr><td class="m" style="padding:20px 28px 0;color:${c.muted};font-size:13px;line-height:1.6">${support}<br>${escapeHtml(brand.company)} · ${escapeHtml(brand.taxIdLine)}<br>${privacy}</td></tr>`,
    '</table>',
    '<!--[if mso]></td></tr></table><![endif]-->',
    '</td></tr></table></div></body></html>',
  ].join('\n');
}

function renderText(content: EmailContent, brand: Brand): string {
  return [
    content.heading,
    ...content.blocks.map(blockText),
    // A signature begins with a line of two hyphens and a space (RFC 3676), so that email clients recognize it.
    `-- \n${brand.product}\n${brand.supportEmail}\n${brand.supportBotUrl}\n${brand.company}, ${brand.taxIdLine}\n${PRIVACY_LABEL}: ${brand.privacyUrl}`,
  ].join('\n\n');
}

/**
 * Renders an email. This function escapes all texts, so the blocks of an email contain plain text. The subject contains no
 * currency sign, because spam filters such as rspamd rate it as spam.
 */
export function renderEmail(content: EmailContent, brand: Brand): RenderedEmail {
  const subject = content.subject.replaceAll('₽', 'руб.');
  return {
    subject,
    text: renderText(content, brand),
    html: renderHtml({ ...content, subject }, brand),
  };
}
