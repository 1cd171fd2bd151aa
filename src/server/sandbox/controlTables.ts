/** Control methods of the fake card providers, for the control APIs of their processes. */
import * as v from 'valibot';
import {
  comingBody,
  failNextBody,
  failuresBody,
  notifyBody,
  recurringPaymentBody,
  terminalBody,
  yooKassaActionBody,
  yooKassaSettingsBody,
} from './cardBodies';
import type { FakeCardProvider } from './fakeCardProvider/fakeCardProvider';
import type { ProviderHistory } from './fakeCardProvider/seedHistory';
import type { YooKassaControls } from './fakeYooKassa/controls';
import type { ControlTable } from './providerControl';

interface OwnClock {
  /** Moves the clock of the fake card provider forward. */
  moveTo(moment: Date): Promise<void>;
}

/** Control methods of the fake of CloudPayments in its own process. */
export interface FakeCardProviderControls extends Omit<FakeCardProvider, 'app'>, OwnClock {
  seed(history: ProviderHistory): Promise<string[]>;
}

/** Control methods of the fake of YooKassa in its own process. */
export interface FakeYooKassaControls extends YooKassaControls, OwnClock {}

const moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
);
const paymentId = v.string();
const none = v.tuple([]);

export const CLOUD_PAYMENTS_CONTROLS: ControlTable<FakeCardProviderControls> = {
  listPayments: { args: v.tuple([v.optional(v.object({ email: v.optional(v.string()) }))]) },
  notify: { args: v.tuple([paymentId, notifyBody]) },
  failNext: { args: v.tuple([paymentId, failNextBody.entries.reasonCode]) },
  changeRecurringPayment: { args: v.tuple([paymentId, recurringPaymentBody]) },
  terminal: { args: none },
  changeTerminal: { args: v.tuple([terminalBody]) },
  knobs: { args: none },
  setKnobs: { args: v.tuple([comingBody]) },
  failures: { args: none },
  failCalls: { args: v.tuple([failuresBody]) },
  findReceipt: {
    args: v.tuple([paymentId]),
    result: v.nullable(
      v.object({
        id: v.string(),
        kind: v.picklist(['income', 'incomeReturn']),
        amountKopecks: v.number(),
        description: v.string(),
        email: v.nullable(v.string()),
        fiscalSign: v.string(),
        at: moment,
      }),
    ),
  },
  runDueRecurringPayments: { args: none },
  nextDueAt: { args: none, result: v.nullable(moment) },
  seed: {
    args: v.tuple([
      v.object({
        recurringPaymentId: v.string(),
        orderId: v.string(),
        accountId: v.string(),
        email: v.string(),
        amountKopecks: v.number(),
        startAt: moment,
        nextChargeAt: moment,
        nextChargeFails: v.boolean(),
        payments: v.array(
          v.object({ at: moment, amountKopecks: v.number(), role: v.picklist(['first', 'recurrent']) }),
        ),
      }),
    ]),
  },
  moveTo: { args: v.tuple([moment]) },
};

export const YOOKASSA_CONTROLS: ControlTable<FakeYooKassaControls> = {
  read: { args: none },
  change: { args: v.tuple([yooKassaSettingsBody]) },
  act: { args: v.tuple([paymentId, yooKassaActionBody.entries.action]) },
  runDue: { args: none },
  nextDueAt: { args: none, result: v.nullable(moment) },
  moveTo: { args: v.tuple([moment]) },
};
