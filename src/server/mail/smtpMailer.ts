/** Outgoing mail by SMTP. */
import { createTransport } from 'nodemailer';
import { sha256 } from '../secrets';
import type { Letter, Mailer } from './mailer';

export interface SmtpOptions {
  /** smtp: or smtps:, with credentials. */
  smtpUrl: string;
  /** «Name <address>» or an address. */
  from: string;
  /** Where an answer goes: to people. */
  replyTo: string;
}

export interface SmtpMailer extends Mailer {
  /** Lets idle connections go. */
  close(): void;
}

const MAX_CONNECTIONS = 3;

/** How long each step of a delivery may take, ms: the outbox tries again after a failure. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

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
    async send(letter: Letter, idempotencyKey: string) {
      await transport.sendMail({
        from: options.from,
        to: { name: '', address: letter.to },
        replyTo: { name: '', address: options.replyTo },
        subject: letter.subject,
        text: letter.text,
        html: letter.html,
        messageId: `<${sha256(idempotencyKey)}@${host}>`,
        // Machines are asked not to answer; people may.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
    },
    close: () => {
      transport.close();
    },
  };
}
