/** Generator of QR codes. The libraries are loaded when the first QR code is rendered or saved. */
import { GIFT_QR_MARGIN, GIFT_QR_SIZE_PX } from '../../shared/constants';
import type { QrCode, QrModules } from './platform';

const LOOK = { width: GIFT_QR_SIZE_PX, margin: GIFT_QR_MARGIN } as const;

export function createQrCode(): QrCode {
  return {
    draw: async (canvas, text) => {
      const { toCanvas } = await import('qrcode');
      await toCanvas(canvas, text, LOOK);
    },
    // The image is written from the modules and not read from a canvas, because Firefox returns noise for a canvas if it
    // resists fingerprinting.
    png: async (text) => {
      const [modules, { encode }] = await Promise.all([createModules(text), import('fast-png')]);
      const image = encode({
        width: LOOK.width,
        height: LOOK.width,
        channels: 1,
        data: renderPixels(modules),
      });
      return new Blob([new Uint8Array(image)], { type: 'image/png' });
    },
    createModules,
  };
}

/** Returns the grey values of the pixels of a QR code with its margin, row by row. */
function renderPixels({ size, isDark }: QrModules): Uint8Array {
  const { width, margin } = LOOK;
  const pixels = new Uint8Array(width * width).fill(255);
  const moduleAt = (pixel: number): number => Math.floor((pixel * (size + 2 * margin)) / width) - margin;
  const isInside = (module: number): boolean => module >= 0 && module < size;
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [row, column] = [moduleAt(y), moduleAt(x)];
      if (isInside(row) && isInside(column) && isDark(row, column)) pixels[y * width + x] = 0;
    }
  }
  return pixels;
}

/** Returns the modules (squares) of a QR code. The function works without a browser. */
export const createModules: QrCode['createModules'] = async (text) => {
  const { create } = await import('qrcode');
  const { size, data } = create(text, {}).modules;
  return { size, isDark: (row, column) => data[row * size + column] === 1 };
};
