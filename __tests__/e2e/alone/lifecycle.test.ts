/**
 * Tests the whole lifecycle of a paid subscription in the browser, with the sandbox's clock moved forward. At each stage
 * the test checks what the customer sees, the emails, and the data at the card provider.
 */
import type { Page } from '@playwright/test';
import { MONTH_RUB, TRIAL_SUBJECT } from '../../support/offer';
import {
  agree,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hold,
  openNewestEmail,
  payWithCard,
  signInByEmail,
  takeTrial,
  test,
} from '../support/journey';
import type { Payment, Sandbox } from '../support/sandbox';
import { signInAsStaff } from '../support/staff';

test.use({ hasTouch: true, isMobile: true });

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const SIGN_IN_EMAIL = /^Вход в /;

const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');

/** Formats a moment as the screens do for a viewer in Moscow, for example «21.11.26 15:05». */
function shown(iso: string): string {
  const moment = new Date(Date.parse(iso) + 3 * HOUR_MS).toISOString();
  const [, year, month, day, time] = /^\d\d(\d\d)-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(moment)!;
  return `${day!}.${month!}.${year!} ${time!}`;
}

/** Returns the same day of the month in a later month, or the last day of the later month if that month is shorter. */
function monthsLater(iso: string, months: number): number {
  const moment = new Date(iso);
  const day = moment.getUTCDate();
  moment.setUTCDate(1);
  moment.setUTCMonth(moment.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).getUTCDate();
  return moment.setUTCDate(Math.min(day, lastDay));
}

/** A customer with a browser page, together with the sandbox whose clock the test moves. */
class Life {
  constructor(
    readonly page: Page,
    readonly sandbox: Sandbox,
    readonly email: string,
  ) {}

  /** Moves the sandbox's clock to a moment. */
  async goTo(iso: string, plusMs = 0): Promise<void> {
    const response = await this.page.request.get('/sandbox/api/clock');
    const { now } = (await response.json()) as { now: string };
    const seconds = Math.ceil((Date.parse(iso) + plusMs - Date.parse(now)) / 1000);
    expect(seconds).toBeGreaterThan(0);
    await this.sandbox.advance(`PT${String(seconds)}S`);
  }

  /** Returns the subjects of all emails except sign-in emails, oldest first. */
  async emails(): Promise<string[]> {
    const emails = await this.sandbox.mail(this.email);
    return emails
      .map(({ subject }) => plain(subject))
      .filter((subject) => !SIGN_IN_EMAIL.test(subject))
      .reverse();
  }

  /** Expects a total number of emails and the subject of the newest email. */
  async expectEmails(total: number, newest: string | RegExp): Promise<void> {
    await expect.poll(() => this.emails()).toHaveLength(total);
    expect((await this.emails()).at(-1)).toMatch(newest);
  }

  payments(): Promise<Payment[]> {
    return this.sandbox.payments(this.email);
  }

  /** Returns the date on which the card provider will next charge the active recurring payment. */
  async nextChargeAt(): Promise<string> {
    const live = (await this.payments()).flatMap(({ recurringPayment }) =>
      recurringPayment !== null && ['Active', 'PastDue'].includes(recurringPayment.status)
        ? [recurringPayment.nextChargeAt]
        : [],
    );
    const [next] = live;
    expect(next).toEqual(expect.any(String));
    // There must never be two active recurring payments.
    expect(new Set(live).size).toBe(1);
    return next!;
  }

  /** Returns the amount that the card provider has charged the customer and not refunded, in kopecks. */
  async held(): Promise<number> {
    const payments = await this.payments();
    return payments
      .filter(
        ({ operation, status }) => operation === 'payment' && ['completed', 'refunded'].includes(status),
      )
      .reduce((sum, { amountKopecks, refundedKopecks }) => sum + amountKopecks - refundedKopecks, 0);
  }

  /** Opens /subscription and waits until the page has loaded. Returns the payments, one per line, newest first. */
  async openSubscription(): Promise<string[]> {
    await this.page.goto('/subscription');
    const history = this.page.getByRole('region', { name: 'Платежи' });
    await expect(history.getByRole('listitem').first()).toBeVisible();
    return (await history.getByRole('listitem').allInnerTexts()).map((text) =>
      plain(text).replaceAll(/\s+/g, ' '),
    );
  }

  /** Expects the sum of the payments on the screen to equal the amount at the provider. */
  async expectMoney(rubles: number): Promise<string[]> {
    const history = await this.openSubscription();
    const kept = history.map((line) => {
      const amount = Number(/^(\d+) ₽/.exec(line)![1]);
      const part = /возвращено (\d+) ₽/.exec(line);
      if (part !== null) return amount - Number(part[1]);
      return line.includes('оплачено') ? amount : 0;
    });
    expect(kept.reduce((sum, each) => sum + each, 0)).toBe(rubles);
    expect(await this.held()).toBe(rubles * 100);
    return history;
  }

  /** Expects the subscription status, label and date on /profile. */
  async expectProfile(status: string, data: string, date: string): Promise<void> {
    await this.page.goto('/profile');
    await expect(this.page.getByText(status, { exact: true })).toBeVisible();
    await expect(this.page.getByText(data, { exact: true })).toBeVisible();
    await expect(this.page.getByText(date).first()).toBeVisible();
  }

  /** Expects both screens to show an active subscription with the amount and date of the next charge. */
  async expectActive(nextChargeAt: string): Promise<void> {
    await this.expectProfile('подписка активна', 'Дата списания', shown(nextChargeAt));
    await this.openSubscription();
    await expect(this.page.getByText('Следующее списание')).toBeVisible();
    await expect(this.page.locator('main')).toContainText(new RegExp(String.raw`${MONTH_RUB}\s₽`));
    await expect(this.page.getByText(shown(nextChargeAt)).first()).toBeVisible();
    await expect(this.page.getByText('Доступ до')).toBeVisible();
  }

  async expectGoodLook(): Promise<void> {
    await expectAccessible(this.page);
    await expectNoSidewaysScroll(this.page);
  }

  /** Opens a screen after more than 30 days, when the session has expired, and signs the customer in by email. */
  async signInAgain(path: string, complaints: string[]): Promise<void> {
    const { page, email } = this;
    await page.goto(path);
    await page.waitForURL('**/login');
    await expect(page.getByPlaceholder('Введите email')).toHaveValue(email);
    // The browser logs the request that was rejected because of the expired session. The application must not log this
    // request itself.
    expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
    complaints.length = 0;
    await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
    await page.waitForURL('**/wait');
    await openNewestEmail(page, email);
  }

  /** Starts the trial on /shop. */
  async beginTrial(card?: string): Promise<void> {
    await signInByEmail(this.page, this.email);
    await takeTrial(this.page, card);
    await this.sandbox.advance('PT1M');
  }
}

test('a trial, three charges, a failed charge with a successful retry, cancellation, resumption and a partial refund', async ({
  page,
  browser,
  baseURL,
  sandbox,
  email,
  complaints,
}) => {
  test.setTimeout(420_000);
  const life = new Life(page, sandbox, email);

  const firstChargeAt = await test.step('the trial: the 1 ruble payment is refunded at once', async () => {
    await life.beginTrial();
    await life.expectEmails(1, TRIAL_SUBJECT);
    const chargeAt = await life.nextChargeAt();
    const history = await life.expectMoney(0);
    expect(history).toHaveLength(1);
    expect(history[0]).toMatch(/^1 ₽ возвращено Проверка карты/);
    await life.expectActive(chargeAt);
    return chargeAt;
  });

  const secondChargeAt =
    await test.step('the first charge, announced by an email three days before', async () => {
      await life.goTo(firstChargeAt, -2 * DAY_MS);
      await life.expectEmails(
        2,
        new RegExp(String.raw`^\d+ \S+ \d{4} спишем ${MONTH_RUB} руб. за «Просвет»$`),
      );
      await life.expectActive(firstChargeAt);
      await life.goTo(firstChargeAt, HOUR_MS);
      await life.expectEmails(3, `Оплата ${MONTH_RUB} руб. за «Просвет» получена`);
      const history = await life.expectMoney(MONTH_RUB);
      expect(history).toHaveLength(2);
      expect(history[0]).toMatch(new RegExp(`^${MONTH_RUB} ₽ оплачено Подписка на месяц .*•••• 4242 Чек от`));
      const chargeAt = await life.nextChargeAt();
      await life.expectActive(chargeAt);
      await life.expectGoodLook();
      return chargeAt;
    });

  await test.step('the receipt opens', async () => {
    await page
      .getByRole('link', { name: /^Чек от/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: /чек/i }).first()).toBeVisible();
    expect(new URL(page.url()).origin).toBe(baseURL);
    await expect(page.locator('body')).toContainText(String(MONTH_RUB));
    await page.goBack();
    // The requests of the page must finish before the clock moves, because a later request would count as the last use of
    // the session.
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
  });

  const thirdChargeAt =
    await test.step('the second charge, after a month without a visit: the sign-in leads back to the requested screen', async () => {
      await life.goTo(secondChargeAt, 4 * DAY_MS);
      await life.expectEmails(5, `Оплата ${MONTH_RUB} руб. за «Просвет» получена`);
      await life.signInAgain('/subscription', complaints);
      await page.waitForURL('**/subscription');
      const history = await life.expectMoney(2 * MONTH_RUB);
      expect(history).toHaveLength(3);
      const chargeAt = await life.nextChargeAt();
      await life.expectActive(chargeAt);
      return chargeAt;
    });

  const fourthChargeAt = await test.step('the third charge', async () => {
    await life.goTo(thirdChargeAt, -2 * DAY_MS);
    await life.expectEmails(6, new RegExp(`спишем ${MONTH_RUB} руб. за «Просвет»$`));
    await life.expectActive(thirdChargeAt);
    await life.goTo(thirdChargeAt, HOUR_MS);
    await life.expectEmails(7, `Оплата ${MONTH_RUB} руб. за «Просвет» получена`);
    await life.expectMoney(3 * MONTH_RUB);
    const chargeAt = await life.nextChargeAt();
    await life.expectActive(chargeAt);
    return chargeAt;
  });

  await test.step('the fourth charge fails: access continues, and an email and /subscription report the failure', async () => {
    await life.goTo(fourthChargeAt, -2 * DAY_MS);
    await life.expectEmails(8, new RegExp(`спишем ${MONTH_RUB} руб. за «Просвет»$`));
    await life.expectActive(fourthChargeAt);
    const [newest] = await life.payments();
    await sandbox.post(`payments/${newest!.id}/failNext`, {});
    await life.goTo(fourthChargeAt, HOUR_MS);
    await life.expectEmails(9, `Не получилось списать ${MONTH_RUB} руб. за «Просвет»`);
    const retryAt = await life.nextChargeAt();
    expect(Date.parse(retryAt)).toBeGreaterThan(Date.parse(fourthChargeAt));
    await life.expectProfile('подписка активна', 'Дата списания', shown(retryAt));
    const history = await life.expectMoney(3 * MONTH_RUB);
    expect(history[0]).toMatch(
      new RegExp(`^${MONTH_RUB} ₽ отклонено Подписка на месяц На карте не хватает денег`),
    );
    await expect(page.getByRole('alert')).toContainText('Списание не прошло');
    await expect(page.getByRole('alert')).toContainText('Доступ пока работает');
    await expect(page.getByText('Следующая попытка списания')).toBeVisible();
    await expect(page.getByText(shown(retryAt)).first()).toBeVisible();
    await expect(page.getByText('Доступ до')).toBeHidden();
    await life.expectGoodLook();
  });

  const paidUntil =
    await test.step('the retry succeeds: the dates of later charges do not shift', async () => {
      await life.goTo(await life.nextChargeAt(), HOUR_MS);
      await life.expectEmails(10, `Оплата ${MONTH_RUB} руб. за «Просвет» получена`);
      await life.expectMoney(4 * MONTH_RUB);
      const chargeAt = await life.nextChargeAt();
      // The next charge is one month after the date of the failed charge, not one month after the retry.
      expect(Date.parse(chargeAt)).toBe(monthsLater(firstChargeAt, 4));
      await life.expectActive(chargeAt);
      await expect(page.getByRole('alert')).toHaveCount(0);
      return chargeAt;
    });

  await test.step('cancelled by holding the button: access continues until the paid date', async () => {
    await life.openSubscription();
    await hold(page, page.getByRole('button', { name: 'Отменить подписку' }), () =>
      page.waitForURL('**/profile'),
    );
    await sandbox.advance('PT1M');
    await life.expectEmails(11, 'Подписка «Просвет» отменена');
    await life.expectProfile('подписка отменена', 'Доступ до', shown(paidUntil));
    await life.openSubscription();
    await expect(page.getByRole('heading', { name: 'Подписка отменена' })).toBeVisible();
    await expect(
      page.getByText(`Доступ останется до ${shown(paidUntil)}. Деньги больше не спишутся.`),
    ).toBeVisible();
    await expect
      .poll(async () =>
        (await life.payments()).flatMap(({ recurringPayment }) => recurringPayment?.status ?? []),
      )
      .not.toContain('Active');
  });

  await test.step('resumed at the full price: no paid day is lost', async () => {
    await agree(page);
    await page.getByRole('button', { name: 'Возобновить подписку' }).click();
    await payWithCard(page);
    await page.waitForURL('**/profile');
    await sandbox.advance('PT1M');
    await life.expectEmails(12, `Оплата ${MONTH_RUB} руб. за «Просвет» получена`);
    const history = await life.expectMoney(5 * MONTH_RUB);
    expect(history[0]).toMatch(new RegExp(`^${MONTH_RUB} ₽ оплачено Подписка на месяц`));
    const chargeAt = await life.nextChargeAt();
    expect(Math.abs(Date.parse(chargeAt) - monthsLater(paidUntil, 1))).toBeLessThan(HOUR_MS);
    await life.expectActive(chargeAt);
  });

  await test.step('staff refund a part of the payment', async () => {
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    const desk = await context.newPage();
    await signInAsStaff(desk);
    await desk.getByRole('searchbox', { name: 'Search customers' }).fill(email);
    // The customer list truncates a long email address and shows the full address in the title attribute.
    await desk.getByRole('table', { name: 'Customers found' }).getByTitle(email).click();
    await desk.waitForURL('**/crucify?id=*');
    await desk
      .getByRole('button', { name: /refund/i })
      .first()
      .click();
    const dialog = desk.getByRole('dialog', { name: 'Refund' });
    await dialog.getByLabel('Partial').check();
    await dialog.getByLabel('Amount, ₽').fill('149');
    await dialog.getByRole('button', { name: /^Refund 149/ }).click();
    await expect(desk.getByText('Refund Successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    await context.close();
  });

  await test.step('the customer is notified of the refund and keeps the access that was paid before', async () => {
    await sandbox.advance('PT1M');
    await life.expectEmails(13, 'Возвращаем 149 руб. за «Просвет»');
    const history = await life.expectMoney(5 * MONTH_RUB - 149);
    expect(history[0]).toMatch(new RegExp(`^${MONTH_RUB} ₽ возвращено 149 ₽ Подписка на месяц`));
    await expect(page.getByRole('heading', { name: 'Подписка отменена' })).toBeVisible();
    await expect(page.getByText(`Доступ останется до ${shown(paidUntil)}.`)).toBeVisible();
    await life.expectGoodLook();
    await life.expectProfile('подписка отменена', 'Доступ до', shown(paidUntil));
  });

  await test.step('access ends: nothing more is charged', async () => {
    await life.goTo(paidUntil, 5 * DAY_MS);
    await life.signInAgain('/profile', complaints);
    await page.waitForURL('**/shop');
    await expect(page.getByRole('button', { name: 'Возобновить подписку' })).toBeVisible();
    await life.expectMoney(5 * MONTH_RUB - 149);
    await expect(page.getByText('Доступ закончился, деньги больше не спишутся.')).toBeVisible();
    expect(await life.emails()).toHaveLength(13);
  });
});

test('a card that is always declined: access continues during the retries, then the subscription ends with an email', async ({
  page,
  sandbox,
  email,
}) => {
  test.setTimeout(240_000);
  const life = new Life(page, sandbox, email);
  await life.beginTrial('4111 1111 1111 1111');
  const chargeAt = await life.nextChargeAt();

  await test.step('two retries fail: access continues, and one email is sent', async () => {
    await life.goTo(chargeAt, HOUR_MS);
    await life.expectEmails(3, `Не получилось списать ${MONTH_RUB} руб. за «Просвет»`);
    await life.goTo(await life.nextChargeAt(), HOUR_MS);
    await life.openSubscription();
    await expect(page.getByRole('alert')).toContainText('Списание не прошло');
    await life.expectProfile('подписка активна', 'Дата списания', shown(await life.nextChargeAt()));
    expect(await life.emails()).toHaveLength(3);
  });

  await test.step('the third failure ends the subscription', async () => {
    await life.goTo(await life.nextChargeAt(), HOUR_MS);
    await life.expectEmails(4, 'Подписка «Просвет» остановлена');
    const history = await life.expectMoney(0);
    expect(history.filter((line) => line.includes('отклонено'))).toHaveLength(3);
    await expect(page.getByRole('heading', { name: 'Подписка отменена' })).toBeVisible();
    const graceEnd = new Date(Date.parse(chargeAt) + 3 * DAY_MS).toISOString();
    await life.expectProfile('подписка отменена', 'Доступ до', shown(graceEnd));
  });

  await test.step('access ends three days after the charge date', async () => {
    await life.goTo(chargeAt, 3 * DAY_MS + HOUR_MS);
    await page.goto('/profile');
    await page.waitForURL('**/shop');
    await expect(page.getByRole('button', { name: 'Возобновить подписку' })).toBeVisible();
  });
});

test('a customer who cancels during the retries of a failed charge is informed that access ends at once', async ({
  page,
  sandbox,
  email,
}) => {
  test.setTimeout(240_000);
  const life = new Life(page, sandbox, email);
  await life.beginTrial('4111 1111 1111 1111');
  await life.goTo(await life.nextChargeAt(), HOUR_MS);
  await life.openSubscription();
  await expect(page.getByText(/а доступ сразу закончится/)).toBeVisible();
  await hold(page, page.getByRole('button', { name: 'Отменить подписку' }), () => page.waitForURL('**/shop'));
  await expect(page.getByRole('button', { name: 'Возобновить подписку' })).toBeVisible();
  expect(await life.held()).toBe(0);
});
