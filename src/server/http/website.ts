/**
 * Serves the built single-page application. Static files are served as the build compressed them, and every other path
 * gets an HTML document. All files are read and all documents are rendered once at startup, because files and documents
 * are identical for all users. A maintenance notice is inserted into a document at its first delivery, and the page /status
 * is rendered after each measurement.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ClientConfiguration } from '../../shared/configuration';
import { isStaffPath, LINKED_PATHS } from '../../shared/linkedPaths';
import { encodeNotice, type Notice } from '../../shared/notice';
import type { PageRenderer, PrerenderedPage } from '../../shared/prerenderedPage';
import type { ServiceStatus } from '../../shared/serviceStatus';
import { BARE_POLICY, contentSecurityPolicy, type RouteGroup } from './contentSecurityPolicy';
import {
  parseScreenFiles,
  SCREEN_FILES,
  type ScreenFiles,
  TEMPLATE_FILE,
  withNotice,
  writeDocument,
} from './document';
import { documentHeaders } from './securityHeaders';

/** State of the server that documents show. Both functions respond while the database is unavailable. */
export interface LiveState {
  /** Returns the maintenance notice, or null if there is none. */
  notice: () => Notice | null;
  status: () => Promise<ServiceStatus>;
}

/** Serves a request. Without `live`, documents contain neither a maintenance notice nor the states of the services. */
export type Website = (request: Request, live?: LiveState) => Response | Promise<Response>;

export interface WebsiteOptions {
  /** Folder of the build, `dist/web`. */
  folder: string;
  configuration: ClientConfiguration;
  /** Public base URL of the product, without a trailing slash. */
  publicUrl: string;
  /** Renderer of prerendered pages. If no renderer is given, every page is rendered in the browser. */
  renderer?: PageRenderer;
}

type Encoding = 'br' | 'gzip';

interface StaticFile {
  mediaType: string;
  etag: string;
  cacheControl: string;
  bytes: Uint8Array<ArrayBuffer>;
  compressed: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>;
}

/** Bytes of a document in one content encoding. */
interface EncodedDocument {
  bytes: Uint8Array<ArrayBuffer>;
  /** Strong ETag of the document, which differs for each content encoding. */
  etag: string;
}

type EncodedDocuments = Readonly<Record<Encoding | 'identity', Promise<EncodedDocument>>>;

interface HtmlDocument {
  html: string;
  policy: string;
  /** Compression starts at server startup. The first request waits if the compression is not finished yet. */
  encoded: EncodedDocuments;
  /** Document with the last maintenance notice; null if it was never delivered with a notice. */
  noticed: { notice: string; encoded: EncodedDocuments } | null;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const COMPRESSED_SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/**
 * Matches paths of files. No page of the application has such a path, so a request for an outdated chunk or by a
 * vulnerability scanner gets a 404 and not an HTML document.
 */
const LOOKS_LIKE_FILE = /^\/assets\/|\/\.|\.[^/]*$/;

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Cache-Control for files without a hash in their name, such as icons. */
const CACHED_A_DAY = 'public, max-age=86400, stale-while-revalidate=604800';
const REVALIDATED = 'no-cache';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

function computeHash(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, 22);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !name.split('/').some((segment) => segment.startsWith('.')));
}

async function readStaticFiles(folder: string, names: readonly string[]): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    const mediaType = MEDIA_TYPES[path.posix.extname(name)];
    if (mediaType === undefined) continue;
    const bytes = new Uint8Array(await readFile(path.join(folder, name)));
    const compressed: StaticFile['compressed'] = {};
    for (const encoding of ['br', 'gzip'] as const) {
      const sibling = name + COMPRESSED_SUFFIXES[encoding];
      if (names.includes(sibling)) {
        compressed[encoding] = new Uint8Array(await readFile(path.join(folder, sibling)));
      }
    }
    files.set(`/${name}`, {
      mediaType,
      etag: `"${computeHash(bytes)}"`,
      cacheControl: /^(?:assets|fonts)\//.test(name) ? IMMUTABLE : CACHED_A_DAY,
      bytes,
      compressed,
    });
  }
  return files;
}

/** Brotli quality of documents that are compressed while the server handles requests, which takes 3 ms instead of 150 ms. */
const QUICK_BROTLI_QUALITY = 5;

async function encode(
  html: string,
  encoding: Encoding | 'identity',
  brotliQuality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Buffer.from(html, 'utf8');
  switch (encoding) {
    case 'br':
      return new Uint8Array(
        await compressBrotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
          },
        }),
      );
    case 'gzip':
      return new Uint8Array(await compressGzip(bytes, { level: constants.Z_BEST_COMPRESSION }));
    case 'identity':
      return new Uint8Array(bytes);
  }
}

function encodeDocument(html: string, policy: string, brotliQuality: number): EncodedDocuments {
  const encoded = async (encoding: Encoding | 'identity') => ({
    bytes: await encode(html, encoding, brotliQuality),
    // The ETag includes the Content-Security-Policy, because a browser keeps the policy of the document that it has
    // cached.
    etag: `"${computeHash(html, policy)}-${encoding}"`,
  });
  return { br: encoded('br'), gzip: encoded('gzip'), identity: encoded('identity') };
}

/** Returns the encoded document with the maintenance notice. The compressed document is kept until the notice changes. */
function encodedWith(notice: Notice | null, document: HtmlDocument): EncodedDocuments {
  if (notice === null) return document.encoded;
  const code = encodeNotice(notice);
  if (document.noticed?.notice !== code) {
    const encoded = encodeDocument(withNotice(document.html, notice), document.policy, QUICK_BROTLI_QUALITY);
    document.noticed = { notice: code, encoded };
  }
  return document.noticed.encoded;
}

function deriveRouteGroup(pathname: string): RouteGroup {
  return isStaffPath(pathname) ? 'staff' : 'customers';
}

interface Documents {
  /** Documents of all prerendered pages, by path. */
  prerendered: Map<string, HtmlDocument>;
  /** Documents of all other paths. */
  fallback: Record<RouteGroup, HtmlDocument>;
  /** Renders the page /status with the states of the services; null if every page is rendered in the browser. */
  renderStatus: ((status: ServiceStatus) => Promise<HtmlDocument>) | null;
}

async function writeDocuments(
  template: string,
  screenFiles: ScreenFiles,
  { configuration, publicUrl, renderer }: WebsiteOptions,
): Promise<Documents> {
  const buildDocument = (
    page: PrerenderedPage | null,
    group: RouteGroup,
    { embedded = configuration, quality = constants.BROTLI_MAX_QUALITY } = {},
  ): HtmlDocument => {
    const written = writeDocument(template, page, embedded, screenFiles);
    const policy = contentSecurityPolicy(configuration, publicUrl, written, group);
    const encoded = encodeDocument(written.html, policy, quality);
    return { html: written.html, policy, encoded, noticed: null };
  };
  const prerendered = new Map<string, HtmlDocument>();
  for (const pagePath of renderer?.prerenderedPaths ?? []) {
    const page = await renderer?.renderPage(pagePath, configuration);
    if (page !== undefined) prerendered.set(pagePath, buildDocument(page, deriveRouteGroup(pagePath)));
  }
  const fallback = { customers: buildDocument(null, 'customers'), staff: buildDocument(null, 'staff') };
  const renderStatus =
    renderer === undefined
      ? null
      : async (status: ServiceStatus) => {
          const embedded = { ...configuration, status };
          const page = await renderer.renderPage(LINKED_PATHS.status, embedded);
          return buildDocument(page, 'customers', { embedded, quality: QUICK_BROTLI_QUALITY });
        };
  return { prerendered, fallback, renderStatus };
}

/** Returns the best content encoding that the client accepts with a weight above 0. */
function acceptedEncoding(request: Request): Encoding | null {
  const accepted = (request.headers.get('accept-encoding') ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? null;
}

function isUnchanged(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match');
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return known !== null && (known.trim() === '*' || known.split(',').some((tag) => bare(tag) === bare(etag)));
}

function notModified(etag: string, cacheControl: string): Response {
  return new Response(null, {
    status: 304,
    headers: { ETag: etag, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' },
  });
}

function response(
  request: Request,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Response {
  return new Response(request.method === 'HEAD' ? null : bytes, {
    headers: { ...headers, 'Content-Length': String(bytes.byteLength), Vary: 'Accept-Encoding' },
  });
}

function responseFile(request: Request, file: StaticFile): Response {
  if (isUnchanged(request, file.etag)) return notModified(file.etag, file.cacheControl);
  const encoding = acceptedEncoding(request);
  const compressed = encoding === null ? undefined : file.compressed[encoding];
  return response(request, compressed ?? file.bytes, {
    'Content-Type': file.mediaType,
    'Cache-Control': file.cacheControl,
    ETag: file.etag,
    ...(encoding !== null && compressed !== undefined ? { 'Content-Encoding': encoding } : {}),
  });
}

async function responseDocument(
  request: Request,
  document: HtmlDocument,
  notice: Notice | null,
): Promise<Response> {
  const encoding = acceptedEncoding(request) ?? 'identity';
  const { bytes, etag } = await encodedWith(notice, document)[encoding];
  if (isUnchanged(request, etag)) return notModified(etag, REVALIDATED);
  return response(request, bytes, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': REVALIDATED,
    ETag: etag,
    ...documentHeaders(document.policy),
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  });
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': BARE_POLICY,
      ...headers,
    },
  });
}

/** Reads the built website and returns a function that serves it. Rejects if the folder contains no build. */
export async function openWebsite(options: WebsiteOptions): Promise<Website> {
  const { folder } = options;
  const names = await listFiles(folder).catch((): string[] => []);
  if (!names.includes(TEMPLATE_FILE)) {
    throw new Error(`There is no built site in ${folder}: run npm run build.`);
  }
  const files = await readStaticFiles(folder, names);
  const template = await readFile(path.join(folder, TEMPLATE_FILE), 'utf8');
  const screenFiles = parseScreenFiles(await readFile(path.join(folder, SCREEN_FILES), 'utf8'));
  const { prerendered, fallback, renderStatus } = await writeDocuments(template, screenFiles, options);
  let rendered: { status: ServiceStatus; document: Promise<HtmlDocument> } | null = null;

  /** Returns the page /status, which is rendered at most once for each measurement. */
  const statusDocument = async ({ status: measured }: LiveState): Promise<HtmlDocument | undefined> => {
    const status = await measured();
    if (renderStatus === null) return undefined;
    if (rendered?.status !== status) rendered = { status, document: renderStatus(status) };
    return rendered.document;
  };

  return async (request, live) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plain(405, 'Method not allowed', { Allow: 'GET, HEAD' });
    }
    const { pathname } = new URL(request.url);
    const file = files.get(pathname);
    if (file !== undefined) return responseFile(request, file);
    if (LOOKS_LIKE_FILE.test(pathname)) return plain(404, 'Not found');
    const document =
      (live !== undefined && pathname === LINKED_PATHS.status ? await statusDocument(live) : undefined) ??
      prerendered.get(pathname) ??
      fallback[deriveRouteGroup(pathname)];
    return responseDocument(request, document, live?.notice() ?? null);
  };
}
