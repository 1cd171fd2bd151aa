/**
 * Runs a payment on a screen. The hook opens the card dialog, waits for the server's confirmation, and returns the
 * outcome of the payment.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Flow } from '../../flows/flow';
import { type Payment, type PaymentOutcome, resumePayment, startPayment } from '../../flows/payment/pay';
import { type Payer, paymentCheckEnded, selectCheckedOrder } from '../../flows/paymentSlice';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { useFollow } from '../../navigation/useFollow';

export interface PaymentOnScreen {
  /**
   * Outcome of the last payment attempt. The outcome is null before the first payment attempt, and while another
   * payment attempt is pending.
   */
  outcome: PaymentOutcome | null;
  /** Starts a payment attempt. The returned promise resolves when the payment attempt has ended. */
  pay: (payment: Payment) => Promise<void>;
  /** State of the payment check, or null if no payment is being checked. */
  check: {
    /** Whether the payment confirmation takes so long that the customer need not wait on this screen. */
    isLate: boolean;
    /** Whether the server has confirmed the payment and the next screen is loading. */
    isPaid: boolean;
    onCheckAgain: () => void;
    /** Leaves the screen. The payment check continues on the server, so the payment is not lost. */
    onLeave: () => void;
  } | null;
}

/**
 * Resumes a payment check that a reload interrupted, and navigates to the next screen when a payment has ended. Calls
 * `onBusy` with true when a payment starts, and with false when a payment attempt ends without a confirmed payment.
 *
 * @example
 * const { outcome, pay, check } = usePayment('account', setIsBusy);
 * await pay({ payer: 'account', order, wording });
 */
export function usePayment(payer: Payer, onBusy?: (isBusy: boolean) => void): PaymentOnScreen {
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const orderId = useAppSelector((state) => selectCheckedOrder(state, payer));
  const [outcome, setOutcome] = useState<PaymentOutcome | null>(null);
  const isShown = useRef(false);
  const isPaid = useRef(false);
  // `isChecking` is local state, because the store may record the end of a payment check before this screen has
  // rendered it.
  const [isChecking, setIsChecking] = useState(orderId !== null);
  if (orderId !== null && !isChecking) setIsChecking(true);

  const endOfPaid = () => {
    if (isPaid.current) dispatch(paymentCheckEnded({ payer }));
    isPaid.current = false;
  };

  const run = async (payment: Flow<PaymentOutcome | null>) => {
    onBusy?.(true);
    const end = await dispatch(payment);
    isPaid.current = end?.kind === 'paid' || end?.kind === 'campaignPaid';
    if (!isShown.current) {
      endOfPaid();
      return;
    }
    setOutcome(end);
    if (end) follow(end);
    // Keep the payment confirmation visible until the next screen is rendered.
    if (isPaid.current) return;
    setIsChecking(end?.kind === 'paymentLate');
    onBusy?.(false);
  };

  const resumeAfterReload = useEffectEvent(() => {
    if (orderId !== null) void run(resumePayment(payer));
  });

  const leave = useEffectEvent(endOfPaid);

  useEffect(() => {
    isShown.current = true;
    resumeAfterReload();
    return () => {
      isShown.current = false;
      leave();
    };
  }, []);

  return {
    outcome,
    pay: (payment) => {
      setOutcome(null);
      return run(startPayment(payment));
    },
    check: !isChecking
      ? null
      : {
          isLate: outcome?.kind === 'paymentLate',
          isPaid: outcome?.kind === 'paid' || outcome?.kind === 'campaignPaid',
          onCheckAgain: () => {
            setOutcome(null);
            void run(resumePayment(payer));
          },
          onLeave: () => {
            setOutcome(null);
            setIsChecking(false);
            dispatch(paymentCheckEnded({ payer }));
          },
        },
  };
}
