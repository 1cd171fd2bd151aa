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
import type { FormDraft } from './useDraft';
import { useStaffFailure } from './useStaffFailure';

interface Endings {
  /** Request id of the change, if the call has one: the server makes the change once, however often it is sent. */
  requestKey?: string | undefined;
  /** Any failure that does not lead away, in place of `failure`. */
  onFailed?: (error: CallError) => void;
}

export interface StaffChange {
  /** Makes one change at a time. `onDone` gets the answer when the change took effect. */
  send: <Result>(
    call: () => Promise<Answered<Result>>,
    onDone: (result: Result) => void,
    endings?: Endings,
  ) => Promise<void>;
  isSending: boolean;
  /** Why the change was not made or not confirmed, in words; null if there is nothing to say. */
  failure: string | null;
}

/** Answers that say that the page shows what is not true any more. */
const OUTDATED = new Set<CallError['status']>([200, 404, 409]);

/** The subject of what is said of a failure, or all that is said. */
type FailureWords = string | ((error: CallError) => string);

/**
 * No failure ends in silence: one that leads away, or comes when the form is closed already, is told by a
 * toast, in the words of `subject`. After a rejection that shows that somebody else was quicker, the page
 * is read again. A change whose response was lost is sent again only with the same request id; without one the agent
 * is asked first, also after the page was left if the form has a `draft`.
 */
export function useStaffChange(
  subject: FailureWords = DIALOG_TEXTS.change,
  draft?: Pick<FormDraft, 'isUnconfirmed' | 'keepUnconfirmed'>,
): StaffChange {
  const leadsAway = useStaffFailure();
  const dispatch = useAppDispatch();
  const isShown = useRef(false);
  const isUnderWay = useRef(false);
  /** The last change of this form if it was sent and its response was lost. */
  const unconfirmed = useRef<{ requestKey: string | undefined } | null>(
    draft?.isUnconfirmed === true ? { requestKey: undefined } : null,
  );
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const mayBeSent = (requestKey: string | undefined): boolean | Promise<boolean> => {
    const last = unconfirmed.current;
    const isSafe = last === null || (requestKey !== undefined && requestKey === last.requestKey);
    return isSafe || askBeforeRepeat();
  };

  const end = (error: CallError, isLeaving: boolean, { onFailed }: Endings) => {
    if (OUTDATED.has(error.status)) dispatch(api.util.invalidateTags(STAFF_PAGES));
    if (isLeaving || !isShown.current)
      toast.error(typeof subject === 'string' ? failureWords(subject, error) : subject(error));
    if (isLeaving) return;
    if (onFailed) onFailed(error);
    else setFailure(error.reason ?? DIALOG_TEXTS.failed);
  };

  return {
    isSending,
    failure,
    send: async (call, onDone, endings = {}) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      if (!(await mayBeSent(endings.requestKey))) {
        isUnderWay.current = false;
        return;
      }
      setIsSending(true);
      setFailure(null);
      const { data, error } = await call();
      isUnderWay.current = false;
      setIsSending(false);
      const isLost = error !== undefined && isUnconfirmed(callErrorOf(error));
      unconfirmed.current = isLost ? { requestKey: endings.requestKey } : null;
      draft?.keepUnconfirmed(isLost && endings.requestKey === undefined);
      if (error !== undefined) end(inWords(callErrorOf(error), subject, endings), leadsAway(error), endings);
      else if (isRejection(data)) end({ status: 200, message: '' }, false, endings);
      else onDone(data);
    },
  };
}

/** Adds to a failure without a response the words for the agent, as if the server had given them. */
function inWords(error: CallError, subject: FailureWords, { requestKey }: Endings): CallError {
  if (!hasNoResponse(error)) return error;
  const what = typeof subject === 'string' ? subject : DIALOG_TEXTS.change;
  if (error.isNotSent === true) return { ...error, reason: STAFF_OFFLINE_TEXTS.notSent(what) };
  const reason =
    requestKey === undefined ? STAFF_OFFLINE_TEXTS.unconfirmed : STAFF_OFFLINE_TEXTS.safeToRepeat;
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
