/** Tests the text of audit log entries. */
import { AUDIT_DETAILS, STAFF_ACTIONS } from '../../../src/shared/contract/auditEntries';
import { detailWords } from '../../../src/web/texts/staff/audit';
import { shownEmail } from '../../../src/web/texts/staff/customerName';
import { formatBrowser } from '../../../src/web/texts/staff/sessions';
import { actionName } from '../../../src/web/texts/staff/staffActionNames';
import { wordsOfEntry } from '../../../src/web/texts/staff/timeline';

it('shows an unknown action of a newer server by its internal name', () => {
  expect(actionName('tookTheDayOff')).toBe('Took the day off');
});

// After a deletion, audit entries have no texts. Actions without a schema of the timeline are staff actions too.
it.each(STAFF_ACTIONS)('shows the name of %s in the timeline also without its details', (action) => {
  const entry = { id: 'staff-1', at: '2026-11-21T09:00:00.000Z', kind: 'staff', action };
  const words = wordsOfEntry({ ...entry, details: { username: 'anna' } });
  expect(words.text).not.toContain(action);
  expect(words.text).toMatch(/^(?:anna |[A-Z])[^:]+$/);
  expect(`${words.text} ${words.note ?? ''}`).toContain('anna');
});

it('shows a deleted account by its id instead of the placeholder of its email address', () => {
  expect(shownEmail('deleted-17@account.invalid')).toBe('Deleted account 17');
  expect(shownEmail('deleted-17@example.com')).toBe('deleted-17@example.com');
});

const PUSH = { deviceId: '0123456789abcdef', deviceName: 'Phone', push: { type: 'LOGOUT' } };

it.each<[string, Record<string, unknown>, string]>([
  ['signOut', {}, ''],
  ['disableStaff', { staff: 'ann', sessionsEnded: 2 }, 'staff: ann · sessions ended: 2'],
  ['signIn', { session: '0f538d48-2834-44d3', secondFactor: true }, 'session 0f538d48 · with 2FA'],
  ['signInRejected', { because: 'code' }, 'wrong code'],
  ['signInRejected', { because: 'tooManyTries' }, 'blocked after too many attempts'],
  ['ownCredentialRejected', { credential: 'password' }, 'wrong password'],
  ['accessRejected', { call: 'createGiftBatch' }, 'create gift batch'],
  [
    'searchUsers',
    { emailPart: 'anna', page: 1, size: 5, sortBy: 'email', sortDirection: 'ASC' },
    '“anna” · page 2 · by email',
  ],
  ['searchUsers', { emailPart: 'anna', page: 0, size: 5, sortBy: 'id', sortDirection: 'DESC' }, '“anna”'],
  [
    'findUsers',
    // PostgreSQL returns the keys of a JSON object sorted by length.
    { found: [{ accountId: 7, matchedBy: 'payment' }], value: '123' },
    '“123” · customer 7 matched by Payment',
  ],
  ['findUsers', { giftKey: true, found: [] }, 'gift key · no match'],
  [
    'refund',
    { transactionId: '9', amountKopecks: 10_000, paidKopecks: 44_900, reason: 'other', comment: 'late' },
    'paid 449\u00a0₽ · payment #9 · other · “late”',
  ],
  ['refundRejected', { amountKopecks: null, because: 'No payment to refund.' }, 'No payment to refund.'],
  [
    'giftChangeRejected',
    { because: 'No.', giftId: 3, wanted: 'revokeGift' },
    'revoke gift · gift id: 3 · No.',
  ],
  [
    'createGiftBatch',
    { batchId: 1, name: 'May', months: 3, size: 25 },
    'batch id: 1 · “May” · months: 3 · 25 gifts',
  ],
  ['sendEmailAgain', { template: 'chargeFailed' }, 'Failed charge email'],
  [
    'reportPaymentIssue',
    { question: 'accountDeleted', action: 'refund', transactionId: '9' },
    'Deleted account · Refund started · payment #9',
  ],
  ['exportAudit', { action: 'createGiftBatch', entries: 2 }, 'Created gift batch · entries: 2'],
  ['detachDevice', { deviceId: '0123456789abcdef', success: false }, 'device 0123456789 · no change'],
  ['sendPush', { ...PUSH, outcome: 'delivered' }, 'LOGOUT · to “Phone” · accepted by the push service'],
  ['sendPush', { ...PUSH, outcome: 'failed', reason: 'QUOTA' }, 'LOGOUT · to “Phone” · failed · QUOTA'],
  ['sendPush', { ...PUSH, outcome: null }, 'LOGOUT · to “Phone” · unknown result'],
  [
    'sendPushRejected',
    { push: { type: 'LINK_MSG', title: 'T', link: 'http://x', description: '' }, because: 'No.' },
    'LINK_MSG “T” http://x · No.',
  ],
  ['tookTheDayOff', { ids: [1, 2], place: { cityName: 'Perm' } }, 'ids: 1, 2 · place: city name: Perm'],
])('tells %s %j as «%s»', (action, details, line) => {
  expect(detailWords(action, details)).toBe(line);
});

it.each([...Object.keys(AUDIT_DETAILS), 'tookTheDayOff'])(
  'never shows code for %s, whatever its facts are',
  (action) => {
    const odd = {
      found: { a: [null] },
      push: [1],
      name: { b: true },
      reason: [{}],
      outcome: {},
      size: [],
      x: [{}],
    };
    expect(detailWords(action, odd)).not.toMatch(/[{}[\]]|undefined|null/);
  },
);

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/149.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/149.0 Safari/537.36 Edg/149.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Mobile Safari/604.1', 'Safari on iOS'],
  ['curl/8.0', 'curl/8.0'],
  ['', 'Unknown browser'],
])('knows the browser of %j', (userAgent, name) => {
  expect(formatBrowser(userAgent)).toBe(name);
});
