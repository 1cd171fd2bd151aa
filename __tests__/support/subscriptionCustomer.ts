/** A customer of a simulated server: signs in, orders, pays in the payment widgets, cancels, and everything else. */
import { randomUUID } from 'node:crypto';
import { emailIdentity, openAccount } from '../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../src/server/usecases/accounts/sessions';
import { recordChargeback } from '../../src/server/usecases/billing/refunds/recordChargeback';
import { refundPayment } from '../../src/server/usecases/billing/refunds/refundPayment';
import { grantDays } from '../../src/server/usecases/billing/subscriptions/grantDays';
import { deleteAccount } from '../../src/server/usecases/deletion/deleteAccount';
import { activateGift, createGift } from '../../src/server/usecases/gifts/gifts';
import type { Order } from '../../src/shared/contract/shop';
import { CARDS, payOrder } from './cardPayer';
import type { ProviderName } from './compositions';
import { agreeTo } from './consent';
import type { SubscriptionWorld } from './subscriptionWorld';
import { YOOKASSA_CARDS } from './yooKassaServer';

/** Staff member who acts in the simulation. */
export interface SimulatedStaff {
  staffId: number;
  username: string;
  ip: string;
  requestId: string;
}

/** Whether later charges of a card succeed (`plain`), fail (`onlyFirst`), or already the first payment fails. */
export type CardKind = 'plain' | 'onlyFirst' | 'declined';

/** What the customer pays with. A wallet pays only at YooKassa. */
export type PaidWith = CardKind | 'wallet';

const YOOKASSA_NUMBERS: Record<CardKind, string> = {
  plain: YOOKASSA_CARDS.plain,
  onlyFirst: YOOKASSA_CARDS.onlyFirst,
  declined: YOOKASSA_CARDS.insufficientFunds,
};
const CLOUDPAYMENTS_NUMBERS: Record<CardKind, string> = {
  plain: CARDS.plain,
  onlyFirst: CARDS.onlyFirst,
  declined: CARDS.declined,
};

let expiryYears = 0;

export class SubscriptionCustomer {
  private constructor(
    private readonly world: SubscriptionWorld,
    private readonly staff: SimulatedStaff,
    readonly email: string,
    readonly id: number,
  ) {}

  static async signIn(
    world: SubscriptionWorld,
    staff: SimulatedStaff,
    email: string,
  ): Promise<SubscriptionCustomer> {
    const { db, deps } = world;
    const { id } = await openAccount(db, deps, emailIdentity(email));
    return new SubscriptionCustomer(world, staff, email, id);
  }

  /** Signs in again for each request, because a session expires. */
  private async call<ResponseBody>(path: string, body: object): Promise<ResponseBody> {
    const { db, deps } = this.world;
    return this.world.call<ResponseBody>(path, await createCustomerSession(db, deps, this.id), body);
  }

  /** Returns the order that the shop offers, or null if nothing is for sale. */
  async order(isFullPrice: boolean): Promise<Order | null> {
    const { order } = await this.call<{ order: Order | null }>('shop/getShop', { fullPrice: isFullPrice });
    return order;
  }

  async campaignOrder(): Promise<Order> {
    return (await this.world.call<{ order: Order }>('shop/getCampaignOrder', null, { partner: 'simulation' }))
      .order;
  }

  async cardChangeOrder(): Promise<Order | null> {
    const { order } = await this.call<{ order: Order | null }>('subscriptions/cardChange', {});
    return order;
  }

  /** Agrees to an order and pays it at the card provider of new orders. Returns whether the payment was made. */
  async pay(order: Order, paidWith: PaidWith, provider: ProviderName): Promise<boolean> {
    const { world, email } = this;
    if (provider === 'cloudPayments') {
      const card = paidWith === 'wallet' ? 'plain' : paidWith;
      const post = async (path: string, body?: unknown) => ({
        status: 200,
        headers: new Headers(),
        body: await world.cardWidget(path.replace('/sandbox/card/widget/', ''), body as object),
      });
      const response = await payOrder({ post, deps: world.deps }, order, CLOUDPAYMENTS_NUMBERS[card], {
        changes: { email },
      });
      return response.status === 'success';
    }
    await agreeTo(world.db, order.id);
    type Opened = { confirmationToken?: string | null };
    const opened =
      order.kind === 'campaign'
        ? await world.call<Opened>('shop/openCampaignPayment', null, { orderId: order.id, email })
        : await this.call<Opened>('shop/openPayment', { orderId: order.id });
    if (opened.confirmationToken === null || opened.confirmationToken === undefined) return false;
    if (paidWith === 'wallet') return (await world.yooKassa.payByWallet(opened.confirmationToken)) === 'paid';
    // Each payment has a card of its own, because the number of trials with similar cards is limited.
    expiryYears += 1;
    const expiry = { expiryMonth: '12', expiryYear: String(2100 + (expiryYears % 7000)) };
    return (
      (await world.yooKassa.pay(opened.confirmationToken, YOOKASSA_NUMBERS[paidWith], { expiry })) === 'paid'
    );
  }

  async cancel(): Promise<void> {
    await this.call('subscriptions/cancel', { email: this.email });
  }

  async removeCard(): Promise<void> {
    await this.call('subscriptions/removeCard', {});
  }

  async delete(): Promise<void> {
    const { deps } = this.world;
    await deleteAccount(deps, {
      accountId: this.id,
      requestedBy: 'customer',
      staffId: null,
      waivedDays: true,
    });
  }

  async activateGift(months: number): Promise<void> {
    const { deps } = this.world;
    const { activationKey: key } = await createGift(deps, this.staff, { months });
    if ((await activateGift(deps, { accountId: this.id, key })) === null)
      throw new Error('the gift was not activated');
  }

  async getDays(days: number): Promise<void> {
    await grantDays(this.world.deps, this.staff, {
      ...{ accountId: this.id, days, reason: 'other', comment: '', requestKey: randomUUID() },
    });
  }

  /** Staff refund payments. Returns the refunded payments. */
  async refund(options: {
    transactionIds: readonly string[];
    amountKopecks: number | 'all';
    keepsAccess?: boolean;
    keepsRenewal?: boolean;
    unusedDays?: boolean;
  }): Promise<{ transactionId: string; amountKopecks: number }[]> {
    const { payments } = await refundPayment(this.world.deps, this.staff, {
      ...options,
      ...{ accountId: this.id, reason: 'other', comment: '', requestKey: null },
    });
    return payments;
  }

  async chargeBack(transactionId: string, amountKopecks: number): Promise<void> {
    await recordChargeback(this.world.deps, this.staff, { transactionId, amountKopecks, note: 'dispute' });
  }
}
