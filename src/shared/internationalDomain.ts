/**
 * Decodes and encodes internationalized domain names in email addresses. If a user types «…@пример.рф» into an email field, the
 * browser returns it in Punycode as «…@xn--e1afmkfd.xn--p1ai» (HTML standard). Decoding the domain prevents two
 * accounts for one email address, and keeps Punycode out of displayed email addresses.
 *
 * The URL API can encode domain names, but cannot decode them. The `punycode` package is not used, because the build of
 * `punycode` that Node can import adds 1 kB to every page.
 */
import { parseUrl } from './parseUrl';

const ENCODED_PREFIX = 'xn--';

/** Parameters of the Punycode algorithm (RFC 3492, section 5). */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_CODE_POINT = 128;
const LAST_CODE_POINT = 0x10ffff;

/**
 * Returns `email` with its domain decoded from Punycode. A domain label that is not valid Punycode is left unchanged.
 * @example withReadableDomain('anna@xn--e1afmkfd.xn--p1ai') // 'anna@пример.рф'
 */
export function withReadableDomain(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  if (at === -1 || !domain.toLowerCase().includes(ENCODED_PREFIX)) return email;
  return email.slice(0, at + 1) + domain.split('.').map(readableLabel).join('.');
}

/**
 * Returns `email` with its domain in Punycode, as SMTP servers and the cash registers of card providers expect it. An email
 * address with a domain that cannot be encoded is left unchanged.
 * @example withAsciiDomain('anna@пример.рф') // 'anna@xn--e1afmkfd.xn--p1ai'
 */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  if (at === -1 || /^[\x20-\x7e]*$/.test(domain)) return email;
  return email.slice(0, at + 1) + (encodedHost(domain) ?? domain);
}

function readableLabel(label: string): string {
  const encoded = label.toLowerCase();
  if (!encoded.startsWith(ENCODED_PREFIX)) return label;
  const decoded = decodePunycode(encoded.slice(ENCODED_PREFIX.length));
  // Accept a decoded domain label only if the browser encodes it back to the same Punycode, so that a malformed label
  // cannot hide characters.
  return decoded !== null && encodedHost(decoded) === encoded ? decoded : label;
}

function encodedHost(label: string): string | null {
  return parseUrl(`http://${label}/`)?.hostname ?? null;
}

/** Decodes a Punycode label without its prefix (RFC 3492, section 6.2). Returns null if the label is malformed. */
function decodePunycode(encoded: string): string | null {
  const delimiter = encoded.lastIndexOf('-');
  const plain = encoded.slice(0, Math.max(0, delimiter));
  const output = Array.from(plain, (character) => character.charCodeAt(0));
  let codePoint = INITIAL_CODE_POINT;
  let bias = INITIAL_BIAS;
  let index = 0;
  let position = delimiter + 1;
  while (position < encoded.length) {
    const before = index;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digitAt(encoded, position);
      if (digit === null) return null;
      position += 1;
      index += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = output.length + 1;
    bias = adapted(index - before, count, before === 0);
    codePoint += Math.floor(index / count);
    if (codePoint > LAST_CODE_POINT) return null;
    index %= count;
    output.splice(index, 0, codePoint);
    index += 1;
  }
  return String.fromCodePoint(...output);
}

function digitAt(text: string, position: number): number | null {
  const character = text.charAt(position);
  if (/[a-z]/.test(character)) return character.charCodeAt(0) - 'a'.charCodeAt(0);
  return /\d/.test(character) ? Number(character) + T_MAX : null;
}

/** Returns the Punycode bias for the next code point (RFC 3492, section 6.1). */
function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  while (rest > ((BASE - T_MIN) * T_MAX) / 2) {
    rest = Math.floor(rest / (BASE - T_MIN));
    k += BASE;
  }
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
