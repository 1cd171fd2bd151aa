/**
 * Placeholder that replaces the email address of a deleted account and contains the account id. Its domain is reserved
 * and receives no email (RFC 2606).
 */
export const ERASED_EMAIL = { before: 'deleted-', after: '@account.invalid' } as const;

/** Returns the account id from the placeholder of a deleted account, or null for an email address. */
export function idOfErasedEmail(email: string): string | null {
  const { before, after } = ERASED_EMAIL;
  if (!email.startsWith(before) || !email.endsWith(after)) return null;
  return email.slice(before.length, -after.length);
}
