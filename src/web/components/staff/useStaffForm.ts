/** Sending a change of the console: busy, refused in words, or away to /refresh. */
import type { SerializedError } from '@reduxjs/toolkit';
import { useRef, useState } from 'react';
import { callErrorOf, type CallError } from '../../api/callError';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { useStaffFailure } from './useStaffFailure';

/** What an awaited mutation gives. */
export type Answered<Result> =
  { data: Result; error?: undefined } | { data?: undefined; error: CallError | SerializedError };

export interface StaffForm {
  /** Sends once at a time; `onDone` gets the answer when the change took effect. */
  send: <Result>(call: () => Promise<Answered<Result>>, onDone: (result: Result) => void) => Promise<void>;
  isSending: boolean;
  /** Why the server refused, in words; null when it did not. */
  failure: string | null;
}

export function useStaffForm(): StaffForm {
  const onFailure = useStaffFailure();
  const isUnderWay = useRef(false);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  return {
    isSending,
    failure,
    send: async (call, onDone) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      setIsSending(true);
      setFailure(null);
      const { data, error } = await call();
      isUnderWay.current = false;
      setIsSending(false);
      if (error === undefined) onDone(data);
      else if (!onFailure(error)) setFailure(callErrorOf(error).reason ?? DIALOG_TEXTS.failed);
    },
  };
}
