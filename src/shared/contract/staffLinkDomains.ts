/** API calls for the domains of device links: their fetches, and the mark of a domain that is blocked. */
import * as v from 'valibot';
import { calls } from './call';
import { done, instant, maybe } from './fields';

/** Numbers of fetches of device links by result. */
const fetches = v.object({
  /** Fetches that returned a configuration. */
  served: v.number(),
  /** Fetches whose VPN app got a message instead of a configuration. */
  rejected: v.number(),
  /** Fetches that failed because the VPN panel or the database was unavailable. */
  failed: v.number(),
});

/** Fetches of the last 24 hours, and the daily average of the 7 days before. Null if there was less than one day. */
const compared = { recent: fetches, usual: maybe(fetches) };

const linkDomain = v.object({
  domain: v.string(),
  /** Whether the server is configured with the domain. Devices may have links of a former domain. */
  isConfigured: v.boolean(),
  /** Whether new device links have the domain. */
  isPreferred: v.boolean(),
  /** Time at which an admin marked the domain as blocked, or null. */
  blockedAt: maybe(instant),
  ...compared,
  /** Number of devices whose link has the domain and that fetched it in the last 8 days. */
  devices: v.number(),
  /** Number of these devices that fetched nothing in the last 24 hours. */
  missing: v.number(),
  /** Number of these devices that used another domain in the last 24 hours. */
  onOtherDomain: v.number(),
  /** Number of links that were shown in the last 24 hours, at least one hour ago. */
  shown: v.number(),
  /** Number of these links that no VPN app fetched within one hour. */
  unfetched: v.number(),
  /** Share of links that no VPN app fetched within one hour in the 7 days before, from 0 to 1. Null if none was shown. */
  usualUnfetched: maybe(v.number()),
});
export type StaffLinkDomain = v.InferOutput<typeof linkDomain>;

export const staffLinkDomainsCalls = calls({
  readLinkDomains: {
    path: 'panel/linkDomains/read',
    audience: 'staff:manageLinkDomains',
    kind: 'read',
    body: v.object({}),
    response: v.object({
      /** Configured domains in the configured order, and then former domains. Empty if no VPN panel is configured. */
      content: v.array(linkDomain),
      /** Fetches through all domains that are not configured. */
      other: v.object(compared),
    }),
    summary: 'Get the domains of device links with their fetches and devices.',
  },

  markLinkDomain: {
    path: 'panel/linkDomains/mark',
    audience: 'staff:manageLinkDomains',
    kind: 'change',
    body: v.object({
      domain: v.pipe(v.string(), v.maxLength(253)),
      isBlocked: v.boolean(),
    }),
    response: done,
    summary:
      'Mark a domain of device links as blocked, so that new links have another domain, or take the mark back.',
  },
});
