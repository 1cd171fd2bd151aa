/** The sandbox's JSON API (`docs/sandbox.md`), typed for the browser tests. */
import { type APIRequestContext, expect } from '@playwright/test';
import type { YooKassaState } from '../../../src/server/sandbox/fakeYooKassa/controls';

export interface Email {
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
  recurringPayment: { status: string; nextChargeAt: string | null } | null;
  [key: string]: unknown;
}

export interface SandboxSession {
  uid: string;
  email: string;
  accessToken: string;
}

/** A VPN credential in the sandbox's VPN panel. */
export interface VpnKey {
  username: string;
  status: string;
}

export class Sandbox {
  constructor(private readonly request: APIRequestContext) {}

  async mail(to: string): Promise<Email[]> {
    const response = await this.request.get('/sandbox/api/mail', { params: { to } });
    return (await response.json()) as Email[];
  }

  /** Waits until an email to the address was sent. Resolves to the newest email. */
  async newestEmail(to: string): Promise<Email> {
    await expect.poll(async () => (await this.mail(to)).length).toBeGreaterThan(0);
    const [emailMessage] = await this.mail(to);
    if (emailMessage === undefined) throw new Error(`no email to ${to}`);
    return emailMessage;
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

  /** Returns the newest payments at the sandbox's card provider, at most 200, newest first. */
  async payments(email?: string): Promise<Payment[]> {
    const params = email === undefined ? {} : { email };
    const response = await this.request.get('/sandbox/api/payments', { params });
    return (await response.json()) as Payment[];
  }

  /** Returns the settings, the payments and the refunds at the fake of YooKassa, newest first. */
  async yooKassa(): Promise<YooKassaState> {
    const response = await this.request.get('/sandbox/api/yookassa');
    return (await response.json()) as YooKassaState;
  }

  /** Returns the customer's VPN credentials in the VPN panel, newest first. */
  async vpnKeys(email: string): Promise<VpnKey[]> {
    const response = await this.request.get('/sandbox/api/vpn', { params: { email } });
    return ((await response.json()) as { keys: VpnKey[] }).keys;
  }

  async post<T>(call: string, body: unknown): Promise<T> {
    const response = await this.request.post(`/sandbox/api/${call}`, { data: body });
    if (!response.ok()) throw new Error(`${call}: ${String(response.status())} ${await response.text()}`);
    return (await response.json()) as T;
  }
}
