/**
 * Sends every change that staff make in the staff console. A change has one of four outcomes: done, rejected with a
 * message, unconfirmed because the response was lost, or failed with a redirect to the token refresh (/refresh).
 */
import { useEffect, useRef, useState } from 'react';
import {
  type Answered,
  type CallError,
  hasNoResponse,
  isUnconfirmed,
  toCallError,
} from '../../api/callError';
import { noteChange } from '../../api/lastChange';
import { STAFF_PAGES } from '../../api/tags';
import { readAnew } from '../../flows/readAnew';
import { useAppDispatch } from '../../hooks/storeHooks';
import { logFailure } from '../../platform/log';
import { usePlatform } from '../../platform/PlatformContext';
import { STAFF_ERROR_TEXTS } from '../../texts/common';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { STAFF_OFFLINE_TEXTS } from '../../texts/staff/offline';
import { toast } from '../../toasts/toasts';
import { askBeforeRepeat } from './repeatQuestion';
import { useStaffFailure } from './useStaffFailure';

interface Endings {
  /**
   * Whether the server processes a repeated request only once. If true, the message about a lost response says that it
   * is safe to repeat the request.
   */
  isRepeatSafe?: boolean;
  /**
   * Whether to ask the agent before the change is sent. The default value is true if the response of the last change
   * was lost.
   */
  asksFirst?: boolean;
  /** Whether to send the change also while another change is being sent, because it does not depend on it. */
  isIndependent?: boolean;
  /** Callback that receives an error which causes no redirect to /refresh. */
  onFailed?: (error: CallError) => void;
}

export interface StaffChange {
  /**
   * Sends a change. The function does nothing while another change is being sent, unless the change is independent. The
   * function calls `onDone` with the
   * response if the change took effect.
   */
  send: <Result>(
    call: () => Promise<Answered<Result>>,
    onDone: (result: Result) => void,
    endings?: Endings,
  ) => Promise<void>;
  isSending: boolean;
  /** Error of the last change, or null if the change succeeded or the error caused a redirect. */
  error: CallError | null;
  /** Error message of the last change, or null if the change did not fail. */
  failure: string | null;
}

/** Response statuses that mean that the page shows outdated data. */
const OUTDATED = new Set<CallError['status']>([200, 404, 409]);

const IDLE = { isSending: false, error: null } as const;

/**
 * Grammatical subject of the error messages, such as «The note», or a function that returns the whole error message.
 */
export type FailureWords = string | ((error: CallError) => string);

/**
 * Sends changes and reports every error. An error that causes a redirect, or that arrives after the form was closed, is
 * reported in a toast. If the response shows that the page has outdated data, the data of the page is refetched. After
 * a change whose response was lost, the agent is asked before the next change is sent.
 *
 * @example
 * const { send, isSending, failure } = useStaffChange('The note');
 * await send(() => addNote(body), onClose);
 */
export function useStaffChange(subject: FailureWords = DIALOG_TEXTS.change): StaffChange {
  const leadsAway = useStaffFailure();
  const dispatch = useAppDispatch();
  const platform = usePlatform();
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

  // Allow the next change only after the result is rendered, because a late second click in a closing dialog must not
  // send the change again.
  useEffect(() => {
    if (!state.isSending) isUnderWay.current = false;
  }, [state]);

  const fail = (error: CallError, isLeaving: boolean, { onFailed }: Endings) => {
    setState({ isSending: false, error: isLeaving ? null : error });
    if (OUTDATED.has(error.status)) void dispatch(readAnew(STAFF_PAGES));
    if (isLeaving || !isShown.current)
      toast.error(typeof subject === 'string' ? failureWords(subject, error) : subject(error));
    if (!isLeaving) onFailed?.(error);
  };

  return {
    ...state,
    failure: state.error && (state.error.reason ?? DIALOG_TEXTS.failed),
    send: async (call, onDone, endings = {}) => {
      if (isUnderWay.current && endings.isIndependent !== true) return;
      isUnderWay.current = true;
      if ((endings.asksFirst ?? isLost.current) && !(await askBeforeRepeat())) {
        isUnderWay.current = false;
        return;
      }
      setState({ isSending: true, error: null });
      noteChange(platform, 'unknown');
      const { data, error } = await call();
      if (!isShown.current) isUnderWay.current = false;
      isLost.current = error !== undefined && isUnconfirmed(toCallError(error));
      noteChange(
        platform,
        error === undefined && !isRejection(data) ? 'done' : isLost.current ? 'unknown' : null,
      );
      if (error !== undefined) fail(inWords(toCallError(error), subject, endings), leadsAway(error), endings);
      else if (isRejection(data)) fail({ status: 200, message: '' }, false, endings);
      else {
        setState({ ...IDLE });
        try {
          onDone(data);
        } catch (failure) {
          // The change was made, so the agent must not repeat it because its effect could not be shown.
          logFailure('The effect of a change cannot be shown', {
            name: failure instanceof Error ? failure.name : '',
          });
          toast.warning(STAFF_ERROR_TEXTS.change.done);
        }
      }
    },
  };
}

/**
 * Adds a message for the agent to an error that has no response. The message is in the field that otherwise contains
 * the server's message.
 */
function inWords(error: CallError, subject: FailureWords, { isRepeatSafe = false }: Endings): CallError {
  if (!hasNoResponse(error)) return error;
  const what = typeof subject === 'string' ? subject : DIALOG_TEXTS.change;
  if (error.isNotSent === true) return { ...error, reason: STAFF_OFFLINE_TEXTS.notSent(what) };
  const reason = isRepeatSafe ? STAFF_OFFLINE_TEXTS.safeToRepeat : STAFF_OFFLINE_TEXTS.unconfirmed;
  return { ...error, reason: reason(what) };
}

/**
 * Returns the message for an error. The result of a change is known only if the server responded or the request was not
 * sent.
 */
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
