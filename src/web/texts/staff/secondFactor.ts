/** Words about the second factor, at the sign-in and on the account page. */
export const SECOND_FACTOR_TEXTS = {
  code: 'Code from the authenticator app',
  codeHint: '6 digits, a new code every 30 seconds.',
  codeMissing: 'Type the 6 digits of the code.',
  codeRefused: 'The code is wrong or was used already. Wait for the next one.',
  setUpTitle: 'Set up a second factor',
  setUpLead:
    'Staff need a code from an authenticator app beside the password: Aegis, 2FAS, Google Authenticator or any other.',
  scan: 'Scan this with the app',
  qrCode: 'QR code for an authenticator app',
  orType: 'or type this key into it',
  copyKey: 'Copy the key',
  keyCopied: 'Key copied to clipboard',
  keyCopyFailed: 'Failed to copy the key',
  openApp: 'Open the app on this device',
  confirm: 'Turn it on',
  confirming: 'Turning it on',
  confirmLead: 'Type the code that the app shows',
  keepKey: 'The key is shown this once. Whoever loses the app asks an admin to reset the second factor.',
} as const;
