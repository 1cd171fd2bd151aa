/**
 * API call that changes the card of a renewal. The API call for changing the card is an addition to the specified API.
 */
import * as v from 'valibot';
import { calls } from './call';
import { instant, maybe } from './fields';
import { accountNamed } from './models';
import { order } from './shop';

export const cardChangeCalls = calls({
  getCardChange: {
    path: 'subscriptions/cardChange',
    audience: 'customer',
    kind: 'read',
    body: v.object(accountNamed),
    response: v.object({
      success: v.boolean(),
      /**
       * Whether the card can be changed now: `offered`, `chargeDue` (a charge of the current card is expected, or its
       * result is not reported yet), `tooFar` (the next charge is more than a year ahead), `paused` (nothing can be paid at
       * the moment) or `noRenewal`.
       */
      state: maybe(v.string()),
      /** Order that the new card pays. Present only in the state `offered`. */
      order: maybe(order),
      /** Date of the charge that the new card pays. This charge is either the next charge or the failed charge. */
      dueAt: maybe(instant),
      /** Time from which the card can be changed, in the state `tooFar`. */
      from: maybe(instant),
      /** Masked number of the current card. */
      cardMask: maybe(v.string()),
    }),
    summary:
      'Get the order with which the customer changes the card without canceling: a refundable ruble, or the month of a failed charge.',
  },
});
