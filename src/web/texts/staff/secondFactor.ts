/** Texts of the second factor, at sign-in and on the account page. */
export const SECOND_FACTOR_TEXTS = {
  code: 'Code from your authenticator app',
  codeHint: '6 digits, a new code every 30 seconds.',
  codeMissing: 'Enter the 6-digit code.',
  codeRejected: 'Incorrect or already used code. Wait for a new one.',
  setUpTitle: 'Set up two-factor authentication',
  setUpLead:
    'You’ll enter a code from an authenticator app in addition to your password. Use Aegis, 2FAS, Google Authenticator or any other app.',
  scan: 'Scan the QR code with the app',
  qrCode: 'QR code for an authenticator app',
  orType: 'or enter this key manually',
  copyKey: 'Copy key',
  keyCopied: 'Key copied to clipboard',
  keyCopyFailed: 'Couldn’t copy the key. Select it and copy it manually.',
  openApp: 'Open the app on this device',
  confirm: 'Enable',
  confirming: 'Enabling',
  confirmLead: 'Enter the code from the app',
  keepKey: 'This key is shown only once. If you lose your app, ask an admin to reset 2FA.',
} as const;
