/** Names of what lets its holder in: no log and no developer's tool shows what stands under them. */
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
