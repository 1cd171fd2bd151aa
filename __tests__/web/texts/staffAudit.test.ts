/** The audit log in words. */
import { STAFF_ACTIONS } from '../../../src/server/store/audit';
import { actionName, detailWords, STAFF_ACTION_NAMES } from '../../../src/web/texts/staff/audit';
import { browserOf } from '../../../src/web/texts/staff/sessions';

it('names every action that the server writes', () => {
  expect(STAFF_ACTIONS.filter((action) => !(action in STAFF_ACTION_NAMES))).toEqual([]);
});

it('shows an action of a newer server by its own name', () => {
  expect(actionName('tookTheDayOff')).toBe('Took the day off');
});

it.each([
  [{}, ''],
  [{ staff: 'ann', sessionsEnded: 2 }, 'staff ann · sessions ended 2'],
  [{ amountKopecks: 44_900, because: null }, 'amount 449\u00a0₽'],
  [{ secondFactor: true }, 'second factor yes'],
  [{ session: '0f538d48-2834-44d3-96e9-74555ce3189f' }, 'session 0f538d48'],
  [{ ids: [1, 2] }, 'ids [1,2]'],
])('tells %j as «%s»', (details, words) => {
  expect(detailWords(details)).toBe(words);
});

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/149.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/149.0 Safari/537.36 Edg/149.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Mobile Safari/604.1', 'Safari on iOS'],
  ['curl/8.0', 'curl/8.0'],
  ['', 'Unknown program'],
])('knows the browser of %j', (userAgent, name) => {
  expect(browserOf(userAgent)).toBe(name);
});
