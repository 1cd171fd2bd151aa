/** QR code on a canvas, which the browser can copy as an image. */
import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { GIFT_QR_SIZE_PX } from '../../../shared/constants';
import { usePlatform } from '../../platform/PlatformContext';

/** Renders `text` as a QR code. `label` is the accessible name of the canvas. */
export function QrCanvas({ text, label }: { text: string; label: string }) {
  const { qrCode } = usePlatform();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) void qrCode.draw(canvas.current, text);
  }, [qrCode, text]);
  return (
    <Picture ref={canvas} width={GIFT_QR_SIZE_PX} height={GIFT_QR_SIZE_PX} role="img" aria-label={label} />
  );
}

/**
 * Canvas shown at half of its pixel size, so that the QR code is sharp on high-density screens and fits beside the
 * link.
 */
const Picture = styled('canvas')({
  display: 'block',
  // `!important` is needed because the QR code library sets an inline size on the canvas.
  width: `${String(GIFT_QR_SIZE_PX / 2)}px !important`,
  height: 'auto !important',
  maxWidth: '100%',
  borderRadius: 8,
  backgroundColor: '#fff',
});
