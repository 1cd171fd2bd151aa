/** Error notice for a failed request. The notice shows the server's message, or advice derived from the error. */
import type { SerializedError } from '@reduxjs/toolkit';
import {
  type CallError,
  deriveSupportCode,
  isNetworkFailure,
  isUnavailable,
  toCallError,
} from '../../api/callError';
import type { Elements } from '../../platform/elements';
import { COMMON_TEXTS } from '../../texts/common';
import { ErrorNotice } from '../controls/ErrorNotice';

interface CallFailureProps {
  title: string;
  /** Error of the failed request, or undefined if the server responded with `success: false`. */
  error: CallError | SerializedError | undefined;
  /** Message from the server's response, or null if the response contained no message. */
  reason?: string | null;
  /** Sentence that is appended to the advice in the error notice. */
  next?: string;
  onRetry: () => void;
  retryLabel?: string;
  /** Further links and buttons that help the user. */
  children?: Elements;
}

export function CallFailure({ error, reason = null, next, ...notice }: CallFailureProps) {
  const advice = reason ?? adviceOn(error);
  return <ErrorNotice {...notice} text={next === undefined ? advice : `${advice} ${next}`} />;
}

/**
 * Returns `words` with the support code of the error appended. If the server is unavailable, or responded with a
 * maintenance notice, returns the text about the maintenance instead of `words`.
 *
 * @example
 * adviceInWords(LOGIN_TEXTS.failed, error)
 */
export function adviceInWords(words: string, error: CallError | SerializedError | undefined): string {
  if (error === undefined) return words;
  const failure = toCallError(error);
  if (failure.notice !== undefined) return failure.notice;
  if (isUnavailable(failure)) return COMMON_TEXTS.unavailable;
  const code = deriveSupportCode(failure);
  return code === null ? words : `${words} ${COMMON_TEXTS.supportCode(code)}`;
}

/**
 * Returns a text about what the customer can do after a failed request. The text mentions the network connection only if the request failed because of the
 * network.
 */
export function adviceOn(error: CallError | SerializedError | undefined): string {
  if (error === undefined) return COMMON_TEXTS.serverFailed;
  const failure = toCallError(error);
  const advice =
    failure.notice ??
    failure.reason ??
    (isNetworkFailure(failure) ? COMMON_TEXTS.offline.text : COMMON_TEXTS.serverFailed);
  const code = deriveSupportCode(failure);
  return code === null ? advice : `${advice} ${COMMON_TEXTS.supportCode(code)}`;
}
