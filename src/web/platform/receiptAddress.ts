/** Where a fiscal receipt may be read. */

/** The sandbox's cashbox answers on this machine, without a certificate. */
export function isReceiptAddress(url: string, mode: 'sandbox' | 'production'): boolean {
  return url.startsWith('https://') || (mode === 'sandbox' && url.startsWith('http://'));
}
