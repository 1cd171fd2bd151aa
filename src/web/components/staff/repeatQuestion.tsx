/** The question before a change is repeated whose first response was lost and which has no request id. */
import { useEffect, useSyncExternalStore } from 'react';
import { STAFF_OFFLINE_TEXTS } from '../../texts/staff/offline';
import { QuestionDialog } from './QuestionDialog';

type Answer = (isRepeated: boolean) => void;

let asked: Answer | null = null;
const listeners = new Set<() => void>();

function put(next: Answer | null): void {
  asked = next;
  listeners.forEach((listener) => listener());
}

function answer(isRepeated: boolean): void {
  const answered = asked;
  put(null);
  answered?.(isRepeated);
}

/** Resolves to whether the agent wants the change repeated. Shown by the `RepeatQuestion` of the page's frame. */
export function askBeforeRepeat(): Promise<boolean> {
  answer(false);
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
  useEffect(() => () => answer(false), []);
  if (!isAsked) return null;
  return (
    <QuestionDialog
      question={STAFF_OFFLINE_TEXTS.repeat}
      onYes={() => answer(true)}
      onNo={() => answer(false)}
    />
  );
}
