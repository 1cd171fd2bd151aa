/** The way every change of the console is made: done, rejected in words, unconfirmed, or failed and away to /refresh. */
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/api';
import {
  type Answered,
  type CallError,
  callErrorOf,
  hasNoResponse,
  isUnconfirmed,
} from '../../api/callError';
import { STAFF_PAGES } from '../../api/tags';
import { useAppDispatch } from '../../hooks/storeHooks';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { STAFF_OFFLINE_TEXTS } from '../../texts/staff/offline';
import { toast } from '../../toasts/toasts';
import { askBeforeRepeat } from './repeatQuestion';
import { useStaffFailure } from './useStaffFailure';

interface Endings {
  /** Whether the server makes a repeated request once, which the words about a lost response then say. */
  isRepeatSafe?: boolean;
  /** Whether the agent is asked before the change is sent. By default, if the response of the last change was lost. */
  asksFirst?: boolean;
  /** Called with a failure that does not lead away. */
  onFailed?: (error: CallError) => void;
}

export interface StaffChange {
  /** Makes one change at a time. `onDone` is called with the response if the change took effect. */
  send: <Result>(
    call: () => Promise<Answered<Result>>,
    onDone: (result: Result) => void,
    endings?: Endings,
  ) => Promise<void>;
  isSending: boolean;
  /** Why the last change was not made or not confirmed, unless that led away; null if it was made. */
  error: CallError | null;
  /** The same in words. */
  failure: string | null;
}

/** Statuses of responses that show that the page is outdated. */
const OUTDATED = new Set<CallError['status']>([200, 404, 409]);

const IDLE = { isSending: false, error: null } as const;

/** The subject of messages about a failure, or a function that returns the whole message. */
export type FailureWords = string | ((error: CallError) => string);

/**
 * No failure is silent: a toast reports a failure that leads away or that arrives when the form is already closed. After a
 * response that shows that somebody else was faster, the page is read again. After a change whose response was lost, the
 * agent is asked before the next one.
 */
export function useStaffChange(subject: FailureWords = DIALOG_TEXTS.change): StaffChange {
  const leadsAway = useStaffFailure();
  const dispatch = useAppDispatch();
  const isShown = useRef(false);
  const isUnderWay = useRef(false);
  const isLost = useRef(false);
  const [state, setState] = useState<{ isSending: boolean; error: CallError | null }>(IDLE);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      isUnderWay.current = false;
    };
  }, []);

  // Only when the result is on the screen: a late second click must not send the change of a dialog that is closing again.
  useEffect(() => {
    if (!state.isSending) isUnderWay.current = false;
  }, [state]);

  const fail = (error: CallError, isLeaving: boolean, { onFailed }: Endings) => {
    setState({ isSending: false, error: isLeaving ? null : error });
    if (OUTDATED.has(error.status)) dispatch(api.util.invalidateTags(STAFF_PAGES));
    if (isLeaving || !isShown.current)
      toast.error(typeof subject === 'string' ? failureWords(subject, error) : subject(error));
    if (!isLeaving) onFailed?.(error);
  };

  return {
    ...state,
    failure: state.error && (state.error.reason ?? DIALOG_TEXTS.failed),
    send: async (call, onDone, endings = {}) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      if ((endings.asksFirst ?? isLost.current) && !(await askBeforeRepeat())) {
        isUnderWay.current = false;
        return;
      }
      setState({ isSending: true, error: null });
      const { data, error } = await call();
      if (!isShown.current) isUnderWay.current = false;
      isLost.current = error !== undefined && isUnconfirmed(callErrorOf(error));
      if (error !== undefined) fail(inWords(callErrorOf(error), subject, endings), leadsAway(error), endings);
      else if (isRejection(data)) fail({ status: 200, message: '' }, false, endings);
      else {
        setState({ ...IDLE });
        onDone(data);
      }
    },
  };
}

/** Adds to a failure without a response the words for the agent, as if the server had given them. */
function inWords(error: CallError, subject: FailureWords, { isRepeatSafe = false }: Endings): CallError {
  if (!hasNoResponse(error)) return error;
  const what = typeof subject === 'string' ? subject : DIALOG_TEXTS.change;
  if (error.isNotSent === true) return { ...error, reason: STAFF_OFFLINE_TEXTS.notSent(what) };
  const reason = isRepeatSafe ? STAFF_OFFLINE_TEXTS.safeToRepeat : STAFF_OFFLINE_TEXTS.unconfirmed;
  return { ...error, reason: reason(what) };
}

/** Whether it was done is known only where the server answered, or nothing left this device. */
function failureWords(what: string, error: CallError): string {
  const { status, isNotSent, reason, message } = error;
  if (hasNoResponse(error) && reason !== undefined) return reason;
  const isKnown = isNotSent === true || (typeof status === 'number' && status < 500);
  const words = isKnown ? DIALOG_TEXTS.notDone : DIALOG_TEXTS.maybeDone;
  return words(what, reason ?? message);
}

function isRejection(response: unknown): boolean {
  return (
    typeof response === 'object' && response !== null && 'success' in response && response.success === false
  );
}
