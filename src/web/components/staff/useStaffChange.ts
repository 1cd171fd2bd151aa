/** The way every change of the console is made: done, refused in words, or failed and away to /refresh. */
import { useRef, useState } from 'react';
import { type Answered, type CallError, callErrorOf } from '../../api/callError';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { useStaffFailure } from './useStaffFailure';

export interface StaffChange {
  /**
   * Makes one change at a time. `onDone` gets the answer when the change took effect; `onFailed` gets
   * any failure in place of `failure`, and whether it leads to /refresh already.
   */
  send: <Result>(
    call: () => Promise<Answered<Result>>,
    onDone: (result: Result) => void,
    onFailed?: (error: CallError, isLeaving: boolean) => void,
  ) => Promise<void>;
  isSending: boolean;
  /** Why the server refused, in words; null when it did not. */
  failure: string | null;
}

export function useStaffChange(): StaffChange {
  const leadsAway = useStaffFailure();
  const isUnderWay = useRef(false);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const showFailure = (error: CallError, isLeaving: boolean) => {
    if (!isLeaving) setFailure(error.reason ?? DIALOG_TEXTS.failed);
  };
  return {
    isSending,
    failure,
    send: async (call, onDone, onFailed = showFailure) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      setIsSending(true);
      setFailure(null);
      const { data, error } = await call();
      isUnderWay.current = false;
      setIsSending(false);
      if (error !== undefined) onFailed(callErrorOf(error), leadsAway(error));
      else if (isRefusal(data)) onFailed({ status: 200, message: '' }, false);
      else onDone(data);
    },
  };
}

function isRefusal(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === false;
}
