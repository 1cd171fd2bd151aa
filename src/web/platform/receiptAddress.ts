/** Validation of the URL of a fiscal receipt. */

/**
 * Returns whether the receipt URL is allowed. In the sandbox plain http is allowed too, because the fake fiscal service
 * runs on this machine without a certificate.
 */
export function isReceiptAddress(url: string, mode: 'sandbox' | 'production'): boolean {
  return url.startsWith('https://') || (mode === 'sandbox' && url.startsWith('http://'));
}
