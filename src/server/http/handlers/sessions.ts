/** Handlers of the API endpoints that list and end the sessions of a customer's account. */
import type { sessionsCalls } from '../../../shared/contract/sessions';
import { endOtherSessions, endSession, listSessions } from '../../usecases/customer/sessions';
import type { HandlersOf } from './handler';

export const sessionsHandlers: HandlersOf<typeof sessionsCalls> = {
  listSessions: async ({ deps, caller }) => ({
    success: true,
    sessions: (await listSessions(deps, caller)).map(({ device, createdAt, lastUsedAt, ...session }) => ({
      ...session,
      isCurrent: session.id === caller.sessionId,
      deviceName: device?.deviceName ?? null,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
  }),

  endSession: async ({ deps, caller }, { body }) => ({
    success: await endSession(deps, caller, body.sessionId),
  }),

  endOtherSessions: async ({ deps, caller }) => ({
    success: true,
    ended: await endOtherSessions(deps, caller),
  }),
};
