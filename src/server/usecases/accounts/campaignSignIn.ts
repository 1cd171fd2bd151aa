/** The sign-in email that follows a campaign payment: nobody asked for it in a browser. */
import { LINKED_PATHS } from '../../../shared/linkedPaths';
import type { Deps } from '../../deps';
import { campaignEmail } from '../../emails/campaignEmail';
import { enqueue } from '../../outbox/outbox';
import { createSecret, hashOwnSecret, sha256 } from '../../secrets';
import { insertEventOfAddress } from '../../store/accountEvents';
import type { Database } from '../../store/database';
import { insertEmailLink } from '../../store/emailLinks';

/**
 * URL of a sign-in link. Secrets are in the fragment, which no server sees. `leadsToConnect`: the sign-in ends at
 * `/connect` instead of the profile.
 */
export function openerUrl(
  publicUrl: string,
  linkToken: string,
  giftKey: string | null,
  leadsToConnect = false,
): string {
  const gift = giftKey === null ? '' : `&k=${encodeURIComponent(giftKey)}`;
  return `${publicUrl}${LINKED_PATHS.open}#t=${linkToken}${gift}${leadsToConnect ? '&c=1' : ''}`;
}

const HOUR = 3_600_000;

/** Longer than that of an email that somebody waits for: a buyer reads it when he gets to it. */
export const CAMPAIGN_LINK_MS = 24 * HOUR;

/**
 * Puts the email on its way in the caller's transaction, once for an order. It carries no code: no
 * browser is bound to it, and its link works for whoever also knows the address that it went to.
 */
export async function mailCampaignSignIn(
  tx: Database,
  deps: Deps,
  input: {
    /** Normal form. */
    email: string;
    orderId: string;
    /** The week has begun; otherwise the ruble goes back. */
    hasBegun: boolean;
  },
): Promise<void> {
  const now = deps.clock.now();
  const linkToken = createSecret('emailLink');
  const expiresAt = new Date(now.getTime() + CAMPAIGN_LINK_MS);
  await insertEmailLink(tx, {
    email: input.email,
    gift: false,
    linkTokenHash: hashOwnSecret('emailLink', linkToken),
    mailTokenHash: hashOwnSecret('mailBinding', createSecret('mailBinding')),
    codeHash: sha256(createSecret('mailBinding')),
    askedFrom: 'campaign',
    codeTriesLeft: 0,
    createdAt: now,
    expiresAt,
  });
  const canConnect = deps.vpnNetwork !== null;
  const emailMessage = campaignEmail(
    {
      url: openerUrl(deps.settings.publicUrl, linkToken, null, canConnect && input.hasBegun),
      lifetimeHours: CAMPAIGN_LINK_MS / HOUR,
      hasBegun: input.hasBegun,
      canConnect,
    },
    deps.settings.brand,
  );
  const outboxKey = `campaign:${input.orderId}`;
  await enqueue(tx, {
    kind: 'email',
    dedupeKey: outboxKey,
    payload: { to: input.email, ...emailMessage },
    dropAfter: expiresAt,
  });
  await insertEventOfAddress(tx, input.email, {
    at: now,
    kind: 'email',
    details: { action: 'campaignSignIn' },
    outboxKey,
  });
}
