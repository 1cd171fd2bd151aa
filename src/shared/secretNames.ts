/** Names of fields that contain secrets. Logs and developer tools must redact the values of these fields. */
export const SECRET_NAMES: readonly string[] = [
  'accessToken',
  'refreshToken',
  'mailToken',
  'browserMark',
  'linkToken',
  'idToken',
  'token',
  'bearer',
  'authorization',
  'password',
  'code',
  'key',
  'giftKey',
  'activationKey',
  'firebaseToken',
  'fcmToken',
];
