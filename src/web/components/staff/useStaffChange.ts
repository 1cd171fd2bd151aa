/** The way every change of the console is made: done, refused in words, or failed and away to /refresh. */
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/api';
import { type Answered, type CallError, callErrorOf } from '../../api/callError';
import { STAFF_PAGES } from '../../api/tags';
import { useAppDispatch } from '../../hooks/storeHooks';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { toast } from '../../toasts/toasts';
import { useStaffFailure } from './useStaffFailure';

interface Endings {
  /** Any failure that does not lead away, in place of `failure`. */
  onFailed?: (error: CallError) => void;
  /** The failure leads to /refresh: what was typed may be kept. The person is told already. */
  onLeaving?: () => void;
}

export interface StaffChange {
  /** Makes one change at a time. `onDone` gets the answer when the change took effect. */
  send: <Result>(
    call: () => Promise<Answered<Result>>,
    onDone: (result: Result) => void,
    endings?: Endings,
  ) => Promise<void>;
  isSending: boolean;
  /** Why the server refused, in words; null when it did not. */
  failure: string | null;
}

/** Answers that say that the page shows what is not true any more. */
const OUTDATED = new Set<CallError['status']>([200, 404, 409]);

/** The subject of what is said of a failure, or all that is said. */
type FailureWords = string | ((error: CallError) => string);

/**
 * No failure ends in silence: one that leads away, or comes when the form is closed already, is told by a
 * toast, in the words of `subject`. After a refusal that shows that somebody else was quicker, the page
 * is read again.
 */
export function useStaffChange(subject: FailureWords = DIALOG_TEXTS.change): StaffChange {
  const leadsAway = useStaffFailure();
  const dispatch = useAppDispatch();
  const isShown = useRef(false);
  const isUnderWay = useRef(false);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const end = (error: CallError, isLeaving: boolean, { onFailed, onLeaving }: Endings) => {
    if (OUTDATED.has(error.status)) dispatch(api.util.invalidateTags(STAFF_PAGES));
    if (isLeaving || !isShown.current)
      toast.error(typeof subject === 'string' ? failureWords(subject, error) : subject(error));
    if (isLeaving) onLeaving?.();
    else if (onFailed) onFailed(error);
    else setFailure(error.reason ?? DIALOG_TEXTS.failed);
  };

  return {
    isSending,
    failure,
    send: async (call, onDone, endings = {}) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      setIsSending(true);
      setFailure(null);
      const { data, error } = await call();
      isUnderWay.current = false;
      setIsSending(false);
      if (error !== undefined) end(callErrorOf(error), leadsAway(error), endings);
      else if (isRefusal(data)) end({ status: 200, message: '' }, false, endings);
      else onDone(data);
    },
  };
}

/** Whether it was done is known only where the server answered, or nothing left this device. */
function failureWords(what: string, { status, isNotSent, reason, message }: CallError): string {
  const isKnown = isNotSent === true || (typeof status === 'number' && status < 500);
  const words = isKnown ? DIALOG_TEXTS.notDone : DIALOG_TEXTS.maybeDone;
  return words(what, reason ?? message);
}

function isRefusal(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === false;
}
