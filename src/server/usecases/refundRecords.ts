/** What connects a refund's decision, its errand in the outbox and its outcome. */

/** Dedupe key of the errand that gives a payment back; also its idempotency key at the provider. */
export function refundKeyOf(transactionId: string): string {
  return `refund:${transactionId}`;
}

/** The same of the errand that voids one. */
export function voidKeyOf(transactionId: string): string {
  return `void:${transactionId}`;
}
