/** Platform of a page in a browser. Each adapter of the platform is created once. */
import { isStaffPath } from '../../shared/linkedPaths';
import { createBrowserStorage, isStorageAvailable } from './browserStorage';
import { createCardWidget } from './cardWidget';
import { createClipboard } from './clipboard';
import { createConnection } from './connection';
import { detectDeviceSystem } from './deviceSystem';
import { detectEmbeddedBrowser, isInTelegram } from './embeddedBrowser';
import { readConfiguration } from './env';
import { createErrorReporter } from './errorReporter';
import { createFiles } from './files';
import { createGoogle } from './google';
import { logWarning } from './log';
import { createNativeShell } from './nativeShell';
import { createNoticePlace } from './noticePlace';
import { createPageDocument } from './pageDocument';
import type { Platform } from './platform';
import { createQrCode } from './qrCode';
import { createTabLock } from './tabLock';
import { admitForeignScripts } from './trustedTypes';

/** Creates an adapter without which the site works. If the browser lacks what the adapter needs, this is only logged. */
function optional<Adapter>(adapter: string, create: () => Adapter, otherwise: Adapter): Adapter {
  try {
    return create();
  } catch (error) {
    logWarning('An optional adapter could not be created', {
      adapter,
      error: error instanceof Error ? error.name : 'unknown',
    });
    return otherwise;
  }
}

export function createBrowserPlatform(page: Window): Platform {
  const configuration = readConfiguration(page.document);
  if (!isStaffPath(page.location.pathname))
    optional('foreignScripts', () => admitForeignScripts(page, configuration), undefined);
  const fetcher: typeof fetch = (...request) => globalThis.fetch(...request);
  const pageDocument = createPageDocument(page, fetcher);
  return {
    configuration: { ...configuration, publicUrl: configuration.publicUrl ?? page.location.origin },
    fetch: fetcher,
    storage: createBrowserStorage(page, 'localStorage'),
    keepsSignIn: isStorageAvailable(page),
    sessionStorage: createBrowserStorage(page, 'sessionStorage'),
    cardWidget: createCardWidget(configuration.cardWidget, pageDocument.reload),
    google: createGoogle(configuration.google, page, pageDocument.reload),
    embeddedBrowser: optional(
      'embeddedBrowser',
      () =>
        detectEmbeddedBrowser(
          page.navigator.userAgent,
          page.matchMedia('(display-mode: standalone)').matches,
          {
            touchPoints: page.navigator.maxTouchPoints,
            isInTelegram: isInTelegram(page),
          },
        ),
      null,
    ),
    system: optional(
      'system',
      () => detectDeviceSystem(page.navigator.userAgent, page.navigator.maxTouchPoints),
      null,
    ),
    nativeShell: createNativeShell(page),
    errorReporter: optional(
      'errorReporter',
      () => createErrorReporter(configuration.errorReportingDsn),
      null,
    ),
    clipboard: createClipboard(page),
    connection: createConnection(page),
    document: pageDocument,
    noticePlace: optional('notice', () => createNoticePlace(page), { show: () => undefined }),
    tabLock: createTabLock(page),
    files: createFiles(page),
    qrCode: createQrCode(),
    print: () => page.print(),
    now: () => Date.now(),
  };
}
