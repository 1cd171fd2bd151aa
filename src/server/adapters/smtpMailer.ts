/** Sends emails over SMTP. */
import { createTransport } from 'nodemailer';
import { AddressRejected, type Email, type Mailer, MailRejected } from '../ports/mailer';
import { sha256 } from '../secrets';

export interface SmtpOptions {
  /** URL of the mail server with the scheme `smtp:` or `smtps:`, including credentials. */
  smtpUrl: string;
  /** Sender address of all emails, plain or in the form «Name <address>». */
  from: string;
  /** Reply-To address, at which support reads replies of customers. */
  replyTo: string;
}

export interface SmtpMailer extends Mailer {
  /** Connects to the mail server and authenticates, without sending an email. Rejects with `MailRejected`. */
  verify(): Promise<void>;
  /** Closes idle SMTP connections. */
  close(): void;
}

/**
 * Maximum number of SMTP connections. This maximum exceeds the combined concurrency of both outbox lanes for emails
 * (`delivery/deliverOutbox.ts`), so no email waits for a connection.
 */
const MAX_CONNECTIONS = 8;

/** Timeouts of the steps of an SMTP delivery, in ms. The outbox retries a failed delivery. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Timeout of a whole SMTP delivery, in ms. This timeout also stops the delivery to a mail server that uses up the
 * timeout of every step.
 */
const SEND_DEADLINE_MS = 60_000;

/** Permanent SMTP reply codes about the recipient's mailbox: unknown user, not allowed, disabled, relaying denied. */
const FINAL_MAILBOX_CODES = [550, 551, 553, 554];
/** Enhanced status codes (RFC 3463) of a rejection for policy or content reasons. The mailbox itself may be valid. */
const NOT_THE_MAILBOX = /\b5\.[67]\.\d/;

/**
 * Error fields of the SMTP driver. The `message` and `response` texts come from the remote server, so they are not
 * logged.
 */
interface SmtpFailure {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
}

function failureOf(error: unknown): Error {
  const { code, command, responseCode, response } = (error ?? {}) as SmtpFailure;
  const enhanced =
    typeof response === 'string' ? /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0] : undefined;
  const details = [responseCode, enhanced, code, command].filter(
    (part) => typeof part === 'number' || (typeof part === 'string' && /^[A-Z0-9._ ]{1,20}$/.test(part)),
  );
  const words = details.join(' ') || 'no response';
  const isFinal =
    command === 'RCPT TO' &&
    FINAL_MAILBOX_CODES.includes(Number(responseCode)) &&
    !NOT_THE_MAILBOX.test(String(response));
  return isFinal ? new AddressRejected(words) : new MailRejected(words);
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new MailRejected('no response in time'));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the host part of an email address, which is used in Message-IDs. */
function hostOf(from: string): string {
  return /@([\p{L}\p{N}.-]+)>?\s*$/u.exec(from)?.[1] ?? 'localhost';
}

/**
 * Returns whether the mail server runs on this machine. TLS is required for every other host, unless the URL contains
 * `?requireTLS=false`.
 */
function isLoopback(smtpUrl: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(smtpUrl).hostname);
}

export function createSmtpMailer(options: SmtpOptions): SmtpMailer {
  const transport = createTransport({
    url: options.smtpUrl,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    requireTLS: !isLoopback(options.smtpUrl),
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = hostOf(options.from);
  return {
    async send(emailMessage: Email, idempotencyKey: string) {
      const sent = transport.sendMail({
        from: options.from,
        to: { name: '', address: emailMessage.to },
        replyTo: { name: '', address: options.replyTo },
        subject: emailMessage.subject,
        text: emailMessage.text,
        html: emailMessage.html,
        messageId: `<${sha256(idempotencyKey)}@${host}>`,
        // This header suppresses automatic replies; people may still reply.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
      try {
        await within(SEND_DEADLINE_MS, sent);
      } catch (error) {
        throw error instanceof MailRejected ? error : failureOf(error);
      }
    },
    async verify() {
      try {
        await within(SEND_DEADLINE_MS, transport.verify());
      } catch (error) {
        throw error instanceof MailRejected ? error : failureOf(error);
      }
    },
    close: () => {
      transport.close();
    },
  };
}
