/**
 * Asks the agent for confirmation before a change is sent again. The agent is asked if the response to the first
 * request was lost and the request has no request id.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { STAFF_OFFLINE_TEXTS } from '../../texts/staff/offline';
import { QuestionDialog } from './QuestionDialog';

type ResponseBody = (isRepeated: boolean) => void;

let asked: ResponseBody | null = null;
const listeners = new Set<() => void>();

function put(next: ResponseBody | null): void {
  asked = next;
  listeners.forEach((listener) => listener());
}

function response(isRepeated: boolean): void {
  const answered = asked;
  put(null);
  answered?.(isRepeated);
}

/**
 * Returns a promise that resolves to true if the agent wants to send the change again. The component `RepeatQuestion`
 * in the console frame shows the dialog.
 */
export function askBeforeRepeat(): Promise<boolean> {
  response(false);
  return new Promise((resolve) => put(resolve));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function RepeatQuestion() {
  const isAsked = useSyncExternalStore(
    subscribe,
    () => asked !== null,
    () => false,
  );
  useEffect(() => () => response(false), []);
  if (!isAsked) return null;
  return (
    <QuestionDialog
      question={STAFF_OFFLINE_TEXTS.repeat}
      onYes={() => response(true)}
      onNo={() => response(false)}
    />
  );
}
