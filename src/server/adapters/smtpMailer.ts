/** Sends emails over SMTP. */
import { domainToASCII } from 'node:url';
import { createTransport } from 'nodemailer';
import SMTPPool from 'nodemailer/lib/smtp-pool';
import { AddressRejected, type Email, type Mailer, MailServerFailed } from '../ports/mailer';
import { sha256 } from '../secrets';
import { examineMailServer, type MailServerReplies } from './examineMailServer';
import { classifySmtpFailure, parseDomain } from './smtpFailures';

export interface SmtpOptions {
  /** URL of the mail server with the scheme `smtp:` or `smtps:`, including credentials. */
  smtpUrl: string;
  /** Sender address of all emails, plain or in the form «Name <address>». */
  from: string;
  /** Reply-To address, at which support reads replies of customers. */
  replyTo: string;
}

export interface SmtpMailer extends Mailer {
  /**
   * Connects to the mail server once, authenticates, and reads its replies to the sender and to `recipient` without
   * sending an email. Rejects with `MailServerFailed`.
   */
  examine(recipient: string): Promise<MailServerReplies>;
  /**
   * Connects to the mail server once and reads whether it announces SMTPUTF8, so that forms know it before the first email.
   * Never rejects: an unresponsive mail server leaves the answer unknown.
   */
  learnExtensions(): Promise<void>;
  /** Closes idle SMTP connections. */
  close(): void;
}

/**
 * Maximum number of SMTP connections. This maximum is not less than the combined concurrency of the outbox lanes for
 * emails (`outbox/lanes.ts`), so no email waits for a connection.
 */
export const MAX_CONNECTIONS = 12;

/**
 * Number of rejected emails after which the SMTP connections are replaced. Postfix delays each reply of a session by 1 s
 * after 10 errors, and closes the session after 20, so rejected emails would delay the emails that follow. A rejected
 * email is two errors, because RCPT TO and DATA are sent together.
 */
const REJECTIONS_PER_CONNECTION = 4;

/** Timeouts of the steps of an SMTP delivery, in ms. The outbox retries a failed delivery. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Timeout of a whole SMTP delivery, in ms. This timeout also stops the delivery to a mail server that uses up the
 * timeout of every step.
 */
const SEND_DEADLINE_MS = 60_000;

/**
 * Returns the host part of an email address, which is used in Message-IDs. An internationalized domain is encoded in
 * Punycode, because a header must consist of ASCII characters.
 */
function parseHost(from: string): string {
  return domainToASCII(/@([\p{L}\p{N}.-]+)>?\s*$/u.exec(from)?.[1] ?? '') || 'localhost';
}

/** Returns whether the mail server runs on this machine. */
function isLoopback(smtpUrl: string): boolean {
  return /^(?:localhost\.?|127(?:\.\d+){3}|\[::1\])$/i.test(new URL(smtpUrl).hostname);
}

/**
 * Returns the settings of the connections. TLS is required for every host but this machine, unless the URL contains
 * `?requireTLS=false`. Mail servers on this machine commonly announce TLS with a self-signed certificate, as Debian's
 * Postfix does, so their certificate is not verified.
 */
function buildPoolOptions({ smtpUrl }: SmtpOptions) {
  const isLocal = isLoopback(smtpUrl);
  return {
    url: smtpUrl,
    pool: true as const,
    maxConnections: MAX_CONNECTIONS,
    requireTLS: !isLocal,
    ...(isLocal ? { tls: { rejectUnauthorized: false } } : {}),
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const openTransport = (options: SmtpOptions) => createTransport(new SMTPPool(buildPoolOptions(options)));

/** Connections to the mail server, and the number of emails that are being sent over them. */
class Connections {
  readonly transport;
  #sending = 0;
  #rejections = 0;
  #isRetired = false;

  constructor(options: SmtpOptions) {
    this.transport = openTransport(options);
  }

  /** Whether so many emails were rejected that further emails need new connections. */
  get isWorn(): boolean {
    return this.#rejections >= REJECTIONS_PER_CONNECTION;
  }

  noteRejection(): void {
    this.#rejections += 1;
  }

  /** Runs `send` with the transport, which stays open until the email is sent. */
  async use<Sent>(send: (transport: this['transport']) => Promise<Sent>): Promise<Sent> {
    this.#sending += 1;
    try {
      return await send(this.transport);
    } finally {
      this.#sending -= 1;
      if (this.#isRetired && this.#sending === 0) this.transport.close();
    }
  }

  /** Closes the connections as soon as no email is being sent over them. */
  retire(): void {
    this.#isRetired = true;
    if (this.#sending === 0) this.transport.close();
  }
}

/** Characters that the SMTP driver silently replaces by a space, which would address another mailbox. */
const NOT_TRANSMITTED = /[<>\r\n]/;

export function createSmtpMailer(options: SmtpOptions): SmtpMailer {
  let connections = new Connections(options);
  /** Whether the mail server announced SMTPUTF8 when it accepted the last email, or at the start. */
  let acceptsUtf8: boolean | null = null;
  const host = parseHost(options.from);
  const examine = (recipient: string) =>
    examineMailServer(buildPoolOptions(options), { from: options.from, recipient });
  return {
    async send(emailMessage: Email, idempotencyKey: string) {
      if (NOT_TRANSMITTED.test(emailMessage.to))
        throw new AddressRejected('the address cannot be transmitted');
      // The signal also frees the connection. Otherwise a mail server that hangs would hold it after the deadline.
      const signal = AbortSignal.timeout(SEND_DEADLINE_MS);
      const used = connections;
      try {
        const sent = await used.use((transport) =>
          transport.sendMail({
            from: options.from,
            to: { name: '', address: emailMessage.to },
            replyTo: { name: '', address: options.replyTo },
            subject: emailMessage.subject,
            text: emailMessage.text,
            html: emailMessage.html,
            messageId: `<${sha256(idempotencyKey)}@${host}>`,
            // This header suppresses automatic replies; people may still reply.
            headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
            signal,
          }),
        );
        acceptsUtf8 = sent.ehlo?.some((line) => /^SMTPUTF8\b/i.test(line)) ?? null;
      } catch (error) {
        if (signal.aborted) throw new MailServerFailed('no response in time', parseDomain(emailMessage.to));
        const failure = classifySmtpFailure(error, emailMessage.to);
        if (!(failure instanceof MailServerFailed)) used.noteRejection();
        if (used.isWorn && used === connections) {
          connections = new Connections(options);
          used.retire();
        }
        throw failure;
      }
    },
    acceptsUtf8: () => acceptsUtf8,
    examine,
    async learnExtensions() {
      const replies = await examine(options.from).catch(() => null);
      acceptsUtf8 ??= replies?.acceptsUtf8 ?? null;
    },
    close: () => {
      connections.transport.close();
    },
  };
}
