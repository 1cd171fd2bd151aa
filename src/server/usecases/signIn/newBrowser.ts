/**
 * Notifies a customer by email that a new browser has signed in, at most once per browser. The first such emails of a
 * day are sent immediately. Later sign-ins of the same day are listed in one summary email, so that a thief cannot hide
 * the email about a sign-in by flooding the mailbox.
 */
import { moscowDay, startOfMoscowDay } from '../../../shared/moscowDays';
import type { Deps } from '../../deps';
import type { ClientNames } from '../../domain/clientNames';
import { newBrowserEmail, newBrowsersEmail } from '../../emails/newBrowserEmail';
import { enqueue } from '../../outbox/outbox';
import { findAccountById, lockAccount } from '../../store/accounts';
import type { Database } from '../../store/database';
import { countSignInEmails, listSummariesDue, type SignInNotice, takeForSummary } from '../../store/sessions';
import type { OpenedAccount } from '../accounts/accounts';
import { createCustomerSession } from '../accounts/sessions';
import { hasSignedInBefore } from './browserMark';

/** Maximum number of emails about new browsers that are sent to an account immediately, per day in Moscow time. */
const NEW_BROWSER_EMAILS_A_DAY = 3;

/**
 * Time in ms after a sign-in email within which a sign-in with its link causes no email about a new browser, because
 * the customer has just opened the mailbox in order to sign in.
 */
const LINK_JUST_SENT_MS = 10 * 60_000;

const BATCH = 200;

/**
 * Client of a sign-in: the parsed names of the client, and the browser mark that an earlier sign-in in this browser
 * returned.
 */
export interface SigningInClient {
  names: ClientNames;
  browserMark: string | null;
}

const startOfDay = (now: Date): Date => startOfMoscowDay(moscowDay(now));

/**
 * Creates the session of a sign-in, enqueues the email about a new browser if one is due, and returns the access token.
 * `linkSentAt` is the time of the sign-in email whose link was used, or null for a sign-in by code or Google.
 */
export async function startSession(
  tx: Database,
  deps: Deps,
  account: OpenedAccount,
  { client, linkSentAt }: { client: SigningInClient; linkSentAt: Date | null },
): Promise<string> {
  const isKnown =
    account.isFirstSignIn ||
    (client.browserMark !== null && hasSignedInBefore(deps, account, client.browserMark)) ||
    (linkSentAt !== null && deps.clock.now().getTime() - linkSentAt.getTime() <= LINK_JUST_SENT_MS);
  const signInNotice = isKnown ? null : await notify(tx, deps, account, client.names);
  return createCustomerSession(tx, deps, account.id, { client: client.names, signInNotice });
}

/** Enqueues an email about the sign-in, or leaves the sign-in to the summary email of the day. */
async function notify(
  tx: Database,
  deps: Deps,
  account: OpenedAccount,
  client: ClientNames,
): Promise<SignInNotice> {
  const now = deps.clock.now();
  // Concurrent sign-ins of one account share the limit of emails per day.
  await lockAccount(tx, account.id);
  const sent = await countSignInEmails(tx, account.id, startOfDay(now));
  if (sent >= NEW_BROWSER_EMAILS_A_DAY) return 'summary';
  await enqueue(tx, {
    kind: 'email',
    dedupeKey: `newBrowser:${account.id}:${moscowDay(now)}:${sent + 1}`,
    payload: { to: account.email, ...newBrowserEmail({ client, at: now }, deps.settings) },
  });
  return 'email';
}

/** Enqueues the summary emails of the days that have ended. Several server instances may run this job concurrently. */
export async function mailSignInSummaries(deps: Pick<Deps, 'db' | 'clock' | 'settings'>): Promise<void> {
  const before = startOfDay(deps.clock.now());
  for (;;) {
    const accountIds = await listSummariesDue(deps.db, before, BATCH);
    for (const accountId of accountIds) await mailSummary(deps, accountId, before);
    if (accountIds.length < BATCH) return;
  }
}

async function mailSummary(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  accountId: number,
  before: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const signIns = await takeForSummary(tx, accountId, before);
    const account = await findAccountById(tx, accountId);
    const last = signIns.at(-1);
    if (last === undefined || account === null) return;
    const rendered = newBrowsersEmail(
      signIns.map(({ createdAt, ...client }) => ({ client, at: createdAt })),
      settings,
    );
    await enqueue(tx, {
      kind: 'email',
      dedupeKey: `newBrowsers:${accountId}:${last.id}`,
      payload: { to: account.email, ...rendered },
    });
  });
}
