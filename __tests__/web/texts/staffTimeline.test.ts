/** A customer's timeline in plain words. */
import type { TimelineEntry } from '../../../src/shared/contract/timeline';
import { wordsOfEntry } from '../../../src/web/texts/staff/timeline';

const entry = (kind: string, action: string, details: TimelineEntry['details'], state?: string) =>
  wordsOfEntry({
    id: 'event-1',
    at: '2026-11-21T09:00:00.000Z',
    kind,
    action,
    details,
    ...(state === undefined ? {} : { outcome: { state } }),
  });

it.each([
  ['payment', 'paid', { amountKopecks: 44_900, cardMask: '•••• 4242' }, 'Paid 449\u00a0₽, card •••• 4242'],
  ['payment', 'declined', { amountKopecks: 44_900 }, 'Declined 449\u00a0₽'],
  ['status', 'changed', { from: 'NOT_ACTIVE', to: 'ACTIVE', cause: 'paymentSucceeded' }, 'Status NOT → ACT'],
  ['signIn', 'signedIn', { way: 'google', isNew: true }, 'Signed in by Google'],
  ['signIn', 'signedOut', {}, 'Signed out'],
  ['device', 'attached', { deviceName: 'Samsung Galaxy S24 Ultra' }, 'Attached «Samsung Galaxy S2...»'],
  ['connection', 'failed', { deviceName: 'Phone' }, 'Could not connect from «Phone»'],
  ['push', 'delivered', { type: 'LOGOUT' }, 'Push LOGOUT accepted by the push service'],
  ['gift', 'activated', { months: 1 }, 'Gift of 1 month activated'],
  ['staff', 'resendSignInLetter', { username: 'anna' }, 'anna sent a sign-in letter'],
  ['comet', 'seen', {}, 'Comet: seen'],
])('%s %s is told', (kind, action, details, words) => {
  expect(entry(kind, action, details).text).toBe(words);
});

it.each([
  ['pending', 'plain', 'Sign-in letter, on its way'],
  ['delivered', 'good', 'Sign-in letter, delivered to the mail server'],
  ['failed', 'bad', 'Sign-in letter, given up'],
  ['dropped', 'bad', 'Sign-in letter, not sent, it had expired'],
])('a %s letter is told', (state, tone, words) => {
  expect(entry('letter', 'signIn', {}, state)).toMatchObject({ text: words, tone });
});
