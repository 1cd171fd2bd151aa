/** Reads how a mail server replies to the sender and a recipient of an email, without sending the email. */
import { domainToASCII } from 'node:url';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import SMTPPool from 'nodemailer/lib/smtp-pool';
import { MailServerFailed } from '../ports/mailer';
import { classifySmtpFailure } from './smtpFailures';

/** Reply of a mail server that rejects a command. */
export interface Rejected {
  isPermanent: boolean;
  /** Status codes of the reply, for example `553 5.7.1`. */
  codes: string;
}

export interface MailServerReplies {
  /** Reply to MAIL FROM; null if the sender is accepted. */
  sender: Rejected | null;
  /** Reply to RCPT TO; null if the recipient is accepted, or if the sender was rejected. */
  recipient: Rejected | null;
  /** Whether the server announces SMTPUTF8, so that it accepts addresses such as «анна@пример.рф». */
  acceptsUtf8: boolean;
}

/** Timeout of the whole examination, in ms. */
const DEADLINE_MS = 60_000;

/** Name of the SASL method whose handler sends the commands. The handler sends no AUTH command. */
const ENVELOPE = 'ENVELOPE';

/** Parts of the SMTP driver's context of a SASL method, with which a handler sends commands of its own. */
interface CommandContext {
  extensions: string[];
  sendCommand: (command: string) => Promise<{ status: number; code?: string | undefined }>;
}

/** Returns the plain address of a sender, with an ASCII domain. */
function envelopeAddress(address: string): string {
  const plain = (/<([^<>]+)>\s*$/.exec(address)?.[1] ?? address).trim();
  const at = plain.lastIndexOf('@');
  const domain = plain.slice(at + 1);
  return `${plain.slice(0, at + 1)}${domain.startsWith('[') ? domain : domainToASCII(domain)}`;
}

function rejectionIn({ status, code }: { status: number; code?: string | undefined }): Rejected | null {
  if (status >= 200 && status < 300) return null;
  return { isPermanent: status >= 500, codes: [status, code].filter((part) => part !== undefined).join(' ') };
}

async function sendEnvelope(
  { extensions, sendCommand }: CommandContext,
  { from, recipient }: { from: string; recipient: string },
): Promise<MailServerReplies> {
  const sender = rejectionIn(await sendCommand(`MAIL FROM:<${envelopeAddress(from)}>`));
  const reply =
    sender === null ? rejectionIn(await sendCommand(`RCPT TO:<${envelopeAddress(recipient)}>`)) : null;
  await sendCommand('RSET');
  return { sender, recipient: reply, acceptsUtf8: extensions.includes('SMTPUTF8') };
}

/**
 * Connects once, authenticates if the settings contain credentials, sends MAIL FROM, RCPT TO and RSET, and closes the
 * connection. Rejects with `MailServerFailed` if the server is unreachable or rejects the credentials.
 */
export async function examineMailServer(
  options: SMTPPool.Options,
  envelope: { from: string; recipient: string },
): Promise<MailServerReplies> {
  // The pool merges the URL with the other settings. The pool itself opens no connection.
  const settings = new SMTPPool(options).options;
  let replies: MailServerReplies | undefined;
  const connection = new SMTPConnection({
    ...settings,
    customAuth: {
      [ENVELOPE]: async (context: CommandContext) => {
        replies = await sendEnvelope(context, envelope);
        return true;
      },
    },
  });
  const finished = new Promise<void>((resolve, reject) => {
    const step = (next: () => void) => (error?: Error | null) => {
      if (error) reject(error);
      else next();
    };
    const login = (auth: SMTPConnection.AuthenticationType, next: () => void): void => {
      connection.login(auth, step(next));
    };
    connection.on('error', reject);
    connection.once('end', () => reject(new Error('the mail server closed the connection')));
    connection.connect(
      step(() => {
        const commands = (): void =>
          login({ type: 'custom', method: ENVELOPE, user: 'none', pass: 'none' }, resolve);
        if (settings.auth === undefined) commands();
        else login(settings.auth, commands);
      }),
    );
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new MailServerFailed('no response in time'));
    }, DEADLINE_MS);
  });
  try {
    await Promise.race([finished, late]);
  } catch (error) {
    throw error instanceof MailServerFailed ? error : classifySmtpFailure(error, '');
  } finally {
    clearTimeout(timer);
    connection.removeAllListeners('end');
    connection.on('error', () => undefined);
    connection.close();
  }
  if (replies === undefined) throw new MailServerFailed('no response');
  return replies;
}
