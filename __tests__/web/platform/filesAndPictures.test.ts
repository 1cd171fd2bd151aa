/** Tests file downloads, copying texts and images to the clipboard, and the modules and the image of a QR code. */
import { decode } from 'fast-png';
import { GIFT_QR_MARGIN, GIFT_QR_SIZE_PX } from '../../../src/shared/constants';
import { createClipboard } from '../../../src/web/platform/clipboard';
import { createFiles } from '../../../src/web/platform/files';
import { createModules, createQrCode } from '../../../src/web/platform/qrCode';

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

describe('a copied text that a request returns', () => {
  afterEach(() => {
    delete globals.ClipboardItem;
  });

  it('is passed to the clipboard before the response arrives', async () => {
    const written: Record<string, Promise<Blob>>[] = [];
    globals.ClipboardItem = class {
      constructor(readonly parts: Record<string, Promise<Blob>>) {}
    };
    const clipboard = createClipboard(
      pageWith({
        write: async (items: { parts: Record<string, Promise<Blob>> }[]) => {
          written.push(...items.map(({ parts }) => parts));
          await Promise.all(written.flatMap((parts) => Object.values(parts)));
        },
      }),
    );
    let respond: (text: string) => void = () => undefined;
    const copied = clipboard.copyText(new Promise<string>((resolve) => (respond = resolve)));
    expect(written).toHaveLength(1);
    respond('https://prosvet.example/gift?key=X');
    expect(await copied).toBe(true);
    expect((await written[0]?.['text/plain'])?.type).toBe('text/plain');
  });

  it('is written as text in a browser without image clipboard', async () => {
    const written: string[] = [];
    const writeText = (text: string) => Promise.resolve(void written.push(text));
    expect(await createClipboard(pageWith({ writeText })).copyText(Promise.resolve('link'))).toBe(true);
    expect(written).toEqual(['link']);
  });

  it('is not copied if the request fails', async () => {
    const writeText = () => Promise.resolve();
    const failed = Promise.reject(new Error('no response'));
    expect(await createClipboard(pageWith({ writeText })).copyText(failed)).toBe(false);
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
  const { size, isDark } = await createModules('https://prosvet.example/gift?key=0123456789ABCDEFGHJKMNPQRS');
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

it('writes the image of a QR code from its modules, without a canvas', async () => {
  const link = 'https://prosvet.example/gift?key=0123456789ABCDEFGHJKMNPQRS';
  const [image, { size, isDark }] = await Promise.all([createQrCode().png(link), createModules(link)]);
  const bytes = new Uint8Array(await image.arrayBuffer());
  const { width, height, data } = decode(bytes);
  expect([image.type, width, height]).toEqual(['image/png', GIFT_QR_SIZE_PX, GIFT_QR_SIZE_PX]);
  const perModule = GIFT_QR_SIZE_PX / (size + 2 * GIFT_QR_MARGIN);
  const computeMiddle = (module: number): number => Math.floor((module + GIFT_QR_MARGIN + 0.5) * perModule);
  for (let row = -GIFT_QR_MARGIN; row < size + GIFT_QR_MARGIN; row += 1) {
    for (let column = -GIFT_QR_MARGIN; column < size + GIFT_QR_MARGIN; column += 1) {
      const isInside = [row, column].every((each) => each >= 0 && each < size);
      const pixel = data[computeMiddle(row) * width + computeMiddle(column)];
      expect([row, column, pixel]).toEqual([row, column, isInside && isDark(row, column) ? 0 : 255]);
    }
  }
});
