/** A customer of a production server who signs in by email and pays, with a mail server and signed notifications. */
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { OFFER_EDITION } from '../../src/shared/offerEdition';
import { notificationRequest, paymentFields } from './paymentNotification';

export interface Inbox {
  port: number;
  /** Resolves to the text of the first email to the address. */
  emailTo(address: string): Promise<string>;
  /** Returns the subjects of all emails to the address. */
  subjectsTo(address: string): string[];
  close(): void;
}

/** Returns the subject of an email, whose encoded words may have either of the two encodings. */
function parseSubject(text: string): string {
  const [, folded = ''] = /^Subject: ([^]*?)\r?\n(?![ \t])/im.exec(text) ?? [];
  return folded
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_word, form: string, encoded: string) => {
      if (form.toUpperCase() === 'B') return Buffer.from(encoded, 'base64').toString();
      const bytes = encoded
        .replaceAll('_', ' ')
        .replaceAll(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(bytes, 'latin1').toString();
    });
}

/** Starts a mail server that accepts every email. */
export async function startInbox(): Promise<Inbox> {
  const emails = new Map<string, string>();
  const all: { to: string; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope }, callback) => {
      let text = '';
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      stream.once('end', () => {
        for (const { address } of envelope.rcptTo) {
          emails.set(address, text);
          all.push({ to: address, text });
        }
        callback();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    emailTo: async (address) => {
      for (;;) {
        const text = emails.get(address);
        if (text !== undefined) return text;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    subjectsTo: (address) => all.flatMap(({ to, text }) => (to === address ? [parseSubject(text)] : [])),
    close: () => server.close(() => undefined),
  };
}

interface Body {
  [name: string]: unknown;
}

export class ProductionCustomer {
  #accessToken = '';

  constructor(
    readonly origin: string,
    readonly email: string,
    readonly apiSecret: string,
  ) {}

  #send(path: string, text: string, headers: Record<string, string>): Promise<Body> {
    return new Promise((resolve, reject) => {
      const { request: open } = this.origin.startsWith('http:') ? http : https;
      const request = open(
        `${this.origin}${path}`,
        { method: 'POST', rejectUnauthorized: false, headers: { ...headers, Connection: 'close' } },
        (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            body += part;
          });
          response.once('end', () => {
            if (response.statusCode === 200) resolve(JSON.parse(body) as Body);
            else reject(new Error(`${path} responds ${String(response.statusCode)}: ${body}`));
          });
        },
      );
      request.once('error', reject);
      request.end(text);
    });
  }

  /** Makes an API call. Rejects if the status is not 200. */
  call(path: string, body: object): Promise<Body> {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' };
    if (this.#accessToken !== '') headers['Authorization'] = `Bearer ${this.#accessToken}`;
    return this.#send(`/api/${path}`, JSON.stringify(body), headers);
  }

  /** Signs in with the code of the sign-in email. */
  async signIn(inbox: Inbox): Promise<void> {
    const { mailToken } = await this.call('emailVerification/send', { email: this.email, platform: 'web' });
    const text = (await inbox.emailTo(this.email)).replaceAll(/=\r?\n/g, '');
    const [, code] = /\b(\d{8})\b/.exec(text) ?? [];
    if (code === undefined) throw new Error('the sign-in email contains no code');
    const { token } = await this.call('emailVerification/code', { mailToken, code });
    const session = await this.call('emailVerification/restore', { token, platform: 'web' });
    this.#accessToken = String(session['accessToken']);
  }

  /** Orders and consents. */
  async order(): Promise<{ id: string; accountId: string; amount: number; currency: string }> {
    const { order } = (await this.call('shop/getShop', {})) as {
      order: { id: string; accountId: string; amount: number; currency: string };
    };
    await this.consentTo(order.id);
    return order;
  }

  async consentTo(orderId: string): Promise<void> {
    const { version: offerEdition } = OFFER_EDITION;
    await this.call('shop/consent', { orderId, offerEdition, wording: 'Согласие' });
  }

  /** Orders, consents and pays, as the shop, the payment widget and CloudPayments do. */
  async pay(): Promise<void> {
    const order = await this.order();
    const fields = paymentFields({
      TransactionId: '2504270117',
      Amount: order.amount.toFixed(2),
      Currency: order.currency,
      InvoiceId: order.id,
      AccountId: order.accountId,
      Email: this.email,
    });
    await this.#notify('check', fields);
    await this.#notify('pay', { ...fields, Token: 'tk_1' });
  }

  async #notify(kind: 'check' | 'pay', fields: Record<string, string>): Promise<void> {
    const { path, headers, body } = notificationRequest(kind, fields, this.apiSecret);
    const { code } = await this.#send(path, body, headers);
    if (code !== 0) throw new Error(`the notification ${kind} is rejected with ${String(code)}`);
  }

  /** Returns the status of the subscription on the profile page. */
  async subscriptionStatus(): Promise<unknown> {
    const { userInfo } = (await this.call('profile', {})) as { userInfo: Body };
    return userInfo['subscriptionStatus'];
  }
}
