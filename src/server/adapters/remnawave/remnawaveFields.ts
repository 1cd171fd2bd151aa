/** What the adapter reads of a Remnawave 3.x panel's answers; everything else in them is left alone. */
import * as v from 'valibot';

const moment = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  v.date(),
);

const panelUser = v.object({
  id: v.number(),
  shortUuid: v.pipe(v.string(), v.nonEmpty()),
  username: v.string(),
  status: v.string(),
  expireAt: moment,
  tag: v.nullable(v.string()),
  createdAt: moment,
  userTraffic: v.object({ onlineAt: v.optional(v.nullable(moment), null) }),
});
export type PanelUser = v.InferOutput<typeof panelUser>;

export const userResponse = v.object({ response: panelUser });

export const streamResponse = v.object({
  response: v.object({
    users: v.array(panelUser),
    nextCursor: v.nullable(v.string()),
    hasMore: v.boolean(),
  }),
});

export const metadataResponse = v.object({ response: v.object({ version: v.string() }) });

/** Of a rejection: the code alone, since its message may quote what was sent. */
export const errorCodeResponse = v.object({ errorCode: v.pipe(v.string(), v.regex(/^[A-Z]\d{3}$/)) });

/** Of a rejected request: which of its fields, never their values. */
export const validationResponse = v.object({
  errors: v.array(v.object({ path: v.array(v.union([v.string(), v.number()])) })),
});
