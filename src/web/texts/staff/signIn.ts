/** Texts of `/capitulum`, the staff sign-in. The specification gives the error text verbatim. */
export const STAFF_SIGN_IN_TEXTS = {
  title: 'Staff sign-in',
  username: 'Username',
  password: 'Password',
  capsLock: 'Caps Lock is on.',
  submit: 'Sign in',
  submitting: 'Signing in',
  error: 'error via sing in, check your data',
  usernameMissing: 'Enter your username.',
  passwordMissing: 'Enter your password.',
  throttled: (wait: string | null) =>
    wait === null ? 'Too many attempts. Try again later.' : `Too many attempts. Try again in ${wait}.`,
  unreachable: 'Can’t reach the server. Check your connection and try again.',
  codeTitle: 'Two-factor authentication',
  codeLead: (username: string) => `Signing in as ${username}.`,
  anotherAccount: 'Use another account',
} as const;

/** Formats a waiting time: in seconds up to 90 s, and in whole minutes above. */
export function waitingTime(seconds: number): string {
  const count = seconds <= 90 ? Math.max(1, Math.ceil(seconds)) : Math.ceil(seconds / 60);
  const unit = seconds <= 90 ? 'second' : 'minute';
  return `${String(count)} ${unit}${count === 1 ? '' : 's'}`;
}
