/** A QR code on a canvas that the browser can copy from too. */
import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { GIFT_QR_SIZE_PX } from '../../../shared/constants';
import { usePlatform } from '../../platform/PlatformContext';

/** `label` is read aloud. */
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

/** Half of its pixels wide: sharp on dense screens, and it fits beside the link. */
const Picture = styled('canvas')({
  display: 'block',
  // The library writes the size of the picture itself into its style.
  width: `${String(GIFT_QR_SIZE_PX / 2)}px !important`,
  height: 'auto !important',
  maxWidth: '100%',
  borderRadius: 8,
  backgroundColor: '#fff',
});
