/** Handlers of the staff endpoints about the domains of device links. */
import type { staffLinkDomainsCalls } from '../../../shared/contract/staffLinkDomains';
import { markLinkDomain, readLinkDomains } from '../../usecases/console/linkDomains';
import { type HandlersOf, succeeded } from './handler';
import { buildStaffOrigin } from './staffOrigin';

export const staffLinkDomainsHandlers: HandlersOf<typeof staffLinkDomainsCalls> = {
  readLinkDomains: async ({ deps }) => {
    const { content, other } = await readLinkDomains(deps);
    return {
      content: content.map(({ blockedAt, ...row }) => ({
        ...row,
        blockedAt: blockedAt?.toISOString() ?? null,
      })),
      other,
    };
  },

  markLinkDomain: (context, { body }) =>
    succeeded(markLinkDomain(context.deps, buildStaffOrigin(context), body)),
};
