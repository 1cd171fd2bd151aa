import { EMAIL_PATTERN } from '../../../src/shared/validation';
/**
 * Tests the inline script of the HTML documents, which the test builds from the script's source as the product does.
 */
import { beforeApplication, type Names } from '../../../src/web/beforeApplication/beforeApplication';
import { SCRIPT_BEFORE_APPLICATION } from '../../../src/web/documentHead';
import { emailParts } from '../../../src/web/texts/emailParts';

const NAMES: Names = {
  colorSchemeAttribute: 'data-color-scheme',
  colorSchemeKey: 'mui-mode',
  heldAttribute: 'data-held',
  copyAttribute: 'data-copy',
  copiedAttribute: 'data-copied',
  personalAttribute: 'data-personal',
  emailKey: 'email',
  emailPattern: EMAIL_PATTERN.source,
  applicationStarts: 'applicationstarts',
  applicationIsReady: 'applicationready',
  oldBrowserAttribute: 'data-old-browser',
  fragment: '#',
  trustedTypes: 'application',
  startAfterMs: 5000,
  slowDocumentMs: 200,
};

const root = document.documentElement;

interface Visit {
  page?: string;
  starts?: 'atOnce' | 'onIntent';
  differsFor?: string;
  needs?: string;
  isSkeleton?: boolean;
  body?: string;
  systemIsDark?: boolean;
}

/** Functions that remove the script's listeners from window and document, so that tests do not affect each other. */
let undo: (() => void)[] = [];

function run(
  { page, starts = 'atOnce', differsFor, needs, isSkeleton = false, body = '', systemIsDark = false }: Visit,
  seen: Window & typeof globalThis = window,
): void {
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
  if (page !== undefined) {
    root.dataset['page'] = page;
    root.dataset['starts'] = starts;
    root.dataset['application'] = '/assets/app.js /assets/part.js';
    if (differsFor !== undefined) root.dataset['differsFor'] = differsFor;
    if (needs !== undefined) root.dataset['needs'] = needs;
    if (isSkeleton) root.dataset['skeleton'] = '';
  }
  document.body.innerHTML = body;
  window.matchMedia = (query) => ({ matches: query.includes('dark') === systemIsDark }) as MediaQueryList;
  for (const target of [window, document]) {
    const add = jest.spyOn(target, 'addEventListener');
    undo.push(() => {
      for (const [type, listener, options] of add.mock.calls)
        target.removeEventListener(type, listener, options);
      add.mockRestore();
    });
  }
  beforeApplication(seen, NAMES, emailParts);
}

const pick = ({ pathname, search, href }: Location) => ({ pathname, search, href });

const notify = (type: string) => window.dispatchEvent(new Event(type));
const startedFiles = () =>
  [...document.head.querySelectorAll<HTMLElement>('script, link')].map(
    (element) => element.getAttribute('src') ?? element.getAttribute('href'),
  );

/**
 * Files that the page requests when the application starts. The entry and its chunk are fetched, and the entry is
 * executed.
 */
const STARTED = ['/assets/app.js', '/assets/part.js', '/assets/app.js'];

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(performance, 'now').mockReturnValue(0);
  window.history.replaceState(null, '', '/login');
});
afterEach(() => {
  for (const each of undo) each();
  undo = [];
  document.head.innerHTML = '';
  localStorage.clear();
  sessionStorage.clear();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the colour scheme', () => {
  it.each([
    ['nothing stored, dark system', null, true, 'dark'],
    ['nothing stored, light system', null, false, 'light'],
    ['light chosen in a dark system', 'light', true, 'light'],
    ['dark chosen in a light system', 'dark', false, 'dark'],
    ['the system chosen', 'system', true, 'dark'],
    ['garbage stored', '"><script>', false, 'light'],
  ])('%s', (_case, stored, systemIsDark, scheme) => {
    if (stored !== null) localStorage.setItem('mui-mode', stored);
    run({ systemIsDark });
    expect(root.getAttribute('data-color-scheme')).toBe(scheme);
  });

  it('is the system’s if storage is blocked', () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('SecurityError');
    });
    run({ systemIsDark: true, page: '/login', differsFor: 'email' });
    expect(root.getAttribute('data-color-scheme')).toBe('dark');
    expect(root.hasAttribute('data-held')).toBe(false);
  });
});

describe('a view for another kind of visitor is hidden', () => {
  it('if one of its keys is in either storage or in the query', () => {
    run({ page: '/login', differsFor: 'email key' });
    expect(root.hasAttribute('data-held')).toBe(false);
    sessionStorage.setItem('key', 'x');
    run({ page: '/login', differsFor: 'email key' });
    expect(root.hasAttribute('data-held')).toBe(true);
    sessionStorage.clear();
    localStorage.setItem('email', 'a@b.cd');
    run({ page: '/login', differsFor: 'email key' });
    expect(root.hasAttribute('data-held')).toBe(true);
    localStorage.clear();
    window.history.replaceState(null, '', '/login?key=1');
    run({ page: '/login', differsFor: 'email key' });
    expect(root.hasAttribute('data-held')).toBe(true);
  });

  it('if the URL has a fragment on which the view depends', () => {
    window.history.replaceState(null, '', '/adept');
    run({ page: '/adept', differsFor: 'staffPlace #' });
    expect(root.hasAttribute('data-held')).toBe(false);
    window.history.replaceState(null, '', '/adept#q=ivan');
    run({ page: '/adept', differsFor: 'staffPlace' });
    expect(root.hasAttribute('data-held')).toBe(false);
    run({ page: '/adept', differsFor: 'staffPlace #' });
    expect(root.hasAttribute('data-held')).toBe(true);
  });

  it('if a required key is missing', () => {
    run({ page: '/login', needs: 'email' });
    expect(root.hasAttribute('data-held')).toBe(true);
    localStorage.setItem('email', 'a@b.cd');
    run({ page: '/login', needs: 'email' });
    expect(root.hasAttribute('data-held')).toBe(false);
  });

  it('at a URL of another page, for which the host serves the document', () => {
    run({ page: '/' });
    expect(root.hasAttribute('data-held')).toBe(true);
  });

  it('and its application starts at once', () => {
    run({ page: '/', starts: 'onIntent' });
    expect(startedFiles()).toEqual(STARTED);
  });

  it('until the user goes back to the page, unless the application has started', () => {
    run({ page: '/login', starts: 'onIntent' });
    notify('popstate');
    expect(startedFiles()).toEqual([]);
    window.history.replaceState(null, '', '/shop');
    notify('popstate');
    expect(root.hasAttribute('data-held')).toBe(true);
    expect(startedFiles()).toEqual(STARTED);
    window.history.replaceState(null, '', '/login');
    notify('popstate');
    expect(root.hasAttribute('data-held')).toBe(false);
    notify(NAMES.applicationStarts);
    window.history.replaceState(null, '', '/shop');
    notify('popstate');
    expect(root.hasAttribute('data-held')).toBe(false);
  });
});

describe('a skeleton', () => {
  const EMAIL = 'vasilisa.premudraya@yandex.ru';
  const place = () => document.querySelector<HTMLElement>('[data-personal]')!;

  /** Opens /profile, and adds the page's body afterwards, as the browser parses it. */
  async function open(email: string | null): Promise<void> {
    if (email !== null) localStorage.setItem('email', email);
    window.history.replaceState(null, '', '/profile');
    run({ page: '/profile', needs: 'email', isSkeleton: true });
    document.body.innerHTML = '<p data-personal="">placeholder</p>';
    await Promise.resolve();
    document.dispatchEvent(new Event('DOMContentLoaded'));
  }

  it('shows the stored address before the application starts, with the line breaks of the screen', async () => {
    await open(EMAIL);
    expect(place()).toHaveTextContent(EMAIL);
    expect(place().innerHTML).toBe('vasilisa.<wbr>premudraya@<wbr>yandex.ru');
    expect(place()).toHaveAttribute('data-personal', EMAIL);
  });

  it('shows the address if the browser parses the last elements and reports the end in one task', () => {
    void open(EMAIL);
    document.dispatchEvent(new Event('DOMContentLoaded'));
    expect(place()).toHaveTextContent(EMAIL);
  });

  it.each(['unknown', 'a@b', '<b>me</b>'])('keeps its place hidden if %s is stored', async (email) => {
    await open(email);
    expect(place()).toHaveAttribute('data-personal', '');
    expect(place()).toHaveTextContent('placeholder');
  });

  it.each(['storage', 'pageshow'])(
    'is hidden without the address after a sign-out in another tab, noticed by %s',
    async (type) => {
      await open(EMAIL);
      expect(startedFiles()).toEqual([]);
      localStorage.removeItem('email');
      notify(type);
      expect(root.hasAttribute('data-held')).toBe(true);
      expect(document.body.innerHTML).not.toContain('vasilisa');
      expect(startedFiles()).toEqual(STARTED);
    },
  );

  it('shows the address of another customer who has signed in in another tab', async () => {
    await open(EMAIL);
    localStorage.setItem('email', 'ivan@mail.ru');
    notify('storage');
    expect(place()).toHaveTextContent('ivan@mail.ru');
    expect(root.hasAttribute('data-held')).toBe(false);
  });

  it('is left to the application once the application has taken its place', async () => {
    await open(EMAIL);
    notify(NAMES.applicationStarts);
    localStorage.removeItem('email');
    notify('storage');
    expect(root.hasAttribute('data-held')).toBe(false);
    expect(place()).toHaveTextContent(EMAIL);
  });
});

it('shows no address outside a skeleton', async () => {
  localStorage.setItem('email', 'ivan@mail.ru');
  run({ page: '/login' });
  document.body.innerHTML = '<p data-personal=""></p>';
  await Promise.resolve();
  notify('storage');
  expect(document.querySelector('p')).toBeEmptyDOMElement();
});

describe('the application of a page with links', () => {
  const LINKS: Visit = {
    page: '/login',
    starts: 'onIntent',
    body: '<p>text</p><a href="/shop"><b>shop</b></a>',
  };

  it.each([
    ['a key', () => document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }))],
    ['a press', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
    ['a touch', () => document.body.dispatchEvent(new Event('touchstart', { bubbles: true }))],
    ['the focus', () => document.querySelector('a')!.focus()],
    [
      'a pointer on a link',
      () => document.querySelector('b')!.dispatchEvent(new Event('pointerover', { bubbles: true })),
    ],
  ])('starts with %s, once', (_what, happens) => {
    run(LINKS);
    expect(startedFiles()).toEqual([]);
    happens();
    happens();
    expect(startedFiles()).toEqual(STARTED);
  });

  it('does not start if a pointer only crosses the page', () => {
    run(LINKS);
    document.querySelector('p')!.dispatchEvent(new Event('pointerover', { bubbles: true }));
    expect(startedFiles()).toEqual([]);
  });

  it('starts by itself if the page has been idle for long', () => {
    run(LINKS);
    notify('load');
    jest.advanceTimersByTime(4999);
    expect(startedFiles()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(startedFiles()).toEqual(STARTED);
  });
});

describe('a button that copies', () => {
  const BODY = '<button type="button" data-copy="help@example.com">Copy</button>';

  function visit(writeText: (text: string) => Promise<void>) {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    run({ page: '/login', starts: 'onIntent', body: BODY });
    const button = document.querySelector('button')!;
    const clicked = jest.fn();
    button.addEventListener('click', clicked);
    return { button, clicked };
  }
  afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'));

  it('copies without the application, and is not repeated when the application is ready', async () => {
    const writeText = jest.fn(() => Promise.resolve());
    const { button, clicked } = visit(writeText);
    button.click();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    expect(writeText).toHaveBeenCalledWith('help@example.com');
    expect(button).toHaveAttribute('data-copied');
    notify('applicationstarts');
    notify('applicationready');
    expect(clicked).toHaveBeenCalledTimes(1);
  });

  it('leaves copying to the application if the browser does not allow the script to copy', async () => {
    const { button, clicked } = visit(() => Promise.reject(new Error('NotAllowedError')));
    button.click();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    expect(button).not.toHaveAttribute('data-copied');
    notify('applicationstarts');
    notify('applicationready');
    expect(clicked).toHaveBeenCalledTimes(2);
  });
});

it('starts the application of an interactive page right after its first paint', () => {
  run({ page: '/login' });
  expect(startedFiles()).toEqual([]);
  jest.advanceTimersByTime(20);
  expect(startedFiles()).toEqual(STARTED);
});

describe('if loading of the document began', () => {
  const begins = (ms: number) => void jest.spyOn(performance, 'now').mockReturnValue(ms);
  const fetched = () => [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'));

  it('late, the chunks of an interactive page are fetched before the first paint, and each once', () => {
    begins(201);
    run({ page: '/login' });
    expect(fetched()).toEqual(['/assets/app.js', '/assets/part.js']);
    expect(document.head.querySelector('script')).toBeNull();
    jest.advanceTimersByTime(20);
    expect(startedFiles()).toEqual(STARTED);
  });

  it.each([
    ['late, nothing is fetched for a page of links', 201, 'onIntent'],
    ['soon, nothing is fetched', 200, 'atOnce'],
  ] as const)('%s', (_case, ms, starts) => {
    begins(ms);
    run({ page: '/login', starts });
    expect(startedFiles()).toEqual([]);
  });
});

it('waits for the first paint if the browser reports the first paint', () => {
  let notifyEntries: (entries: PerformanceEntry[]) => void = () => undefined;
  class Observer {
    static readonly supportedEntryTypes = ['paint'];
    constructor(seen: (list: Pick<PerformanceObserverEntryList, 'getEntriesByName'>) => void) {
      notifyEntries = (entries) =>
        seen({ getEntriesByName: (name) => entries.filter((entry) => entry.name === name) });
    }
    observe() {}
  }
  Reflect.set(window, 'PerformanceObserver', Observer);
  undo.push(() => Reflect.deleteProperty(window, 'PerformanceObserver'));
  run({ page: '/login' });
  jest.advanceTimersByTime(1000);
  notifyEntries([{ name: 'first-paint' } as PerformanceEntry]);
  expect(startedFiles()).toEqual([]);
  notifyEntries([{ name: 'first-contentful-paint' } as PerformanceEntry]);
  expect(startedFiles()).toEqual(STARTED);
});

it('starts the application at once in a hidden tab, which is never painted', () => {
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  run({ page: '/login' });
  expect(startedFiles()).toEqual(STARTED);
});

it.each([
  ['the network is back', () => void notify('online')],
  ['something is pressed', () => document.querySelector('button')!.click()],
])(
  'has the document again when its application did not come, once %s and it would',
  async (_when, happens) => {
    const fetched = jest.fn<Promise<unknown>, [string, RequestInit]>(() =>
      Promise.reject(new TypeError('lost')),
    );
    const reload = jest.fn<undefined, []>();
    const page = new Proxy(window, {
      get: (target, name) => {
        if (name === 'fetch') return fetched;
        if (name === 'location') return { ...pick(target.location), reload };
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value as (...all: unknown[]) => unknown).bind(target) : value;
      },
    });
    run({ page: '/login', body: '<button type="button">x</button>' }, page);
    jest.advanceTimersByTime(20);
    document.head.querySelector('script')!.dispatchEvent(new Event('error'));
    expect(fetched).not.toHaveBeenCalled();
    happens();
    await Promise.resolve();
    await Promise.resolve();
    expect(reload).not.toHaveBeenCalled();
    fetched.mockResolvedValue({});
    happens();
    await Promise.resolve();
    await Promise.resolve();
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(reload).toHaveBeenCalledTimes(1);
  },
);

describe('a press before the application is ready', () => {
  it('of a button is repeated once the application is ready', () => {
    run({ page: '/login', body: '<button type="button"><i>x</i></button>' });
    document.querySelector('i')!.click();
    const pressed = jest.fn();
    document.querySelector('button')!.addEventListener('click', pressed);
    notify('applicationstarts');
    expect(pressed).not.toHaveBeenCalled();
    notify('applicationready');
    expect(pressed).toHaveBeenCalledTimes(1);
    document.querySelector('button')!.click();
    notify('applicationready');
    expect(pressed).toHaveBeenCalledTimes(2);
  });

  it('of a submit button submits nothing at first, and submits the form in its current state when the application is ready', () => {
    run({ page: '/login', body: '<form><input name="email"><button>send</button></form>' });
    const early = jest.fn((event: Event) => event.defaultPrevented);
    document.addEventListener('submit', early, { once: true });
    document.querySelector('button')!.click();
    expect(early).toHaveReturnedWith(true);
    const submitted = jest.fn((event: Event) => event.preventDefault());
    document.querySelector('form')!.addEventListener('submit', submitted);
    notify('applicationstarts');
    notify('applicationready');
    expect(submitted).toHaveBeenCalledTimes(1);
  });

  describe('on a page whose elements the application replaces, because a browser has translated the page', () => {
    it('is repeated on the button that has taken the place of the pressed button', () => {
      const body = '<button type="button">x</button><button type="button">y</button>';
      run({ page: '/login', body });
      document.querySelectorAll('button')[1]!.click();
      document.body.innerHTML = body;
      const pressed = [...document.querySelectorAll('button')].map((button) => {
        const listener = jest.fn();
        button.addEventListener('click', listener);
        return listener;
      });
      notify('applicationstarts');
      notify('applicationready');
      expect(pressed.map((listener) => listener.mock.calls.length)).toEqual([0, 1]);
    });

    it('submits the form that has taken the place of the submitted form, with its submit button', () => {
      const body = '<form><button>later</button></form><form><button>no</button><button>send</button></form>';
      run({ page: '/login', body });
      document.querySelectorAll('button')[2]!.click();
      document.body.innerHTML = body;
      const submitters: unknown[] = [];
      document.addEventListener('submit', (event) => {
        event.preventDefault();
        submitters.push(event.submitter);
      });
      notify('applicationstarts');
      notify('applicationready');
      expect(submitters).toEqual([document.querySelectorAll('button')[2]]);
    });

    it('is not repeated after the visitor has gone to another page', () => {
      const body = '<button type="button">x</button>';
      run({ page: '/login', body });
      document.querySelector('button')!.click();
      window.history.replaceState(null, '', '/shop');
      notify('popstate');
      document.body.innerHTML = body;
      const pressed = jest.fn();
      document.querySelector('button')!.addEventListener('click', pressed);
      notify('applicationstarts');
      notify('applicationready');
      expect(pressed).not.toHaveBeenCalled();
    });
  });
});

it('is self-contained: its source refers to nothing outside the document', () => {
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
  localStorage.setItem('mui-mode', 'dark');
  window.eval(SCRIPT_BEFORE_APPLICATION);
  expect(root.getAttribute('data-color-scheme')).toBe('dark');
});
