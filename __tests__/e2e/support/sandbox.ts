/** The sandbox's JSON calls (`docs/sandbox.md`), typed for the browser tests. */
import { type APIRequestContext, expect } from '@playwright/test';

export interface Letter {
  id: number | string;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  at: string;
}

/** A payment or a refund at the sandbox's card provider. */
export interface Payment {
  id: string;
  operation: 'payment' | 'refund';
  status: string;
  amountKopecks: number;
  refundedKopecks: number;
  recurrence: { status: string; nextChargeAt: string | null } | null;
  [key: string]: unknown;
}

export interface SandboxSession {
  uid: string;
  email: string;
  accessToken: string;
}

/** A key in the sandbox's VPN panel. */
export interface VpnKey {
  username: string;
  status: string;
}

export class Sandbox {
  constructor(private readonly request: APIRequestContext) {}

  async mail(to: string): Promise<Letter[]> {
    const answer = await this.request.get('/sandbox/api/mail', { params: { to } });
    return (await answer.json()) as Letter[];
  }

  /** The newest letter to an address, once it is there. */
  async newestLetter(to: string): Promise<Letter> {
    await expect.poll(async () => (await this.mail(to)).length).toBeGreaterThan(0);
    const [letter] = await this.mail(to);
    if (letter === undefined) throw new Error(`no letter to ${to}`);
    return letter;
  }

  async session(email: string): Promise<SandboxSession> {
    return this.post<SandboxSession>('sessions', { email });
  }

  async device(email: string, deviceName: string, platform = 'android') {
    return this.post<{ id: number; deviceId: string }>('devices', { email, deviceName, platform });
  }

  async advance(duration: string) {
    return this.post<{ now: string }>('clock', { advance: duration });
  }

  /** Newest first; the 200 newest at most. */
  async payments(email?: string): Promise<Payment[]> {
    const params = email === undefined ? {} : { email };
    const answer = await this.request.get('/sandbox/api/payments', { params });
    return (await answer.json()) as Payment[];
  }

  /** The customer's keys in the VPN panel, newest first. */
  async vpnKeys(email: string): Promise<VpnKey[]> {
    const answer = await this.request.get('/sandbox/api/vpn', { params: { email } });
    return ((await answer.json()) as { keys: VpnKey[] }).keys;
  }

  async post<T>(call: string, body: unknown): Promise<T> {
    const answer = await this.request.post(`/sandbox/api/${call}`, { data: body });
    if (!answer.ok()) throw new Error(`${call}: ${String(answer.status())} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}
