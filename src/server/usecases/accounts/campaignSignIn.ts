/**
 * Sends the sign-in email after a campaign payment. The server sends this email by itself; no browser has requested it.
 */
import { LINKED_PATHS } from '../../../shared/linkedPaths';
import type { Deps } from '../../deps';
import { campaignEmail } from '../../emails/campaignEmail';
import { enqueue } from '../../outbox/outbox';
import { createSecret, hashOwnSecret, sha256 } from '../../secrets';
import { insertEventOfAddress } from '../../store/accountEvents';
import type { Database } from '../../store/database';
import { insertEmailLink } from '../../store/emailLinks';

/**
 * Returns the URL of a sign-in link. The link's secrets are in the URL fragment, which browsers do not send to servers.
 * If `leadsToConnect` is set, the customer is redirected to `/connect` after the sign-in, otherwise to the profile.
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

/**
 * Validity of a campaign sign-in link, in ms. A campaign link is valid longer than the link of a requested email,
 * because the buyer does not expect the campaign email and may read it later.
 */
export const CAMPAIGN_LINK_MS = 24 * HOUR;

/**
 * Enqueues the campaign sign-in email in the caller's transaction, idempotent per order and second payment. The campaign sign-in email
 * contains no code, because no browser has requested it. The link of the campaign email works for anybody who also
 * enters the recipient's email address.
 */
export async function mailCampaignSignIn(
  tx: Database,
  deps: Deps,
  input: {
    /** Email address of the recipient, in normal form. */
    email: string;
    orderId: string;
    /**
     * Whether the trial week has started. If the trial week has not started, the email says that the payment of one
     * ruble is refunded.
     */
    hasBegun: boolean;
    /** Transaction id of a second payment of the order with this email address, which is refunded. */
    secondTransactionId?: string;
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
      ...(input.secondTransactionId === undefined ? {} : { isPaidByOther: true }),
      canConnect,
    },
    deps.settings.brand,
  );
  const outboxKey = ['campaign', input.orderId, input.secondTransactionId ?? []].flat().join(':');
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
