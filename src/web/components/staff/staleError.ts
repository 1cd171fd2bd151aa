/** Error of a request that was not sent, because the customer had changed since the dialog was opened. */
import type { CallError } from '../../api/callError';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';

export const STALE_ERROR: CallError = {
  status: 409,
  message: DIALOG_TEXTS.stale,
  reason: DIALOG_TEXTS.stale,
};

/** Returns whether a request was not sent because the customer had changed. */
export const isStaleError = ({ message }: CallError): boolean => message === DIALOG_TEXTS.stale;

/** Returns the form without the error that its changes were not accepted, once the agent has accepted them. */
export function withoutAcceptedError<Form extends { error: CallError | null; failure: string | null }>(
  form: Form,
  { changes }: { changes: readonly string[] },
): Form {
  const isAccepted = form.error !== null && isStaleError(form.error) && changes.length === 0;
  return isAccepted ? { ...form, error: null, failure: null } : form;
}
