/** Handlers of the staff endpoints that send push notifications to many devices. */
import type { bulkPushCalls } from '../../../shared/contract/bulkPush';
import { previewBulkPush, readBulkPush, readBulkPushes, sendBulkPush } from '../../usecases/console/bulkPush';
import type { HandlersOf } from './handler';
import { buildStaffOrigin } from './staffOrigin';

type Sent = Awaited<ReturnType<typeof readBulkPushes>>[number];

function sentResponse({ id, push, deviceCount, createdAt, username, outcomes, pending }: Sent) {
  const { title, description, link } = push;
  return {
    ...{ id, title, description, link, ...outcomes },
    at: createdAt.toISOString(),
    by: username,
    devices: deviceCount,
    pending,
  };
}

export const bulkPushHandlers: HandlersOf<typeof bulkPushCalls> = {
  previewBulkPush: (context, { body }) => previewBulkPush(context.deps, buildStaffOrigin(context), body),

  sendBulkPush: async (context, { body }) => {
    const { link, title, description, devices, requestKey, ...found } = body;
    const staff = buildStaffOrigin(context);
    const push = { type: 'LINK_MSG' as const, link, title, description };
    return { id: await sendBulkPush(context.deps, staff, { found, push, devices, requestKey }) };
  },

  listBulkPushes: async ({ deps }) => ({
    content: (await readBulkPushes(deps)).map(sentResponse),
  }),

  readBulkPush: async (context, { body }) => {
    const { id, unreached, after } = body;
    const { sent, content, next } = await readBulkPush(context.deps, buildStaffOrigin(context), {
      ...{ id, unreached },
      after: after ?? null,
    });
    return {
      ...sentResponse(sent),
      content: content.map(({ accountId: userId, ...device }) => ({ userId, ...device })),
      next,
    };
  },
};
