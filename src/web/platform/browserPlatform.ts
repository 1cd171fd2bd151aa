/** Platform of a page in a browser. Each adapter of the platform is created once. */
import { isStaffPath } from '../../shared/linkedPaths';
import { createBrowserStorage } from './browserStorage';
import { createCardWidget } from './cardWidget';
import { createClipboard } from './clipboard';
import { createConnection } from './connection';
import { deviceSystemOf } from './deviceSystem';
import { embeddedBrowserOf, isInTelegram } from './embeddedBrowser';
import { readConfiguration } from './env';
import { createErrorReporter } from './errorReporter';
import { createFiles } from './files';
import { createGoogle } from './google';
import { createNativeShell } from './nativeShell';
import { createPageDocument } from './pageDocument';
import type { Platform } from './platform';
import { createQrCode } from './qrCode';
import { createTabLock } from './tabLock';
import { admitForeignScripts } from './trustedTypes';

export function createBrowserPlatform(page: Window): Platform {
  const configuration = readConfiguration(page.document);
  if (!isStaffPath(page.location.pathname)) admitForeignScripts(page, configuration);
  const fetcher: typeof fetch = (...request) => globalThis.fetch(...request);
  const pageDocument = createPageDocument(page, fetcher);
  return {
    configuration: { ...configuration, publicUrl: configuration.publicUrl ?? page.location.origin },
    fetch: fetcher,
    storage: createBrowserStorage(page, 'localStorage'),
    sessionStorage: createBrowserStorage(page, 'sessionStorage'),
    cardWidget: createCardWidget(configuration.cardWidget, pageDocument.reload),
    google: createGoogle(configuration.google, page, pageDocument.reload),
    embeddedBrowser: embeddedBrowserOf(
      page.navigator.userAgent,
      page.matchMedia('(display-mode: standalone)').matches,
      { touchPoints: page.navigator.maxTouchPoints, isInTelegram: isInTelegram(page) },
    ),
    system: deviceSystemOf(page.navigator.userAgent, page.navigator.maxTouchPoints),
    nativeShell: createNativeShell(page),
    errorReporter: createErrorReporter(configuration.errorReportingDsn),
    clipboard: createClipboard(page),
    connection: createConnection(page),
    document: pageDocument,
    tabLock: createTabLock(page),
    files: createFiles(page),
    qrCode: createQrCode(page),
    print: () => page.print(),
    now: () => Date.now(),
  };
}
