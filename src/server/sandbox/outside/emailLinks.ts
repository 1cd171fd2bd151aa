/** Extracts the links of an email and their labels. */
import type { Email } from '../../ports/mailer';

const ANCHOR = /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([\s\S]*?)<\/a>/gi;
const BARE_URL = /https?:\/\/[^\s<>"']+/g;
/** Matches punctuation after a URL that ends a sentence and is not part of the URL. */
const TRAILING_MARKS = /[.,;:!?)\]»]+$/u;

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&amp;': '&',
};

const decoded = (html: string): string =>
  html.replace(/&(?:quot|apos|lt|gt|nbsp|amp|#39);/g, (entity) => ENTITIES[entity] ?? entity);

function parseAnchors(html: string): { url: string; label: string }[] {
  return [...html.matchAll(ANCHOR)]
    .map((match) => ({
      url: decoded(match[1] ?? match[2] ?? '').trim(),
      label: decoded((match[3] ?? '').replace(/<[^>]*>/g, ' '))
        .replace(/\s+/g, ' ')
        .trim(),
    }))
    .filter(({ url }) => /^https?:\/\//i.test(url));
}

/**
 * Returns each http(s) URL of an email once, in the order of the email. URLs with a secret in the fragment (sign-in
 * links) come first.
 */
export function findLinks(emailMessage: Pick<Email, 'text' | 'html'>): string[] {
  const inText = [...emailMessage.text.matchAll(BARE_URL)].map((match) =>
    match[0].replace(TRAILING_MARKS, ''),
  );
  const all = [...new Set([...parseAnchors(emailMessage.html).map(({ url }) => url), ...inText])];
  const carriesSecret = (url: string) => url.includes('#');
  return [...all.filter(carriesSecret), ...all.filter((url) => !carriesSecret(url))];
}

/** Returns the link text of a URL in the email, or null if the email shows the bare URL. */
export function findLabel(emailMessage: Pick<Email, 'html'>, url: string): string | null {
  const label = parseAnchors(emailMessage.html).find(
    (anchor) => anchor.url === url && anchor.label !== '',
  )?.label;
  return label && !/^https?:\/\//i.test(label) ? label : null;
}
