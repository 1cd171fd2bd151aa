/** Persists the pending payment checks in the tab's session storage. */
import type { KeyValueStorage } from '../../platform/platform';
import { removeTabValue, writeTabValue } from '../../tabStorage/tabStorage';
import type { FlowListeners } from '../flow';
import { CHECK_TAB_VALUES, PAYERS } from '../paymentSlice';

/** Writes each change of the payment slice to `storage`. */
export function listenToPayment(listeners: FlowListeners, storage: KeyValueStorage): void {
  listeners.startListening({
    predicate: (_action, state, before) => state.payment !== before.payment,
    effect: (_action, listener) => {
      const { payment } = listener.getState();
      for (const payer of PAYERS) {
        const orderId = payment[payer];
        if (orderId === null) removeTabValue(storage, CHECK_TAB_VALUES[payer]);
        else writeTabValue(storage, CHECK_TAB_VALUES[payer], orderId);
      }
    },
  });
}
