/** Generator of QR codes. The QR code library is loaded when the first QR code is rendered. */
import { GIFT_QR_MARGIN, GIFT_QR_SIZE_PX } from '../../shared/constants';
import type { QrCode } from './platform';

const LOOK = { width: GIFT_QR_SIZE_PX, margin: GIFT_QR_MARGIN } as const;

export function createQrCode(page: Window): QrCode {
  const draw = async (canvas: HTMLCanvasElement, text: string) => {
    const { toCanvas } = await import('qrcode');
    await toCanvas(canvas, text, LOOK);
  };
  return {
    draw,
    png: async (text) => {
      const canvas = page.document.createElement('canvas');
      await draw(canvas, text);
      return new Promise((resolve, reject) => {
        canvas.toBlob((blob) => {
          if (blob === null) reject(new Error('the browser could not create the image of the QR code'));
          else resolve(blob);
        }, 'image/png');
      });
    },
    modulesOf,
  };
}

/** Returns the modules (squares) of a QR code. The function works without a browser. */
export const modulesOf: QrCode['modulesOf'] = async (text) => {
  const { create } = await import('qrcode');
  const { size, data } = create(text, {}).modules;
  return { size, isDark: (row, column) => data[row * size + column] === 1 };
};
