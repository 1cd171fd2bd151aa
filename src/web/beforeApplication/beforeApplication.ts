/**
 * The one script inside the documents: what has to happen before the first paint, and until the
 * application is there. It is written into them as its own source text, so it refers to nothing outside
 * itself, and the policy names it by its hash.
 */

/** Sent by the application on the window: it takes the presses over from now on. */
export const APPLICATION_STARTS = 'applicationstarts';
/** Sent by the application on the window: what was pressed before may be pressed now. */
export const APPLICATION_IS_READY = 'applicationready';
/** On the root element of the document while it shows a view that is not this visitor's. */
export const HELD_ATTRIBUTE = 'data-held';

/** On the root element of the document while it shows what stands for its screen. */
export const SKELETON_ATTRIBUTE = 'data-skeleton';

/** What the script is told, as JSON. */
export interface Names {
  colorSchemeAttribute: string;
  /** MUI's own storage name for the person's choice. */
  colorSchemeKey: string;
  heldAttribute: string;
  /** On a button: the text that it copies, so that it works before the application is there. */
  copyAttribute: string;
  /** Set on that button once the text is copied. */
  copiedAttribute: string;
  applicationStarts: string;
  applicationIsReady: string;
  /** The key that stands for a fragment of the address. */
  fragment: string;
  /** The name of the Trusted Types policy that lets the application's file through. */
  trustedTypes: string;
  /** ms without anything done after which an application that waits for it starts all the same. */
  startAfterMs: number;
  /** ms from the navigation to the document's first lines above which the network is a slow one. */
  slowDocumentMs: number;
}

/**
 * Sets the colour scheme, hides a view that is somebody else's, starts the application (`data-starts` of
 * the document says when, `data-application` with which files), and keeps the last press until it is there.
 */
export function beforeApplication(page: Window & Partial<typeof globalThis>, names: Names): void {
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
  if (path === undefined) return;

  const query = new URLSearchParams(page.location.search);
  const isHere = (key: string): boolean =>
    (key === names.fragment && page.location.hash !== '') ||
    query.has(key) ||
    (stored('localStorage', key) ?? stored('sessionStorage', key)) !== null;
  const isSomebodyElses =
    path !== page.location.pathname ||
    differsFor.split(' ').some((key) => key !== '' && isHere(key)) ||
    needs.split(' ').some((key) => key !== '' && !isHere(key));
  if (isSomebodyElses) root.setAttribute(names.heldAttribute, '');

  let press: (() => void) | null = null;
  let hasApplication = false;
  const keep = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    if (event.type === 'submit' && target instanceof HTMLFormElement) {
      event.preventDefault();
      const { submitter } = event as SubmitEvent;
      press = () => target.requestSubmit(submitter ?? undefined);
      return;
    }
    const button = target.closest('button');
    if (button === null || button.type !== 'button') return;
    const replay = (): void => button.click();
    const text = button.getAttribute(names.copyAttribute);
    if (text === null) {
      press = replay;
      return;
    }
    // Works without the application, which may never come without a network. Rejected too where there is no clipboard.
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

  // A browser asks for a module that did not come no second time: only another document has it. And that one is asked for
  // once it would come: the browser's own page of errors has no way back.
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
    // Where texts may not become scripts: the build's own file, and nothing else.
    const trusted = page.trustedTypes?.createPolicy(names.trustedTypes, {
      createScriptURL: (url) => (url === entry ? url : ''),
    });
    // The object itself is what the browser takes; its type is not in the language's own.
    Reflect.set(script, 'src', trusted === undefined ? entry : trusted.createScriptURL(entry));
    script.addEventListener('error', haveAgain);
    document.head.append(script);
  };
  const onIntent = ({ type, target }: Event): void => {
    // A pointer that only crosses the page wants nothing.
    if (type !== 'pointerover' || (target instanceof Element && target.closest('a, button') !== null))
      start();
  };
  if (isSomebodyElses || (starts === 'atOnce' && document.hidden)) {
    start();
    return;
  }
  for (const type of intents) document.addEventListener(type, onIntent, { capture: true, passive: true });
  // Right after the first picture, where the browser tells of it: before it, its files would keep that one waiting. On a slow
  // network they come after it even when they are asked for now, and a round trip sooner.
  const firstPicture = 'first-contentful-paint';
  if (starts === 'atOnce') {
    // After the emails, which belong to that picture.
    if (page.performance.now() > names.slowDocumentMs) preload('low');
    if (page.PerformanceObserver?.supportedEntryTypes.includes('paint'))
      new page.PerformanceObserver((seen) => {
        if (seen.getEntriesByName(firstPicture).length > 0) start();
      }).observe({ type: 'paint', buffered: true });
    else page.requestAnimationFrame(() => page.setTimeout(start));
  } else page.addEventListener('load', () => page.setTimeout(start, names.startAfterMs), { once: true });
}
