/** Handlers of the change of the account's email address. */
import type { emailChangeCalls } from '../../../shared/contract/emailChange';
import {
  changeEmail,
  confirmPresent,
  restoreEmail,
  sendCodeToFormer,
  sendCodeToNew,
  sendCodeToPresent,
} from '../../usecases/signIn/changeEmail';
import type { HandlersOf } from './handler';

/** Returns the response of a step that failed. */
function failed(outcome: { kind: string; triesLeft?: number; until?: Date }) {
  return {
    success: false,
    reason: outcome.kind,
    triesLeft: outcome.triesLeft ?? null,
    until: outcome.until?.toISOString() ?? null,
  };
}

export const emailChangeHandlers: HandlersOf<typeof emailChangeCalls> = {
  sendCodeToPresentEmail: async ({ deps, caller }) => {
    const sent = await sendCodeToPresent(deps, caller);
    return sent.kind === 'sent' ? { success: true, requestToken: sent.requestToken } : failed(sent);
  },

  confirmPresentEmail: async ({ deps, caller }, { body }) => {
    const outcome = await confirmPresent(deps, caller, body);
    return outcome.kind === 'confirmed' ? { success: true } : failed(outcome);
  },

  sendCodeToNewEmail: async ({ deps, caller, ip }, { body }) => {
    const sent = await sendCodeToNew(deps, caller, { ...body, ip });
    return sent.kind === 'sent' ? { success: true, requestToken: sent.requestToken } : failed(sent);
  },

  changeEmail: async ({ deps, caller }, { body }) => {
    const outcome = await changeEmail(deps, caller, body);
    if (outcome.kind !== 'changed') return failed(outcome);
    const { email, browserMark, until } = outcome;
    return { success: true, email, browserMark, until: until.toISOString() };
  },

  sendCodeToFormerEmail: async ({ deps }, { body }) => {
    const sent = await sendCodeToFormer(deps, body.restoreToken);
    if (sent === null) return failed({ kind: 'expired' });
    return { success: true, requestToken: sent.requestToken, until: sent.until.toISOString() };
  },

  restoreFormerEmail: async ({ deps }, { body }) => {
    const outcome = await restoreEmail(deps, body);
    return outcome.kind === 'restored' ? { success: true, email: outcome.email } : failed(outcome);
  },
};
