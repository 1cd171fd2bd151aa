/**
 * Finds the address of the VPN panel in response headers, in any spelling. A VPN app that learns the address could fetch
 * configurations past the rules of device links.
 */
import { isIP } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';

/** Number of encodings inside each other that are undone. */
const DEPTH = 3;

/** Maximum number of spellings of one header value that are examined. A value with more of them counts as an address. */
const SPELLINGS_MAX = 200;

/** Shortest base64 text that is decoded, in characters. It encodes 6 bytes, and a host name has more. */
const BASE64 = /[A-Za-z\d+/_-]{8,}={0,2}/g;
const PERCENT = /(?:%[\da-f]{2})+/gi;
const URLS = /[a-z][a-z\d+.-]*:\/\/[^\s"'<>,;]+/gi;
const DOTTED_IP = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/;
const BRACKETED_IP = /\[[\da-f:.]*:[\da-f:.]*\]/i;
/** Characters that a browser removes from a host name, and full stops of other scripts. */
const INVISIBLE = /[\u00ad\u034f\u200b-\u200d\u2060\ufeff]/g;
const FULL_STOPS = /[\u3002\uff0e\uff61]/g;

/** Decodes UTF-8 bytes. Returns null if they are no text. */
function decodeText(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const percentDecoded = (text: string): string =>
  text.replace(PERCENT, (codes) => decodeText(Buffer.from(codes.replaceAll('%', ''), 'hex')) ?? codes);

/**
 * Returns the parts of a text that may be base64. A slash is a character of base64, and separates the parts of a URL that may
 * be base64.
 */
const findBase64Parts = (text: string): string[] =>
  (text.match(BASE64) ?? []).flatMap((run) => [
    run,
    ...run.split('/'),
    ...[...run.matchAll(/\//g)].map(({ index }) => run.slice(index + 1)),
  ]);

/** Returns the texts that a value may mean: the value itself, and its parts without percent-encoding and base64. */
function decodeSpellings(value: string): ReadonlySet<string> {
  const found = new Set([value]);
  let last = [value];
  for (let depth = 0; depth < DEPTH && found.size <= SPELLINGS_MAX; depth += 1) {
    last = last
      .flatMap((text) => [
        percentDecoded(text),
        ...findBase64Parts(text).map((part) => decodeText(Buffer.from(part, 'base64')) ?? ''),
      ])
      .filter((text) => text !== '' && !found.has(text));
    for (const text of last) found.add(text);
  }
  return found;
}

/** Brings a text to the form in which host names are compared. */
const comparable = (text: string): string =>
  text.normalize('NFKC').replace(INVISIBLE, '').replace(FULL_STOPS, '.').toLowerCase();

/** Returns whether a text contains an IP address, also as the number that a browser accepts as a host. */
function containsIp(text: string): boolean {
  if (DOTTED_IP.test(text) || BRACKETED_IP.test(text)) return true;
  return (text.match(URLS) ?? []).some((url) => {
    // Only web protocols have hosts that are parsed as numbers.
    const web = url.replace(/^[a-z][a-z\d+.-]*:/i, 'https:');
    return URL.canParse(web) && isIP(new URL(web).hostname.replace(/^\[|\]$/g, '')) !== 0;
  });
}

/** Names of an address: host names in ASCII and Unicode, and ids in the path of a subscription. */
type Names = readonly string[];

const namesOfHost = (host: string): Names =>
  [domainToASCII(host), domainToUnicode(host), host].map(comparable).filter((name) => name !== '');

/** Headers that describe the body or its routing rules, which contain IP addresses of networks. */
const BODY_HEADERS: readonly string[] = ['content-type', 'content-disposition', 'routing'];

function reveals(header: string, value: string, names: Names): boolean {
  const isOfBody = BODY_HEADERS.includes(header);
  const spellings = decodeSpellings(value);
  if (!isOfBody && spellings.size > SPELLINGS_MAX) return true;
  return [...spellings].some((spelling) => {
    const text = comparable(spelling);
    return (!isOfBody && containsIp(text)) || names.some((name) => text.includes(name));
  });
}

/** Decodes a header value, of which HTTP parsers read each byte as one character. */
const asText = (value: string): string => decodeText(Buffer.from(value, 'latin1')) ?? value;

/** Returns the hosts of the URLs in a response that contain the id of the subscription. They belong to the VPN panel. */
function hostsOfSubscription(values: readonly string[], shortUuid: string): string[] {
  const urls = values.flatMap((value) =>
    [...decodeSpellings(value)].flatMap((text) => (text.includes(shortUuid) ? (text.match(URLS) ?? []) : [])),
  );
  return urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).hostname] : []));
}

/**
 * Returns the headers without those that contain the address of the VPN panel: its host name, a host under which it serves
 * this subscription, the path of a subscription, or any IP address, which may be that of the VPN panel.
 */
export function withoutPanelAddress(headers: Headers, panelUrl: string, shortUuid: string): Headers {
  const values = [...headers].map(([name, value]) => [name, asText(value)] as const);
  const hosts = [
    new URL(panelUrl).hostname,
    ...hostsOfSubscription(
      values.map(([, value]) => value),
      shortUuid,
    ),
  ];
  const names = [...hosts.flatMap(namesOfHost), comparable(shortUuid), '/api/sub'];
  const clean = new Headers();
  for (const [name, value] of values) {
    if (!reveals(name, value, names)) clean.append(name, headers.get(name) ?? '');
  }
  return clean;
}
