/**
 * Reads the email address, or the part of one, in a search text as mail programs, card providers, logs and agents write it.
 * The console shows what was read, and the server searches for it.
 */
import { identifyingText } from './identifyingText';
import { withReadableDomain } from './internationalDomain';

/** Number of characters from which a part of an address is searched anywhere in addresses, and not only at their beginning. */
const EMAIL_PART_ANYWHERE_FROM = 3;

export interface EmailSearch {
  /** Address or part of an address in normal form, which may be empty. Hidden characters are shown as `*`. */
  text: string;
  /** Texts between the hidden characters, in their order; null if no characters are hidden or no index finds the rest. */
  pieces: readonly string[] | null;
}

/** Characters that surround an address and are not a part of it. */
const OUTSIDE = String.raw`\s"<>()[\]{},;:|«»“”„`;
const ADDRESS = new RegExp(String.raw`[^${OUTSIDE}]*@(?:\[[\d.]+\]|[^${OUTSIDE}]*)`, 'u');
/** Name of a parameter or a field before an address, as URLs and logs contain it. */
const FIELD = /^(?:.*[?&])?[\w-]{2,20}=(?=[^=]*@)/;
const QUOTED_LOCAL_PART = /"((?:[^"\\\s@]|\\.)+)"@/gu;

/** Characters by which card providers, receipts and lists hide a part of an address. */
const HIDDEN = /[*•●∗]+|\.{2,}/g;

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' },
  ...{ '&commat;': '@', '&#64;': '@', '&#x40;': '@' },
};

/** Decodes HTML entities, quoted-printable signs, JSON escapes and percent-encoding, as logs and links contain them. */
function decoded(text: string): string {
  const unescaped = text
    .replace(/&(?:[a-z]+|#64|#x40);/gi, (entity) => ENTITIES[entity.toLowerCase()] ?? entity)
    .replace(/^([^@]*)=40([^@]*)$/s, '$1@$2')
    .replace(/\\u([\da-f]{4})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const decoded = unescaped.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      // These bytes are not UTF-8, so the percent signs are part of the text.
      return bytes;
    }
  });
  // The escapes may contain invisible and control characters, which no address has and the database rejects.
  return identifyingText(decoded);
}

/** Replaces the English and Russian words that people write instead of the sign `@` and the dots after it. */
function withSigns(text: string): string {
  if (text.includes('@') && !/[([{]\s*@\s*[)\]}]|@\s/.test(text)) return text;
  const signed = text
    .replace(/(\S)\s*@\s+(?=\S*\.\p{L}{2})/gu, '$1@')
    .replace(/\s*[([{]\s*(?:@|at|\u0441\u043e\u0431\u0430\u043a\u0430)\s*[)\]}]\s*/giu, '@')
    .replace(
      /(\S)\s+(?:at|\u0441\u043e\u0431\u0430\u043a\u0430)\s+(?=\S+(?:\.|\s+(?:dot|\u0442\u043e\u0447\u043a\u0430)\s+)\p{L}{2})/giu,
      '$1@',
    );
  if (!signed.includes('@')) return text;
  return signed.replace(
    /\s*[([{]\s*(?:dot|\u0442\u043e\u0447\u043a\u0430)\s*[)\]}]\s*|\s+(?:dot|\u0442\u043e\u0447\u043a\u0430)\s+/giu,
    '.',
  );
}

/** Returns the address in a text, without the name, the header field and the punctuation around it; null without an address. */
function addressIn(text: string): string | null {
  const mailto = /mailto:([^?\s"<>]*)/i.exec(text)?.[1];
  const angled = /<\s*([^<>]*@[^<>]*?)\s*(?:>|$)/.exec(text)?.[1];
  const source = (mailto?.includes('@') === true ? mailto : (angled ?? text)).replace(
    QUOTED_LOCAL_PART,
    '$1@',
  );
  const address = ADDRESS.exec(source)?.[0];
  // A dot after a domain ends a sentence.
  return address === undefined
    ? null
    : address
        .replace(FIELD, '')
        .replace(/^['‘’]+/u, '')
        .replace(/(@[^&]*)&.*$/u, '$1')
        .replace(/(@.*?)[.!?'‘’]+$/u, '$1');
}

/** Matches words as the trigram index splits them, which are sequences of Latin letters and digits. */
const RUN = /[a-z0-9]+/g;

/**
 * Returns whether a part contains a trigram. Three consecutive word characters are a trigram. Two word characters next
 * to a separator are also a trigram, because the index marks the start and end of words. A single word character next
 * to a separator would match too many rows.
 */
export function holdsTrigram(part: string): boolean {
  return [...part.matchAll(RUN)].some(({ 0: run, index }) => {
    const isBounded = index > 0 || index + run.length < part.length;
    return run.length >= (isBounded ? 2 : 3);
  });
}

/**
 * Returns whether only international addresses, which are not ASCII, can contain this part, and no trigram narrows the search
 * for it. Whether the trigram index contains characters that are not ASCII depends on the locale of the database.
 */
export function isInternational(part: string): boolean {
  return !/^[ -~]*$/.test(part) && !holdsTrigram(part);
}

/** Returns whether a part of an address is searched anywhere in addresses, and not only at their beginning. */
export function isSearchedAnywhere(part: string): boolean {
  return part.length >= EMAIL_PART_ANYWHERE_FROM && (holdsTrigram(part) || isInternational(part));
}

/** Returns a text without quotation marks around it, and without the dots at the end of an address that a list cut off. */
const trimmed = (text: string): string =>
  text.replace(/^["«“„(<]+|(?:["»”)>]\.?|[,;…]|\.{3})+$/g, '') || text;

function readable(text: string): string {
  const decodedDomain = text.includes('@')
    ? withReadableDomain(text)
    : withReadableDomain(`@${text}`).slice(1);
  return decodedDomain.normalize('NFC').toLowerCase();
}

/**
 * Returns the address, or the part of an address, in a search text.
 * @example readEmailSearch('Anna <Anna@Example.com>').text // 'anna@example.com'
 */
export function readEmailSearch(typed: string): EmailSearch {
  const pasted = withSigns(decoded(identifyingText(typed.normalize('NFKC'))));
  const text = readable(addressIn(pasted) ?? trimmed(pasted));
  const pieces = text.split(HIDDEN);
  const isIndexed = pieces[0] !== '' || pieces.some((piece) => holdsTrigram(piece) || isInternational(piece));
  return pieces.length > 1 && isIndexed ? { text: pieces.join('*'), pieces } : { text, pieces: null };
}
