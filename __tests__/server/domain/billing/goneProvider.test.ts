/** Tests how the subscription state follows the mark that a card provider is gone. */
import { cardChangeAt } from '../../../../src/server/domain/billing/cardChange';
import { deriveEmails, nextEmailAt } from '../../../../src/server/domain/billing/emails';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import { goneKey, type LedgerEvent } from '../../../../src/server/domain/billing/ledgerEvents';
import { renewsAtGone, summarize } from '../../../../src/server/domain/billing/status';
import { given } from '../../../support/givenEvents';
import { at, cancelled, charge, happened, lapsed, said, trial } from '../../../support/subscriptionHistory';

const gone = (when: string, graceUntil: string, markId = 1): LedgerEvent =>
  happened(when, goneKey('providerGone', markId, 'o-1'), {
    kind: 'providerGone',
    orderId: 'o-1',
    markId,
    graceUntil: at(graceUntil).toISOString(),
  });
const back = (when: string, markId = 1): LedgerEvent =>
  happened(when, goneKey('providerBack', markId, 'o-1'), { kind: 'providerBack', orderId: 'o-1', markId });

const foldState = (events: LedgerEvent[]) => foldSubscription(events);

// The charge is due on 8 January, so the grace period normally ends on 11 January.
const EVENTS = [trial('2026-01-01'), gone('2026-01-07', '2026-01-21')];
const TRIAL = given(trial('2026-01-01'));
const GONE = given(...EVENTS);

test('the grace period ends when the mark allows it, and the charge date stays', () => {
  GONE.thenStatus('2026-01-20', {
    status: 'ACTIVE',
    isActive: true,
    expirationDate: at('2026-01-08'),
    changesAt: at('2026-01-21'),
  });
  GONE.when(lapsed('2026-01-20')).thenState({ agreement: { ended: null } });
  GONE.when(lapsed('2026-01-21')).thenState({ agreement: { ended: { by: 'lapse' } } });
});

test('the order in which the events arrive does not matter, and a repeated event counts once', () => {
  const events = [...EVENTS, back('2026-01-15')];
  expect(foldState([...events].reverse())).toEqual(foldState(events));
  expect(foldState([...events, ...events])).toEqual(foldState(events));
});

test('a mark does not revive a subscription that ended before', () => {
  const events = [trial('2026-01-01'), cancelled('2026-01-05'), gone('2026-01-07', '2026-01-21')];
  given(...events).thenStatus('2026-01-09', { status: 'EXPIRED' });
  expect(renewsAtGone(summarize(foldState(events)))).toBe(false);
});

test('a missed charge gets three days after the end of the mark', () => {
  const events = [...EVENTS, back('2026-01-15')];
  given(...events)
    .thenStatus('2026-01-17', { status: 'ACTIVE', changesAt: at('2026-01-18') })
    .thenState({ agreement: { outage: { hasEnded: true, graceUntil: at('2026-01-18') } } });
  expect(renewsAtGone(summarize(foldState(events)))).toBe(false);
  expect(renewsAtGone(summarize(foldState(EVENTS)))).toBe(true);
});

test('the grace period after the end of a mark continues if the card provider ends the recurring payment', () => {
  GONE.when(back('2026-01-09'), said('2026-01-10', 'rejected'))
    .thenStatus('2026-01-11T12:00:00.000Z', {
      status: 'CANCELED',
      isActive: true,
      changesAt: at('2026-01-12'),
    })
    .thenStatus('2026-01-12', { status: 'EXPIRED', isActive: false });
});

test('the end of a mark leaves at least the usual grace period, and three days after the end', () => {
  const now = '2026-01-09T23:00:00.000Z';
  TRIAL.thenStatus('2026-01-09', { changesAt: at('2026-01-11') });
  GONE.when(back('2026-01-07T18:00:00.000Z')).thenStatus(now, { changesAt: at('2026-01-11') });
  GONE.when(back('2026-01-08')).thenStatus(now, { changesAt: at('2026-01-11') });
  GONE.when(back('2026-01-09')).thenStatus(now, { changesAt: at('2026-01-12') });
});

test('a second mark extends the grace period again and leads to another email', () => {
  GONE.thenEmailKeys('2026-01-08', 'providerGone', ['providerGone:1'])
    .when(back('2026-01-15'))
    .thenEmailKeys('2026-01-16', 'providerGone', [])
    .when(gone('2026-01-16', '2026-01-30', 2))
    .thenStatus('2026-01-29', { status: 'ACTIVE' })
    .thenEmailKeys('2026-01-16', 'providerGone', ['providerGone:2']);
});

test('no email announces a charge that cannot be made', () => {
  const state = foldState([trial('2026-01-01'), gone('2026-01-02', '2026-01-16')]);
  expect(nextEmailAt(state, at('2026-01-03'))).toBeNull();
  expect(deriveEmails(state, at('2026-01-06')).map(({ name }) => name)).not.toContain('chargeUpcoming');
});

test('a charge that the card provider makes nevertheless counts', () => {
  GONE.when(charge('2026-01-08')).thenState({ agreement: { nextChargeAt: at('2026-02-08') } });
});

test('a recurring payment that ended meanwhile ends the renewal when the mark ends', () => {
  GONE.when(said('2026-01-09', 'rejected'))
    .thenStatus('2026-01-15', { status: 'ACTIVE' })
    .when(back('2026-01-15'))
    .thenState({ agreement: { ended: { at: at('2026-01-15'), by: 'provider', state: 'rejected' } } });
});

test('another card is verified before the charge date and pays the month after it', () => {
  const kindAt = (now: string) => {
    const change = cardChangeAt(foldState(EVENTS), at(now));
    return change.kind === 'offered' ? change.offer.kind : change.kind;
  };
  expect(kindAt('2026-01-07')).toBe('cardChange');
  expect(kindAt('2026-01-08T11:30:00.000Z')).toBe('chargeDue');
  expect(kindAt('2026-01-10')).toBe('cardChangeMonth');
  expect(cardChangeAt(foldState([trial('2026-01-01')]), at('2026-01-09')).kind).toBe('chargeDue');
});
