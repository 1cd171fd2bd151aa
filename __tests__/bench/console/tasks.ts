/**
 * The twenty tasks of the console benchmark. Each task takes the shortest way with the keyboard that the console offers.
 * Where consoles differ, the task looks for the shorter way first.
 */
import type { Locator, Page } from 'playwright-core';
import { STAFF_USER_TEXTS } from '../../../src/web/texts/staff/user';
import type { Keyboard } from './keyboard';
import type { CustomerName, World } from './world';

/** Time after which a search has found nothing, in ms. */
const NOTHING_AFTER_MS = 3000;

export interface Agent {
  page: Page;
  keyboard: Keyboard;
}

/** One way to carry out a task. Resolves to false if the console does not offer this way. */
export type Way = (agent: Agent, world: World) => Promise<boolean>;

export interface Task {
  name: string;
  /** Path of the page on which the task starts. */
  start: (world: World) => string;
  /** Ways to carry out the task. The way with the fewest key presses counts. Only one way may change data. */
  ways: readonly Way[];
  /** What the agent does if the console offers none of the ways. */
  otherwise?: { name: string; ways: readonly Way[] };
}

const HOME = '/adept';
const customerPath = (id: number): string => `/crucify?id=${String(id)}`;
const onCustomerPage = (name: CustomerName) => (world: World) => customerPath(world.ids[name]);
const button = (scope: Page | Locator, name: string | RegExp): Locator =>
  scope.getByRole('button', { name, exact: typeof name === 'string' });
const findDialog = (page: Page): Locator => page.getByRole('dialog');

/** Resolves to whether an element appears before a search has found nothing. */
const appears = (element: Locator): Promise<boolean> =>
  element.waitFor({ timeout: NOTHING_AFTER_MS }).then(
    () => true,
    () => false,
  );

type Sought = World['sought'];
/** Enters what the agent knows about the customer. */
type Enter = (keyboard: Keyboard, sought: Sought) => Promise<void>;
/** Way to find and open a customer from any page. Resolves to whether the customer was found. */
type Search = (agent: Agent, sought: Sought, enter: Enter) => Promise<boolean>;

const searchOnHome: Search = async ({ page, keyboard }, sought, enter) => {
  await keyboard.press('/');
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await enter(keyboard, sought);
  const row = page.locator(`[data-row][href$="id=${String(sought.id)}"]`).first();
  if (!(await appears(row))) return false;
  await keyboard.press('ArrowDown');
  while (!(await row.evaluate((element) => element === document.activeElement)))
    await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: sought.email }).waitFor();
  return true;
};

const searchInPalette: Search = async ({ page, keyboard }, sought, enter) => {
  if (!(await keyboard.openPalette())) return false;
  await enter(keyboard, sought);
  const option = page.getByRole('option', { name: sought.email });
  if (!(await appears(option))) return false;
  while ((await option.getAttribute('aria-selected')) !== 'true') await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: sought.email }).waitFor();
  return true;
};

const searches = (enter: Enter): Way[] =>
  [searchOnHome, searchInPalette].map(
    (search) =>
      (agent, { sought }) =>
        search(agent, sought, enter),
  );

const finding = (name: string, enter: Enter): Task => ({
  name,
  start: onCustomerPage('note'),
  ways: searches(enter),
  otherwise: {
    name: 'ask for the address, then task 1',
    ways: searches((keyboard, { emailPart }) => keyboard.type(emailPart)),
  },
});

/** A task on a customer's page that opens a dialog, fills its form, submits it, and ends with a text. */
function inDialog(
  name: string,
  customer: CustomerName,
  {
    open,
    fill,
    done,
  }: { open: string | RegExp; fill?: (keyboard: Keyboard) => Promise<void>; done: string | RegExp },
): Task {
  return {
    name,
    start: onCustomerPage(customer),
    ways: [
      async ({ page, keyboard }) => {
        await keyboard.activate(button(page, open).first());
        const dialog = findDialog(page);
        await dialog.locator(':focus').waitFor();
        await fill?.(keyboard);
        await keyboard.submit(dialog);
        await page.getByText(done).first().waitFor();
        return true;
      },
    ],
  };
}

export const TASKS: readonly Task[] = [
  finding('find by part of the address', (keyboard, { emailPart }) => keyboard.type(emailPart)),
  finding('find by device id as shown', (keyboard, { shownDeviceId }) => keyboard.paste(shownDeviceId)),
  finding('find by payment number', (keyboard, { payment }) => keyboard.paste(payment)),
  finding('find by last four digits and date', (keyboard, { cardDigits, paidOn }) => {
    const [, , day] = paidOn.split('-');
    return keyboard.type(`${cardDigits} ${String(day)}`);
  }),
  finding('find by gift key', (keyboard, { giftKey }) => keyboard.paste(giftKey)),
  finding('find by request id', (keyboard, { requestId }) => keyboard.paste(requestId)),
  {
    // The agent reads why the charge was declined, and whether the devices have access at the VPN panel.
    name: 'see why the VPN does not work',
    start: onCustomerPage('declined'),
    ways: [
      async ({ page, keyboard }) => {
        await keyboard.readDownTo(page.getByText(/insufficient funds/i).first());
        const onThisPage = page.getByText(/devices attached/);
        if (await onThisPage.isVisible()) {
          await keyboard.readDownTo(onThisPage);
          return true;
        }
        await keyboard.activate(page.getByRole('link', { name: 'Pixel 9' }));
        await keyboard.readDownTo(page.getByText('Last seen'));
        return true;
      },
    ],
  },
  {
    name: 'resend the sign-in email',
    start: onCustomerPage('resend'),
    ways: [
      async ({ page, keyboard }) => {
        await keyboard.activate(button(page, STAFF_USER_TEXTS.resend));
        await page.getByText(STAFF_USER_TEXTS.resent).waitFor();
        return true;
      },
    ],
  },
  {
    name: 'detach a device',
    start: onCustomerPage('detach'),
    ways: [
      async ({ page, keyboard }) => {
        await keyboard.useShortcut(page.getByRole('link', { name: 'Pixel 9' }));
        await keyboard.activate(button(page, 'Detach Ноутбук'));
        await findDialog(page).waitFor();
        await keyboard.activate(button(findDialog(page), 'Detach'));
        await page.getByText('Detached Successfully').waitFor();
        return true;
      },
    ],
  },
  inDialog('refund whole', 'refund', { open: 'Refund', done: 'Refund Successfully' }),
  inDialog('refund unused days', 'unused', { open: 'Refund unused days', done: 'Refund Successfully' }),
  inDialog('stop the renewal', 'renewal', { open: 'Cancel renewal', done: 'Renewal canceled' }),
  inDialog('add days', 'days', {
    open: 'Add days',
    fill: (keyboard) => keyboard.type('3'),
    done: '3 days added',
  }),
  {
    name: 'move to another address',
    start: onCustomerPage('move'),
    ways: [
      async ({ page, keyboard }, { emails }) => {
        await keyboard.activate(button(page, 'Move to another email'));
        const dialog = findDialog(page);
        await dialog.locator(':focus').waitFor();
        await keyboard.paste(emails.move);
        for (const label of ['New email', 'Confirm new email']) {
          await keyboard.moveTo(dialog.getByLabel(label, { exact: true }));
          await keyboard.paste('new.address@yandex.ru');
        }
        await keyboard.moveTo(dialog.getByLabel('Proof of ownership'));
        await keyboard.type('3055');
        await keyboard.submit(dialog);
        await page.getByRole('heading', { level: 1, name: 'new.address@yandex.ru' }).waitFor();
        return true;
      },
    ],
  },
  {
    name: 'add a note and a tag',
    start: onCustomerPage('note'),
    ways: [
      async ({ page, keyboard }) => {
        for (const [field, open, text] of [
          ['New note', 'Add note', 'Called back'],
          ['New tag', 'Add tag', 'vip'],
        ] as const) {
          if (await page.getByLabel(field).isVisible()) await keyboard.moveTo(page.getByLabel(field));
          else await keyboard.activate(button(page, open));
          await page.getByLabel(field).and(page.locator(':focus')).waitFor();
          await keyboard.type(text);
          await keyboard.press('Enter');
          await page.getByText(text, { exact: true }).first().waitFor();
        }
        await button(page, 'Remove tag vip').waitFor();
        return true;
      },
    ],
  },
  {
    name: 'create a gift link',
    start: () => HOME,
    ways: [
      async ({ page, keyboard }) => {
        await keyboard.moveTo(page.getByLabel('Months'));
        await keyboard.type('3');
        await keyboard.press('Enter');
        await button(page, 'Copy QR code').waitFor();
        return true;
      },
    ],
  },
  {
    name: 'create a batch of gifts',
    start: () => HOME,
    ways: [
      async ({ page, keyboard }) => {
        await keyboard.openPage(page.getByRole('link', { name: 'Gifts', exact: true }), 'Gifts');
        await keyboard.moveTo(page.getByLabel('Name'));
        await keyboard.type('Fair');
        await keyboard.moveTo(page.getByRole('textbox', { name: 'Months' }));
        await keyboard.type('3');
        await keyboard.moveTo(page.getByRole('textbox', { name: 'Gifts' }));
        await keyboard.type('20');
        await keyboard.press('Enter');
        await button(page, 'Copy all').waitFor();
        return true;
      },
    ],
  },
  {
    name: 'send a push to a device',
    start: onCustomerPage('push'),
    ways: [
      async ({ page, keyboard }) => {
        await keyboard.activate(page.getByRole('link', { name: 'Pixel 9' }));
        const form = page.getByRole('form', { name: 'LOGIN' });
        await form.waitFor();
        await keyboard.submit(form);
        await page.getByText(/^LOGIN accepted/).waitFor();
        return true;
      },
    ],
  },
  {
    name: 'resolve a payment issue',
    start: () => HOME,
    ways: [
      async ({ page, keyboard }, { issue }) => {
        await keyboard.openPage(
          page.getByRole('link', { name: /^Payment issues/ }).first(),
          'Payment issues',
        );
        const row = page.getByRole('row').filter({ hasText: issue.email });
        await keyboard.activate(button(row, /^Resolve/));
        await findDialog(page).locator(':focus').waitFor();
        await keyboard.submit(findDialog(page));
        await page.getByText('Retry queued').waitFor();
        return true;
      },
    ],
  },
  {
    name: 'read the audit log of a payment',
    start: ({ audited }) => customerPath(audited.id),
    ways: [
      async ({ page, keyboard }, { audited }) => {
        await keyboard.openPage(page.getByRole('link', { name: 'Audit log' }), 'Audit log');
        await keyboard.moveTo(page.getByLabel('Customer ID'));
        await keyboard.type(String(audited.id));
        await keyboard.press('Tab');
        const row = page.getByRole('row').filter({ hasText: audited.payment }).filter({ hasText: 'Refund' });
        await keyboard.readDownTo(row.first());
        return true;
      },
    ],
  },
];
