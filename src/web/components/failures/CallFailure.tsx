/** A call failed: what the server says of it, or what else stands between the person and an answer. */
import type { SerializedError } from '@reduxjs/toolkit';
import type { ReactNode } from 'react';
import {
  type CallError,
  callErrorOf,
  isNetworkFailure,
  isUnavailable,
  supportCodeOf,
} from '../../api/callError';
import { COMMON_TEXTS } from '../../texts/common';
import { ErrorNotice } from '../controls/ErrorNotice';

interface CallFailureProps {
  title: string;
  /** Undefined: the call came back and said that it had not succeeded. */
  error: CallError | SerializedError | undefined;
  /** The server's own sentence, where it came with an answer. */
  reason?: string | null;
  /** A sentence after the advice. */
  next?: string;
  onRetry: () => void;
  retryLabel?: string;
  /** Further ways out: links and buttons. */
  children?: ReactNode;
}

export function CallFailure({ error, reason = null, next, ...notice }: CallFailureProps) {
  const advice = reason ?? adviceOn(error);
  return <ErrorNotice {...notice} text={next === undefined ? advice : `${advice} ${next}`} />;
}

/** What a screen says of every failure alike, unless the server is being worked on; with the code for support. */
export function adviceInWords(words: string, error: CallError | SerializedError | undefined): string {
  if (error === undefined) return words;
  const failure = callErrorOf(error);
  if (isUnavailable(failure)) return COMMON_TEXTS.unavailable;
  const code = supportCodeOf(failure);
  return code === null ? words : `${words} ${COMMON_TEXTS.supportCode(code)}`;
}

/** What to do about a failed call; who has a network is not sent to look for one. */
export function adviceOn(error: CallError | SerializedError | undefined): string {
  if (error === undefined) return COMMON_TEXTS.serverFailed;
  const failure = callErrorOf(error);
  const advice =
    failure.reason ?? (isNetworkFailure(failure) ? COMMON_TEXTS.offline.text : COMMON_TEXTS.serverFailed);
  const code = supportCodeOf(failure);
  return code === null ? advice : `${advice} ${COMMON_TEXTS.supportCode(code)}`;
}
