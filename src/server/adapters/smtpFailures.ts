/**
 * Classifies failures of SMTP deliveries by the phase in which they occurred. A failure of the connection, the greeting,
 * TLS, AUTH or MAIL FROM, and the reply 421 in any phase, concern the mail server. Replies to RCPT TO and to DATA concern
 * one email, because a visitor chooses the recipient.
 */
import { AddressRejected, MailRejected, MailServerFailed, needsSmtpUtf8 } from '../ports/mailer';

/**
 * Error fields of the SMTP driver. The `message` and `response` texts come from the remote server, so they are not
 * logged.
 */
interface SmtpFailure {
  /** Kind of the failure in the driver, for example `EENVELOPE`. */
  code?: unknown;
  /** SMTP command of the phase. `CONN` is the connection, and `API` a rejection by the driver itself. */
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
  /** Code of the system or TLS error that caused the failure, for example `DEPTH_ZERO_SELF_SIGNED_CERT`. */
  originalCode?: unknown;
}

/**
 * Permanent SMTP reply codes about the recipient's mailbox: syntax, unknown user, not local, name not allowed, failed, and
 * a domain that accepts no email (RFC 7504).
 */
const MAILBOX_CODES = [501, 550, 551, 553, 554, 556];

/**
 * Enhanced status codes (RFC 3463) that do not concern the recipient's mailbox: a bad sender address, a full mailbox, or
 * a problem of the mail system, of routing, of the protocol, of the content or of a policy.
 */
const NOT_THE_MAILBOX = /^5\.(?:1\.[78]|2\.[23]|[34567]\.\d+)$/;

/**
 * Words of a reply that the mailbox does not exist. Mail servers such as Yandex write them behind the code 5.7.1, so the
 * words are compared before the enhanced code.
 */
const NO_MAILBOX = new RegExp(
  [
    String.raw`\bno such (?:local )?(?:user|mailbox|recipient|address|account|person|e?-?mail)\b`,
    String.raw`\b(?:user|mailbox|recipient|addressee|address|account|alias)(?: is| was)? (?:unknown|not found|invalid|non-?existent|not known)\b`,
    String.raw`\b(?:user|mailbox|recipient|account)(?: is| was| has been)? (?:disabled|deactivated|inactive|closed|deleted)\b`,
    String.raw`\b(?:unknown|invalid|non-?existent|nonexistent) (?:local )?(?:user|mailbox|recipient|account|alias|address)\b`,
    String.raw`(?:\bnot|n't) (?:exists?|have an? \S+ account)\b`,
    String.raw`\bno mailbox\b`,
    String.raw`\bnot a (?:known|valid) (?:user|mailbox|recipient)\b`,
    String.raw`\bdomain\b.{0,80}\bdoes not accept e?-?mail\b`,
    // Exchange Online rejects recipients that are not in its directory with these words, and only with this code.
    String.raw`\b5\.4\.1 recipient address rejected: access denied\b`,
  ].join('|'),
  'i',
);

/**
 * Words with which Outlook.com rejects an unknown mailbox behind the code 5.5.0. RFC 5321 permits the words for a policy as
 * well, so other words of the reply may contradict them.
 */
const MAILBOX_UNAVAILABLE = /\bmailbox (?:is )?unavailable\b/i;

/** Words of a rejection of the sender, its network or its reputation. Such a reply may also contain `User unknown`. */
const ABOUT_THE_SENDER =
  /\b(?:sender|mail from|envelope.from|from address|client host|helo|ehlo|your (?:ip|host|server|domain|network|mail ?server|dns)|spf|dkim|dmarc|ptr|reverse|rdns)\b/i;

/** Words of a rejection for the content or by a policy, in replies without an enhanced status code. */
const ABOUT_A_POLICY =
  /\b(?:spam|policy|block\w*|black\w*|listed|denied|refused|prohibit\w*|content|virus|reputation|rate)\b/i;

/**
 * Beginning of a reply to RCPT TO by which a relay rejects this installation and not the recipient. Postfix delays
 * rejections of the client, of HELO and of the sender until RCPT TO. The operator can correct the cause, so the email
 * does not fail permanently after a few attempts. Text of other servers that the relay quotes comes later and does not match.
 */
const REJECTS_THE_INSTALLATION =
  /^(?:\d{3}[ -])?(?:5\.\d+\.\d+ )?(?:<[^>]*>: )?(?:(?:sender address|client host|helo command) rejected|relay(?:ing)? (?:access )?(?:is )?(?:denied|not permitted|not allowed)|(?:authentication|auth) (?:is )?required)/i;

const hideRecipient = (response: unknown, recipient: string): string =>
  typeof response === 'string' ? response.split(recipient).join('') : '';

/** Returns the enhanced status code of a reply, or undefined if it has none. */
const parseEnhancedCode = (text: string): string | undefined => /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0];

/** Returns whether a permanent reply to RCPT TO means that the mailbox will never accept an email. */
function isMailboxGone(replyCode: number, text: string): boolean {
  if (ABOUT_THE_SENDER.test(text)) return false;
  if (NO_MAILBOX.test(text)) return true;
  if (!MAILBOX_CODES.includes(replyCode)) return false;
  const enhanced = parseEnhancedCode(text);
  if (enhanced === undefined || MAILBOX_UNAVAILABLE.test(text)) return !ABOUT_A_POLICY.test(text);
  return !NOT_THE_MAILBOX.test(enhanced);
}

/** Returns whether the reply is a permanent rejection. 503 means that the session was in the wrong state. */
const isPermanentReply = (replyCode: number): boolean => replyCode >= 500 && replyCode !== 503;

/**
 * Returns the error to throw for a failed delivery to `recipient`. Its message consists of codes, for example
 * `550 5.1.1 EENVELOPE RCPT TO`.
 */
export function classifySmtpFailure(
  error: unknown,
  recipient: string,
): AddressRejected | MailRejected | MailServerFailed {
  const { code, originalCode, command, responseCode, response } = (error ?? {}) as SmtpFailure;
  const text = hideRecipient(response, recipient);
  const replyCode = Number(responseCode ?? 0);
  const details = [responseCode, parseEnhancedCode(text), code, originalCode, command].filter(
    (part) => typeof part === 'number' || (typeof part === 'string' && /^[A-Z0-9._ ]{1,40}$/.test(part)),
  );
  const words = details.join(' ') || 'no response';
  if (replyCode === 421) return new MailServerFailed(words, parseDomain(recipient));
  // The driver itself rejects an address with characters that SMTP cannot transmit.
  if (command === 'API' && code === 'EENVELOPE') return new AddressRejected(words);
  if (command === 'RCPT TO') {
    if (!isPermanentReply(replyCode)) return new MailRejected(words);
    if (REJECTS_THE_INSTALLATION.test(text)) return new MailRejected(words);
    return isMailboxGone(replyCode, text) ? new AddressRejected(words) : new MailRejected(words, true);
  }
  if (command === 'DATA') return new MailRejected(words, isPermanentReply(replyCode));
  // The driver compares the size of the email with the size that the server announced.
  if (code === 'EMESSAGE') return new MailRejected(words, true);
  // MAIL FROM carries the parameter SMTPUTF8 only because of the recipient.
  if (command === 'MAIL FROM' && needsSmtpUtf8(recipient))
    return new MailRejected(words, isPermanentReply(replyCode));
  return new MailServerFailed(words, parseDomain(recipient));
}

/** Returns the domain of an email address in lower case. */
export const parseDomain = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();
