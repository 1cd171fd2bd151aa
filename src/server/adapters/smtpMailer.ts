/** Outgoing mail by SMTP. */
import { createTransport } from 'nodemailer';
import { AddressRejected, type Email, type Mailer, MailRejected } from '../ports/mailer';
import { sha256 } from '../secrets';

export interface SmtpOptions {
  /** smtp: or smtps:, with credentials. */
  smtpUrl: string;
  /** «Name <address>» or an address. */
  from: string;
  /** Where an answer goes: to people. */
  replyTo: string;
}

export interface SmtpMailer extends Mailer {
  /** Connects and signs in, and sends nothing. Rejects with `MailRejected`. */
  verify(): Promise<void>;
  /** Lets idle connections go. */
  close(): void;
}

/** More than the lanes of emails use together (`delivery/deliverOutbox.ts`): none waits for another's email. */
const MAX_CONNECTIONS = 8;

/** How long each step of a delivery may take, ms: the outbox tries again after a failure. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** A whole delivery, ms: a server that answers each step at the last moment is given up too. */
const SEND_DEADLINE_MS = 60_000;

/** Replies to a recipient that are about the mailbox and final: no such user, not allowed, disabled, relaying denied. */
const FINAL_MAILBOX_CODES = [550, 551, 553, 554];
/** The enhanced status (RFC 3463) of a rejection for reasons of policy or content: the address may be good. */
const NOT_THE_MAILBOX = /\b5\.[67]\.\d/;

/** What the driver tells of a failure; its message and `response` are a stranger's words. */
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
  const words = details.join(' ') || 'no answer';
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
      reject(new MailRejected('no answer in time'));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The host of an address, for Message-IDs. */
function hostOf(from: string): string {
  return /@([\p{L}\p{N}.-]+)>?\s*$/u.exec(from)?.[1] ?? 'localhost';
}

/** Mail never leaves this machine unencrypted; `?requireTLS=false` in the address says otherwise. */
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
        // Machines are asked not to answer; people may.
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
