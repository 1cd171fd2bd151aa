/** A payment on the screen: the card dialog, the wait for the server's word, and how it ended. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Flow } from '../../flows/flow';
import { type Payment, type PaymentOutcome, resumePayment, startPayment } from '../../flows/payment/pay';
import { type Payer, paymentCheckEnded, selectCheckedOrder } from '../../flows/paymentSlice';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { useFollow } from '../../navigation/useFollow';

export interface PaymentOnScreen {
  /** How the last try ended; null before the first one and during another. */
  outcome: PaymentOutcome | null;
  /** Resolves when the try has ended. */
  pay: (payment: Payment) => Promise<void>;
  /** Null unless a payment is being checked. */
  check: {
    /** The payment has not come for so long that nobody should sit and wait. */
    isLate: boolean;
    /** The server has confirmed it: the next screen is on its way. */
    isPaid: boolean;
    onCheckAgain: () => void;
    /** Leaves the wait; the payment is not lost by it. */
    onLeave: () => void;
  } | null;
}

/**
 * Goes on by itself with a check that a reload interrupted, and leads on when a payment has ended.
 * `onBusy`: a payment begins, or has ended and led on.
 */
export function usePayment(payer: Payer, onBusy?: (isBusy: boolean) => void): PaymentOnScreen {
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const orderId = useAppSelector((state) => selectCheckedOrder(state, payer));
  const [outcome, setOutcome] = useState<PaymentOutcome | null>(null);
  const isShown = useRef(false);
  const isPaid = useRef(false);
  // The store may have the end of a check a moment before this screen has.
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
    // What was paid stays in sight until the next screen is there.
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
