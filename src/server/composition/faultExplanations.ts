/** Explains failed checks of `npm run doctor` to operators: the meaning of an error code, and what to do. */

/**
 * Meaning of error codes of Node.js (https://nodejs.org/api/errors.html), Nodemailer
 * (https://nodemailer.com/errors) and PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no such host name',
  EDNS: 'no such host name',
  EAI_AGAIN: 'the DNS server does not answer',
  ECONNREFUSED: 'no program listens on this port',
  ECONNRESET: 'the other side closed the connection',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'this machine has no route to that network',
  ETIMEDOUT: 'no answer; a firewall may drop the connection',
  UND_ERR_CONNECT_TIMEOUT: 'no answer; a firewall may drop the connection',
  TimeoutError: 'no answer in time',
  ESOCKET: 'the connection failed',
  ECONNECTION: 'the mail server closed the connection or rejects it',
  ETLS: 'the server does not offer TLS, or the TLS handshake failed',
  EAUTH: 'the user name or the password is wrong',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the port expects no TLS at the beginning; use smtp:// instead of smtps://',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the port expects no TLS at the beginning; use smtp:// instead of smtps://',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of the certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
  '28P01': 'the password is wrong',
  '28000': 'the role does not exist, or the server does not admit it',
  '42501': 'the role lacks a privilege',
  '3D000': 'the database does not exist',
  '53300': 'all connections of PostgreSQL are in use',
  '57P03': 'PostgreSQL is starting or stopping',
};

/**
 * Codes of the SMTP driver that are explained only if no other code of the text has an explanation, because the other code
 * is the cause.
 */
const UNSPECIFIC = new Set(['ESOCKET', 'ECONNECTION', 'ETLS']);

const CODE = /\b(?:[A-Z][A-Z_]{3,}|TimeoutError|\d[\dA-Z]{4})\b/g;

/**
 * Adds the meaning to each known error code in a text.
 * @example explainFaults('GET /test: ENOTFOUND') // 'GET /test: ENOTFOUND (no such host name)'
 */
function explainFaults(text: string): string {
  const known = (text.match(CODE) ?? []).filter((code) => Object.hasOwn(EXPLANATIONS, code));
  const hasCause = known.some((code) => !UNSPECIFIC.has(code));
  return text.replace(CODE, (code) =>
    known.includes(code) && !(hasCause && UNSPECIFIC.has(code))
      ? `${code} (${EXPLANATIONS[code] ?? ''})`
      : code,
  );
}

/**
 * What an operator does about a failed check, by the name of the check. The first pattern that matches the error message
 * applies. Each list ends with a pattern that matches every message.
 */
const REMEDIES: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  database: [
    [/28P01/, 'correct the password in DATABASE_URL'],
    [/28000/, 'correct the role in DATABASE_URL, or admit it in pg_hba.conf'],
    [/3D000/, 'create the database, or correct its name in DATABASE_URL'],
    [/42501/, 'make the role of DATABASE_URL the owner of the database and of its tables'],
    [/53300/, 'raise max_connections, or stop programs that hold connections'],
    [/57P03/, 'try again in a minute'],
    [/CERT|LEAF_SIGNATURE/, 'correct the TLS settings in DATABASE_URL'],
    [/(?:)/, 'check the host and the port in DATABASE_URL'],
  ],
  mail: [
    [/EAUTH/, 'correct the user name and the password in SMTP_URL'],
    [/ALTNAME/, 'write the host name of the certificate in SMTP_URL'],
    [
      /CERT|LEAF_SIGNATURE/,
      'install a valid certificate on the mail server, or name its authority in NODE_EXTRA_CA_CERTS',
    ],
    [/ERR_SSL/, 'correct the scheme or the port in SMTP_URL'],
    [/ETLS/, 'use smtps:// or a mail server with STARTTLS, or in your own network add ?requireTLS=false'],
    [/^421/, 'the mail server is busy or blocks this machine, so try again later or ask its operator'],
    [/^5\d\d/, 'the mail server rejects this machine, so ask its operator'],
    [/^no response|ETIMEDOUT/, 'check the host and the port in SMTP_URL, and use smtps:// for port 465'],
    [/(?:)/, 'check the host and the port in SMTP_URL'],
  ],
  'card provider': [
    [
      /HTTP 401|no success/,
      'CloudPayments rejects the credentials, so correct CLOUDPAYMENTS_PUBLIC_ID and CLOUDPAYMENTS_API_SECRET',
    ],
    [/HTTP (?:429|5)/, 'CloudPayments is overloaded, so try again later'],
    [/HTTP/, 'check CLOUDPAYMENTS_API_URL'],
    [/(?:)/, 'check the network of this machine, and CLOUDPAYMENTS_API_URL'],
  ],
  YooKassa: [
    [/HTTP 401/, 'YooKassa rejects the credentials, so correct YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY'],
    [/HTTP 403/, 'YooKassa does not permit this shop to use the API, so ask its manager'],
    [/HTTP (?:429|5)/, 'YooKassa is overloaded, so try again later'],
    [/HTTP/, 'check YOOKASSA_API_URL'],
    [/(?:)/, 'check the network of this machine, and YOOKASSA_API_URL'],
  ],
  pushes: [
    [
      /service account was rejected/,
      'its key was deleted or the clock of this machine is wrong, so create a key for FIREBASE_SERVICE_ACCOUNT and check the clock',
    ],
    [
      /with 40[134]/,
      'the service account may not send pushes, so enable the Firebase Cloud Messaging API and give the account its role',
    ],
    [/rejected/, 'Google does not accept the request, so try again later'],
    [/(?:)/, 'check the network of this machine'],
  ],
  'Google sign-in': [
    [/FIREBASE_API_KEY/, 'Google rejects the key, so correct FIREBASE_API_KEY'],
    [/public keys/, 'check GOOGLE_KEYS_URL'],
    [/(?:)/, 'check the network of this machine'],
  ],
  'VPN panel': [
    [/HTTP 401/, 'create an API token in the VPN panel, and set REMNAWAVE_TOKEN'],
    [
      /does not tell its version/,
      'REMNAWAVE_URL leads to no Remnawave panel, or a proxy rejects the request, so check REMNAWAVE_URL and REMNAWAVE_HEADERS',
    ],
    [/(?:)/, 'check REMNAWAVE_URL and the network of this machine'],
  ],
  'connection check': [[/(?:)/, 'check CHECK_URL, its DNS entry and its certificate']],
};

/**
 * Returns the sentence about a check that failed. `reason` is the error message, which must not contain secrets.
 * @example
 * failedCheck('database', '3D000')
 * // 'The check failed: 3D000 (the database does not exist): create the database, or correct its name in DATABASE_URL.'
 */
export function failedCheck(about: string, reason: string): string {
  const remedy = REMEDIES[about]?.find(([pattern]) => pattern.test(reason))?.[1];
  return `The check failed: ${[explainFaults(reason), remedy].filter((part) => part !== undefined).join(': ')}.`;
}
