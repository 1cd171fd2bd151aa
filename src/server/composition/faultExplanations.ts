/** Explains the codes of failed connections to operators. */

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
  ESOCKET: 'the connection failed; check host, port and TLS',
  ETLS: 'the server does not offer TLS, or the TLS handshake failed',
  EAUTH: 'the user name or the password is wrong',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the port expects no TLS at the beginning; use smtp:// instead of smtps://',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate chain is incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
  '28P01': 'the password is wrong',
  '28000': 'the role does not exist, or the server does not admit it',
  '42501': 'the role may not do this; grant it the privilege or make it the owner of the tables',
  '3D000': 'the database does not exist',
};

/**
 * Adds the meaning to each known error code in a text.
 * @example explainFaults('GET /test: ENOTFOUND') // 'GET /test: ENOTFOUND (no such host name)'
 */
export const explainFaults = (text: string): string =>
  text.replace(/\b(?:[A-Z][A-Z_]{3,}|TimeoutError|\d[\dA-Z]{4})\b/g, (code) => {
    const explanation = Object.hasOwn(EXPLANATIONS, code) ? EXPLANATIONS[code] : undefined;
    return explanation === undefined ? code : `${code} (${explanation})`;
  });
