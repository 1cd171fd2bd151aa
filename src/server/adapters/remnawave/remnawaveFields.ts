/**
 * Schemas of the response fields that the adapter reads from a Remnawave 3.x VPN panel. All other fields are ignored.
 */
import * as v from 'valibot';

const moment = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  v.date(),
);

/** Status of a user. Any other status of a later version becomes UNKNOWN. */
const status = v.fallback(v.picklist(['ACTIVE', 'DISABLED', 'LIMITED', 'EXPIRED', 'UNKNOWN']), 'UNKNOWN');

const panelUser = v.object({
  id: v.number(),
  shortUuid: v.pipe(v.string(), v.nonEmpty()),
  username: v.string(),
  status,
  expireAt: moment,
  trafficLimitBytes: v.number(),
  hwidDeviceLimit: v.nullable(v.number()),
  activeInternalSquads: v.array(v.object({ uuid: v.string() })),
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

/** Page of users of whom only the name and the tag are read. */
export const usernamesResponse = v.object({
  response: v.object({
    users: v.array(v.object({ username: v.string(), tag: v.nullable(v.string()) })),
    nextCursor: v.nullable(v.string()),
    hasMore: v.boolean(),
  }),
});

/** Description of a subscription (`/api/sub/<shortUuid>/info`), of which only the share links are read. */
export const subscriptionInfoResponse = v.object({ response: v.object({ links: v.array(v.string()) }) });

export const metadataResponse = v.object({ response: v.object({ version: v.string() }) });

/** Internal squads with the inbounds that their members may use. */
export const squadsResponse = v.object({
  response: v.object({
    internalSquads: v.array(
      v.object({ uuid: v.string(), name: v.string(), inbounds: v.array(v.object({ uuid: v.string() })) }),
    ),
  }),
});

/** Hosts: the entries of subscriptions, each for one inbound. */
export const hostsResponse = v.object({
  response: v.array(
    v.object({
      isDisabled: v.boolean(),
      isHidden: v.optional(v.boolean(), false),
      inbound: v.object({ configProfileInboundUuid: v.nullable(v.string()) }),
      excludedInternalSquads: v.optional(v.array(v.string()), []),
    }),
  ),
});

/** Error code of a rejected request. The error message is not read, because it may contain request data. */
export const errorCodeResponse = v.object({ errorCode: v.pipe(v.string(), v.regex(/^[A-Z]\d{3}$/)) });

/** Names of the invalid fields of a rejected request, without their values. */
export const validationResponse = v.object({
  errors: v.array(v.object({ path: v.array(v.union([v.string(), v.number()])) })),
});
