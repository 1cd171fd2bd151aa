/** Renders every email of the product with example data, for developers who maintain the emails. */
import type { Brand } from '../../../shared/brand';
import { LINKED_PATHS } from '../../../shared/linkedPaths';
import { toKopecks } from '../../../shared/money';
import { OFFER_TERMS, type OfferTerms } from '../../../shared/offerTerms';
import { addDays } from '../../domain/billing/billingCalendar';
import type { EmailData } from '../../domain/billing/emails';
import { accountEmail } from '../../emails/accountEmail';
import { campaignEmail } from '../../emails/campaignEmail';
import {
  emailChangedAwayEmail,
  emailChangedHereEmail,
  emailRestoredEmail,
} from '../../emails/emailChangeEmails';
import type { RenderedEmail } from '../../emails/emailLayout';
import { movedAwayEmail, movedHereEmail } from '../../emails/movedEmails';
import { newBrowserEmail, newBrowsersEmail } from '../../emails/newBrowserEmail';
import {
  deletionRequestedAwayEmail,
  deletionRequestedHereEmail,
  deletionWithdrawnEmail,
} from '../../emails/requestedDeletionEmails';
import { signInEmail } from '../../emails/signInEmail';
import { buildEmailTitles, EXAMPLE_CARD_MASK } from '../texts/emails';

export interface EmailExample extends RenderedEmail {
  name: ExampleName;
  /** Describes when the email is sent. */
  title: string;
}

export type ExampleName = keyof ReturnType<typeof buildEmailTitles>;

const day = (text: string): Date => new Date(`${text}T09:05:00.000Z`);

const NEW_SIGN_IN = { client: { system: 'Windows', application: 'Chrome' }, at: day('2026-11-21') };

function buildEvents(terms: OfferTerms) {
  const monthKopecks = toKopecks(terms.monthlyPriceRub);
  const nextCharge = { at: day('2026-12-28'), amountKopecks: monthKopecks };
  const paid = {
    name: 'paymentReceived',
    transactionId: '504270',
    paidAt: day('2026-11-28'),
    amountKopecks: monthKopecks,
    cardMask: EXAMPLE_CARD_MASK,
    nextCharge,
    accessUntil: day('2026-12-28'),
  } as const;
  const trialPaidAt = day('2026-11-21');
  const trialUntil = addDays(trialPaidAt, terms.webTrialDays);
  const campaignUntil = addDays(paid.paidAt, terms.campaignTrialDays);
  const failed = {
    name: 'chargeFailed',
    willRetry: true,
    reason: 'noMoney',
    amountKopecks: monthKopecks,
    cardMask: EXAMPLE_CARD_MASK,
    retryAt: day('2026-12-29'),
  } as const;
  const returned = {
    name: 'moneyReturned',
    why: 'refund',
    transactionId: '504270',
    paidAt: day('2026-11-28'),
    paidKopecks: monthKopecks,
    returnedKopecks: monthKopecks,
    cardMask: EXAMPLE_CARD_MASK,
    nextCharge: null,
    accessUntil: null,
  } as const;

  return {
    trialStarted: {
      ...paid,
      bought: 'trial',
      amountKopecks: toKopecks(terms.cardCheckRub),
      paidAt: trialPaidAt,
      accessUntil: trialUntil,
      nextCharge: { ...nextCharge, at: trialUntil },
    },
    campaignPaid: {
      ...paid,
      bought: 'campaign',
      amountKopecks: toKopecks(terms.campaignPriceRub),
      accessUntil: campaignUntil,
      nextCharge: { ...nextCharge, at: campaignUntil },
    },
    monthPaid: { ...paid, bought: 'month' },
    monthPaidWithReceipt: { ...paid, bought: 'month' },
    monthPaidOnLastDay: {
      ...paid,
      bought: 'month',
      paidAt: day('2027-01-31'),
      accessUntil: day('2027-02-28'),
      nextCharge: { ...nextCharge, at: day('2027-02-28'), dayOfMonth: 31 },
    },
    chargeUpcoming: {
      name: 'chargeUpcoming',
      chargeAt: nextCharge.at,
      amountKopecks: monthKopecks,
      cardMask: EXAMPLE_CARD_MASK,
    },
    chargeFailed: failed,
    chargeFailedUnknown: { ...failed, reason: 'unknown', retryAt: null },
    providerGone: {
      name: 'providerGone',
      chargeAt: nextCharge.at,
      amountKopecks: monthKopecks,
      cardMask: EXAMPLE_CARD_MASK,
      accessUntil: day('2026-12-20'),
    },
    subscriptionEnded: {
      name: 'subscriptionEnded',
      why: 'declined',
      amountKopecks: monthKopecks,
      accessUntil: null,
    },
    subscriptionCancelled: { name: 'subscriptionCancelled', accessUntil: day('2026-12-28') },
    cardChanged: {
      name: 'cardChanged',
      checkKopecks: toKopecks(terms.cardCheckRub),
      cardMask: EXAMPLE_CARD_MASK,
      chargeAt: nextCharge.at,
      amountKopecks: monthKopecks,
    },
    cardChangedAndPaid: { ...paid, bought: 'cardChangeMonth' },
    cardRemoved: { name: 'cardRemoved', accessUntil: day('2026-12-28') },
    refund: returned,
    partialRefund: {
      ...returned,
      returnedKopecks: monthKopecks / 2,
      nextCharge,
      accessUntil: day('2026-12-28'),
    },
    surplusReturned: { ...returned, why: 'surplus', nextCharge, accessUntil: day('2026-12-28') },
    gift: { name: 'giftActivated', months: 3, accessUntil: day('2027-02-28'), nextCharge: null },
    giftOnSubscription: {
      name: 'giftActivated',
      months: 3,
      accessUntil: day('2027-03-28'),
      nextCharge: { ...nextCharge, at: day('2027-03-28') },
    },
    daysGranted: {
      name: 'daysGranted',
      days: 5,
      accessUntil: day('2027-01-02'),
      nextCharge: { ...nextCharge, at: day('2027-01-02') },
    },
  } as const satisfies Record<string, EmailData>;
}

export function emailExamples(
  { brand, publicUrl, canConnect = true }: { brand: Brand; publicUrl: string; canConnect?: boolean },
  terms: OfferTerms = OFFER_TERMS,
): EmailExample[] {
  const url = `${publicUrl}${LINKED_PATHS.open}#t=example`;
  const signIn = { url, code: '04291753', lifetimeMinutes: 10, uses: 1, isLastOfDay: false };
  const rendered: Record<ExampleName, RenderedEmail> = {
    signIn: signInEmail({ ...signIn, gift: null }, brand),
    newBrowser: newBrowserEmail(NEW_SIGN_IN, { brand, publicUrl }),
    newBrowsers: newBrowsersEmail(
      [NEW_SIGN_IN, { client: { system: 'iPhone', application: 'Safari' }, at: day('2026-11-21') }],
      { brand, publicUrl },
    ),
    giftSignIn: signInEmail({ ...signIn, gift: { months: 3 } }, brand),
    campaignSignIn: campaignEmail({ url, lifetimeHours: 24, hasBegun: true, canConnect }, brand, terms),
    campaignReturned: campaignEmail({ url, lifetimeHours: 24, hasBegun: false, canConnect }, brand, terms),
    emailChangedAway: emailChangedAwayEmail(
      { url: `${publicUrl}${LINKED_PATHS.restoreEmail}#1`, until: day('2026-12-05') },
      brand,
    ),
    emailChangedHere: emailChangedHereEmail({ publicUrl }, brand),
    deletionRequestedHere: deletionRequestedHereEmail({ publicUrl, until: day('2026-12-05') }, brand),
    deletionRequestedAway: deletionRequestedAwayEmail(
      { url: `${publicUrl}${LINKED_PATHS.restoreEmail}#1`, until: day('2026-12-05') },
      brand,
    ),
    deletionWithdrawn: deletionWithdrawnEmail(brand),
    emailRestored: emailRestoredEmail({ isHere: true, cancelsDeletion: true }, brand),
    emailLeft: emailRestoredEmail({ isHere: false }, brand),
    movedHere: movedHereEmail(
      {
        accessUntil: day('2026-12-28'),
        nextCharge: { at: day('2026-12-28'), amountKopecks: toKopecks(terms.monthlyPriceRub) },
      },
      { brand, publicUrl },
    ),
    movedAway: movedAwayEmail(brand),
    ...(Object.fromEntries(
      Object.entries(buildEvents(terms)).map(([name, details]) => [
        name,
        accountEmail(details, {
          brand,
          publicUrl,
          canConnect,
          terms,
          receiptUrl: name === 'monthPaidWithReceipt' ? `${publicUrl}/sandbox` : null,
        }),
      ]),
    ) as Record<keyof ReturnType<typeof buildEvents>, RenderedEmail>),
  };
  const titles = buildEmailTitles(terms);
  const names = Object.keys(titles) as ExampleName[];
  return names.map((name) => ({ name, title: titles[name], ...rendered[name] }));
}

/** Rewrites an email so that it always shows one color scheme, whatever the browser's color scheme is. */
export function inScheme(html: string, scheme: 'light' | 'dark'): string {
  return html
    .replaceAll('@media (prefers-color-scheme:dark)', scheme === 'dark' ? '@media all' : '@media not all')
    .replaceAll('color-scheme:light dark', `color-scheme:${scheme}`)
    .replaceAll('content="light dark"', `content="${scheme}"`);
}
