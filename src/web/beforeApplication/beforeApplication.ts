/**
 * Inline script of the HTML documents. The script runs before the first paint and handles input until the application
 * has started. The build inserts the source text of the function `beforeApplication` into the HTML, so the function
 * must not refer to anything outside its body. The content security policy allows the script by its hash.
 */

/** Window event sent by the application when it starts to handle clicks and form submissions itself. */
export const APPLICATION_STARTS = 'applicationstarts';
/** Window event sent by the application when it is ready, so that the last click or submission can be replayed. */
export const APPLICATION_IS_READY = 'applicationready';
/**
 * Attribute that the root element has while the prerendered page is hidden, because the page does not match the
 * visitor's state.
 */
export const HELD_ATTRIBUTE = 'data-held';

/** Attribute that the root element has while the HTML document shows a skeleton instead of the screen. */
export const SKELETON_ATTRIBUTE = 'data-skeleton';

/** Parameters of the inline script, which the build inserts as JSON. */
export interface Names {
  colorSchemeAttribute: string;
  /** Storage key in which MUI keeps the user's colour scheme. */
  colorSchemeKey: string;
  heldAttribute: string;
  /**
   * Attribute of a button with the text that the button copies, so that copying works before the application has
   * started.
   */
  copyAttribute: string;
  /** Attribute that is set on the button after the text was copied. */
  copiedAttribute: string;
  /** Attribute of the element of a skeleton that shows the customer's email address. */
  personalAttribute: string;
  /** Storage key of the customer's email address. */
  emailKey: string;
  /** Source of the regular expression of an email address. */
  emailPattern: string;
  applicationStarts: string;
  applicationIsReady: string;
  /** Attribute that the root element has in a browser that is too old for the application. */
  oldBrowserAttribute: string;
  /** Entry in the list of storage keys that represents the URL fragment. */
  fragment: string;
  /** Name of the Trusted Types policy that allows the application's entry file. */
  trustedTypes: string;
  /** Delay in ms after the load event. If there is no user input until then, the application starts without input. */
  startAfterMs: number;
  /**
   * Limit in ms for the time from the navigation to the first lines of the HTML document. Above this limit, the network
   * counts as slow.
   */
  slowDocumentMs: number;
}

/**
 * Sets the colour scheme, hides a prerendered page of a different visitor, writes the customer's email address into a
 * skeleton, starts the application, and keeps the last click until the application is ready. The attribute `data-starts`
 * of the HTML document determines when the application starts, and `data-application` lists the application's files.
 */
export function beforeApplication(
  page: Window & Partial<typeof globalThis>,
  names: Names,
  emailParts: (email: string) => string[],
): void {
  const { document } = page;
  const root = document.documentElement;

  const stored = (storage: 'localStorage' | 'sessionStorage', key: string): string | null => {
    try {
      return page[storage].getItem(key);
    } catch {
      return null;
    }
  };

  const chosen = stored('localStorage', names.colorSchemeKey);
  const systemScheme = page.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.setAttribute(
    names.colorSchemeAttribute,
    chosen === 'light' || chosen === 'dark' ? chosen : systemScheme,
  );

  const { page: path, starts, differsFor = '', needs = '', application = '' } = root.dataset;
  if (path === undefined || root.hasAttribute(names.oldBrowserAttribute)) return;

  /** Hides the prerendered page from a visitor who needs another page. Returns whether the page is hidden. */
  const hold = (): boolean => {
    const query = new URLSearchParams(page.location.search);
    const isHere = (key: string): boolean =>
      (key === names.fragment && page.location.hash !== '') ||
      query.has(key) ||
      (stored('localStorage', key) ?? stored('sessionStorage', key)) !== null;
    return root.toggleAttribute(
      names.heldAttribute,
      path !== page.location.pathname ||
        differsFor.split(' ').some((key) => key !== '' && isHere(key)) ||
        needs.split(' ').some((key) => key !== '' && !isHere(key)),
    );
  };
  const isSomebodyElses = hold();

  /** Writes the stored email address into the skeleton, or removes an address that is no longer stored. */
  const showEmail = (): void => {
    const text = stored('localStorage', names.emailKey) ?? '';
    const email = new RegExp(names.emailPattern, 'u').test(text) ? text : '';
    for (const place of document.querySelectorAll(`[${names.personalAttribute}]`)) {
      if (place.getAttribute(names.personalAttribute) === email) continue;
      place.setAttribute(names.personalAttribute, email);
      place.replaceChildren(
        ...emailParts(email).flatMap((part, index) =>
          index === 0 ? [part] : [document.createElement('wbr'), part],
        ),
      );
    }
  };
  const isSkeleton = root.dataset['skeleton'] !== undefined;
  if (isSkeleton && page.MutationObserver !== undefined) {
    // The observer runs before the browser paints an element that it has parsed.
    const parsed = new page.MutationObserver(showEmail);
    parsed.observe(root, { childList: true, subtree: true });
    const onParsed = (): void => {
      // Chromium may parse the last elements and send this event in one task, before the observer runs.
      showEmail();
      parsed.disconnect();
    };
    document.addEventListener('DOMContentLoaded', onParsed, { once: true });
  }

  let press: (() => void) | null = null;
  let hasApplication = false;
  /**
   * Returns a function that finds the element of the application for a pressed element of the prerendered page. The
   * application replaces all elements of a translated page, so the element is found by its position.
   */
  const counterpart = <Pressed extends HTMLElement>(pressed: Pressed): (() => Pressed | undefined) => {
    const all = (): HTMLCollectionOf<Element> => document.getElementsByTagName(pressed.tagName);
    const position = [...all()].indexOf(pressed);
    return () => (pressed.isConnected ? pressed : (all()[position] as Pressed | undefined));
  };
  const keep = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    if (event.type === 'submit' && target instanceof HTMLFormElement) {
      event.preventDefault();
      // Safari before 16 has no `requestSubmit`, and clicking the submit button does the same.
      const { submitter } = event as SubmitEvent;
      const button = submitter === null ? null : counterpart(submitter);
      press = () => button?.()?.click();
      return;
    }
    const button = target.closest('button');
    if (button === null || button.type !== 'button') return;
    const current = counterpart(button);
    const replay = (): void => current()?.click();
    const text = button.getAttribute(names.copyAttribute);
    if (text === null) {
      press = replay;
      return;
    }
    // Copy without the application, because the application may never load without a network. The promise also rejects
    // if there is no clipboard.
    const copy = async (): Promise<void> => page.navigator.clipboard.writeText(text);
    copy().then(
      () => button.setAttribute(names.copiedAttribute, ''),
      () => {
        if (hasApplication) replay();
        else press = replay;
      },
    );
  };
  const presses = ['click', 'submit'];
  for (const type of presses) document.addEventListener(type, keep, true);
  page.addEventListener(
    names.applicationStarts,
    () => {
      for (const type of presses) document.removeEventListener(type, keep, true);
      page.removeEventListener('popstate', onHistory);
      for (const type of returns) page.removeEventListener(type, onForeignChange);
    },
    { once: true },
  );
  page.addEventListener(
    names.applicationIsReady,
    () => {
      hasApplication = true;
      press?.();
      press = null;
    },
    { once: true },
  );

  // Reload the page, because a browser does not request a failed module again within the same HTML document. Before the
  // reload, check with a HEAD request that the server is reachable, because the browser's error page has no back link.
  const haveAgain = (): void => {
    const ask = (): void =>
      void page.fetch(page.location.href, { method: 'HEAD' }).then(
        () => page.location.reload(),
        () => undefined,
      );
    page.addEventListener('online', ask);
    for (const type of presses) document.addEventListener(type, ask, true);
  };

  const files = application.split(' ').filter((file) => file !== '');
  let hasPreloaded = false;
  const preload = (priority: 'low' | 'auto'): void => {
    if (hasPreloaded) return;
    hasPreloaded = true;
    for (const file of files) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.fetchPriority = priority;
      link.href = file;
      document.head.append(link);
    }
  };

  const intents = ['pointerdown', 'pointerover', 'touchstart', 'keydown', 'focusin'];
  let hasStarted = false;
  const start = (): void => {
    if (hasStarted) return;
    hasStarted = true;
    for (const type of intents) document.removeEventListener(type, onIntent, true);
    const [entry] = files;
    if (entry === undefined) return;
    preload('auto');
    const script = document.createElement('script');
    script.type = 'module';
    // This Trusted Types policy allows only the application's entry file as a script URL.
    const trusted = page.trustedTypes?.createPolicy(names.trustedTypes, {
      createScriptURL: (url) => (url === entry ? url : ''),
    });
    // The browser expects the `TrustedScriptURL` object itself, which TypeScript's DOM types do not accept.
    Reflect.set(script, 'src', trusted === undefined ? entry : trusted.createScriptURL(entry));
    script.addEventListener('error', haveAgain);
    document.head.append(script);
  };
  const onIntent = ({ type, target }: Event): void => {
    // Ignore a pointer that only moves across the page, because the visitor does not intend to interact.
    if (type !== 'pointerover' || (target instanceof Element && target.closest('a, button') !== null))
      start();
  };
  // A back or forward navigation to an entry of the same document changes the URL, but not the prerendered page.
  const onHistory = (): void => {
    // The last press belongs to the page that the visitor has left.
    press = null;
    if (hold()) start();
  };
  page.addEventListener('popstate', onHistory);
  // The customer may sign out in another tab. A page that the browser has kept in memory is notified only when it is
  // shown again.
  const returns = ['storage', 'pageshow'];
  const onForeignChange = (): void => {
    if (isSkeleton) showEmail();
    if (hold()) start();
  };
  for (const type of returns) page.addEventListener(type, onForeignChange);
  if (isSomebodyElses || (starts === 'atOnce' && document.hidden)) {
    start();
    return;
  }
  for (const type of intents) document.addEventListener(type, onIntent, { capture: true, passive: true });
  // Start the application right after the first paint if the browser reports the first paint, because earlier downloads
  // would delay the paint. On a slow network, an early request does not delay the first paint and saves a round trip.
  const firstPicture = 'first-contentful-paint';
  if (starts === 'atOnce') {
    // Preload the chunks at low priority, after the web fonts, which are needed for the first paint.
    if (page.performance.now() > names.slowDocumentMs) preload('low');
    if (page.PerformanceObserver?.supportedEntryTypes.includes('paint'))
      new page.PerformanceObserver((seen) => {
        if (seen.getEntriesByName(firstPicture).length > 0) start();
      }).observe({ type: 'paint', buffered: true });
    else page.requestAnimationFrame(() => page.setTimeout(start));
  } else page.addEventListener('load', () => page.setTimeout(start, names.startAfterMs), { once: true });
}
