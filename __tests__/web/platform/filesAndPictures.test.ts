/** Tests file downloads, copying images to the clipboard, and the modules of a QR code. */
import { createClipboard } from '../../../src/web/platform/clipboard';
import { createFiles } from '../../../src/web/platform/files';
import { modulesOf } from '../../../src/web/platform/qrCode';

/** Creates a page whose clipboard calls `write` when the application copies. */
function pageWith(clipboard: unknown): Window {
  return new Proxy(window, {
    get: (page, name) => {
      if (name === 'navigator') return { clipboard };
      const value: unknown = Reflect.get(page, name);
      return typeof value === 'function' ? (value.bind(page) as unknown) : value;
    },
  });
}

const globals = globalThis as { ClipboardItem?: unknown };

describe('a copied image', () => {
  afterEach(() => {
    delete globals.ClipboardItem;
  });

  const picture = () => Promise.resolve(new Blob(['png'], { type: 'image/png' }));

  it('is passed to the clipboard before the image is complete', async () => {
    const written: Record<string, unknown>[] = [];
    globals.ClipboardItem = class {
      constructor(readonly parts: Record<string, unknown>) {}
    };
    const clipboard = createClipboard(
      pageWith({
        write: (items: { parts: Record<string, unknown> }[]) => {
          written.push(...items.map(({ parts }) => parts));
          return Promise.resolve();
        },
      }),
    );
    const image = picture();
    expect(await clipboard.copyImage(image)).toBe(true);
    expect(written).toEqual([{ 'image/png': image }]);
  });

  it.each([
    ['has no picture clipboard', undefined],
    ['refuses', { write: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
  ])('is told to have failed by a browser that %s [error-38]', async (_how, clipboard) => {
    expect(await createClipboard(pageWith(clipboard)).copyImage(picture())).toBe(false);
  });
});

it('saves a file under the given name', () => {
  const clicked: { href: string; download: string }[] = [];
  const saved: Blob[] = [];
  const urls = URL as { createObjectURL?: (blob: Blob) => string };
  urls.createObjectURL = (blob) => {
    saved.push(blob);
    return 'blob:file';
  };
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function press() {
    clicked.push({ href: this.href, download: this.download });
  };
  const content = new Blob(['a']);
  createFiles(window).save('gifts.csv', content);
  HTMLAnchorElement.prototype.click = click;
  expect(clicked).toEqual([{ href: 'blob:file', download: 'gifts.csv' }]);
  expect(saved).toEqual([content]);
});

it('returns the modules of a QR code', async () => {
  const { size, isDark } = await modulesOf('https://prosvet.example/gift?key=0123456789ABCDEFGHJKMNPQRS');
  expect((size - 17) % 4).toBe(0);
  // Each of the three finder patterns of a QR code is a dark ring around a light ring around a dark square.
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const) {
    const middle = Array.from({ length: 7 }, (_, column) => isDark(top + 3, left + column));
    expect(middle).toEqual([true, false, true, true, true, false, true]);
  }
  expect(isDark(7, 7)).toBe(false);
});
