/** Tests how the subscription state follows the mark that a card provider is gone. */
import { cardChangeAt } from '../../../../src/server/domain/billing/cardChange';
import { deriveEmails, nextEmailAt } from '../../../../src/server/domain/billing/emails';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import { goneKey, type LedgerEvent } from '../../../../src/server/domain/billing/ledgerEvents';
import { renewsAtGone, statusAt, summarize } from '../../../../src/server/domain/billing/status';
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
const foldStatus = (events: LedgerEvent[], now: string) => statusAt(summarize(foldState(events)), at(now));

// The charge is due on 8 January, so the grace period normally ends on 11 January.
const GONE = [trial('2026-01-01'), gone('2026-01-07', '2026-01-21')];

test('the grace period ends when the mark allows it, and the charge date stays', () => {
  expect(foldStatus(GONE, '2026-01-20')).toEqual({
    status: 'ACTIVE',
    isActive: true,
    expirationDate: at('2026-01-08'),
    changesAt: at('2026-01-21'),
  });
  expect(foldState([...GONE, lapsed('2026-01-20')]).agreement?.ended).toBeNull();
  expect(foldState([...GONE, lapsed('2026-01-21')]).agreement?.ended).toMatchObject({ by: 'lapse' });
});

test('the order in which the events arrive does not matter, and a repeated event counts once', () => {
  const events = [...GONE, back('2026-01-15')];
  expect(foldState([...events].reverse())).toEqual(foldState(events));
  expect(foldState([...events, ...events])).toEqual(foldState(events));
});

test('a mark does not revive a subscription that ended before', () => {
  const events = [trial('2026-01-01'), cancelled('2026-01-05'), gone('2026-01-07', '2026-01-21')];
  expect(foldStatus(events, '2026-01-09')).toMatchObject({ status: 'EXPIRED' });
  expect(renewsAtGone(summarize(foldState(events)))).toBe(false);
});

test('a missed charge gets three days after the end of the mark', () => {
  const events = [...GONE, back('2026-01-15')];
  expect(foldStatus(events, '2026-01-17')).toMatchObject({ status: 'ACTIVE', changesAt: at('2026-01-18') });
  expect(renewsAtGone(summarize(foldState(events)))).toBe(false);
  expect(renewsAtGone(summarize(foldState(GONE)))).toBe(true);
});

test('the grace period after the end of a mark continues if the card provider ends the recurring payment', () => {
  const events = [...GONE, back('2026-01-09'), said('2026-01-10', 'rejected')];
  expect(foldStatus(events, '2026-01-11T12:00:00.000Z')).toMatchObject({
    status: 'CANCELED',
    isActive: true,
    changesAt: at('2026-01-12'),
  });
  expect(foldStatus(events, '2026-01-12')).toMatchObject({ status: 'EXPIRED', isActive: false });
});

test('the end of a mark leaves at least the usual grace period, and three days after the end', () => {
  const untilAfter = (end: string) =>
    statusAt(summarize(foldState([...GONE, back(end)])), at('2026-01-09T23:00:00.000Z')).changesAt;
  expect(foldStatus([trial('2026-01-01')], '2026-01-09').changesAt).toEqual(at('2026-01-11'));
  expect(untilAfter('2026-01-07T18:00:00.000Z')).toEqual(at('2026-01-11'));
  expect(untilAfter('2026-01-08')).toEqual(at('2026-01-11'));
  expect(untilAfter('2026-01-09')).toEqual(at('2026-01-12'));
});

test('a second mark extends the grace period again and leads to another email', () => {
  const events = [...GONE, back('2026-01-15'), gone('2026-01-16', '2026-01-30', 2)];
  expect(foldStatus(events, '2026-01-29')).toMatchObject({ status: 'ACTIVE' });
  const listKeys = (state: ReturnType<typeof foldState>, now: string) =>
    deriveEmails(state, at(now)).flatMap(({ name, key }) => (name === 'providerGone' ? [key] : []));
  expect(listKeys(foldState(GONE), '2026-01-08')).toEqual(['providerGone:1']);
  expect(listKeys(foldState(events), '2026-01-16')).toEqual(['providerGone:2']);
  expect(listKeys(foldState([...GONE, back('2026-01-15')]), '2026-01-16')).toEqual([]);
});

test('no email announces a charge that cannot be made', () => {
  const state = foldState([trial('2026-01-01'), gone('2026-01-02', '2026-01-16')]);
  expect(nextEmailAt(state, at('2026-01-03'))).toBeNull();
  expect(deriveEmails(state, at('2026-01-06')).map(({ name }) => name)).not.toContain('chargeUpcoming');
});

test('a charge that the card provider makes nevertheless counts', () => {
  const state = foldState([...GONE, charge('2026-01-08')]);
  expect(state.agreement?.nextChargeAt).toEqual(at('2026-02-08'));
});

test('a recurring payment that ended meanwhile ends the renewal when the mark ends', () => {
  const events = [...GONE, said('2026-01-09', 'rejected')];
  expect(foldStatus(events, '2026-01-15')).toMatchObject({ status: 'ACTIVE' });
  expect(foldState([...events, back('2026-01-15')]).agreement?.ended).toEqual({
    at: at('2026-01-15'),
    by: 'provider',
    state: 'rejected',
  });
});

test('another card is verified before the charge date and pays the month after it', () => {
  const kindAt = (now: string) => {
    const change = cardChangeAt(foldState(GONE), at(now));
    return change.kind === 'offered' ? change.offer.kind : change.kind;
  };
  expect(kindAt('2026-01-07')).toBe('cardChange');
  expect(kindAt('2026-01-08T11:30:00.000Z')).toBe('chargeDue');
  expect(kindAt('2026-01-10')).toBe('cardChangeMonth');
  expect(cardChangeAt(foldState([trial('2026-01-01')]), at('2026-01-09')).kind).toBe('chargeDue');
});
