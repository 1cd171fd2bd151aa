/**
 * Tests that the rules of API calls are complete. A call without a limit, a decision about auditing or a decision about
 * rows must not compile. `support/observedCalls.ts` compares the rules with each call that any test sends to the server.
 */
import { CALL_RULES, ROUTE_RULES, type RulesOf } from '../../../src/server/http/callRules';
import { ROW_BOUNDS } from '../../../src/server/http/rowBounds';
import { type LimitName, LIMITS } from '../../../src/server/throttle/limits';
import { CALL_NAMES, CONTRACT } from '../../../src/shared/contract/contract';
import type { giftsCalls } from '../../../src/shared/contract/gifts';
import type { staffEmailsCalls } from '../../../src/shared/contract/staffEmails';

type Rules = typeof CALL_RULES;
type CheckGift = Rules['checkGift'];
type SendEmailAgain = Rules['sendEmailAgain'];

/** Type `true` if the contract accepts `Row` as the rules of a public call, and `false` otherwise. */
type IsPublicRule<Row> =
  { activateGift: Rules['activateGift']; checkGift: Row } extends RulesOf<typeof giftsCalls> ? true : false;

/** Type `true` if the contract accepts `Row` as the rules of a staff call, and `false` otherwise. */
type IsStaffRule<Row> =
  {
    listUndeliveredEmails: Rules['listUndeliveredEmails'];
    sendEmailAgain: Row;
  } extends RulesOf<typeof staffEmailsCalls>
    ? true
    : false;

/** Type `true` if rules without the call `checkGift` are accepted. */
type IsCallOptional = Pick<Rules, 'activateGift'> extends RulesOf<typeof giftsCalls> ? true : false;

test('a call without a decision, or with one that its audience does not permit, does not compile', () => {
  // The compiler checks each value, because it is the only one that its type has.
  const complete: [IsPublicRule<CheckGift>, IsStaffRule<SendEmailAgain>] = [true, true];
  const withoutCall: IsCallOptional = false;
  const withoutLimit: IsPublicRule<Omit<CheckGift, 'limits'>> = false;
  const emptyLimits: IsPublicRule<Omit<CheckGift, 'limits'> & { limits: [] }> = false;
  const unknownLimit: IsPublicRule<Omit<CheckGift, 'limits'> & { limits: ['none'] }> = false;
  const accountOfStranger: IsPublicRule<Omit<CheckGift, 'limits'> & { limits: 'ownAccount' }> = false;
  const withoutAudit: IsPublicRule<Omit<CheckGift, 'audit'>> = false;
  const unauditedStaff: IsStaffRule<Omit<SendEmailAgain, 'audit'> & { audit: 'noStaff' }> = false;
  const withoutRows: IsPublicRule<Omit<CheckGift, 'appends'>> = false;
  const unknownTable: IsPublicRule<Omit<CheckGift, 'appends'> & { appends: ['letters'] }> = false;
  expect(complete).toEqual([true, true]);
  expect([withoutCall, withoutLimit, emptyLimits, unknownLimit, accountOfStranger]).not.toContain(true);
  expect([withoutAudit, unauditedStaff, withoutRows, unknownTable]).not.toContain(true);
});

test('the bounds cover every table to which a call outside the staff console appends', () => {
  const outside = CALL_NAMES.filter((name) => !CONTRACT[name].audience.startsWith('staff:'));
  const appended = new Set(outside.flatMap((name) => [...CALL_RULES[name].appends]));
  expect([...appended].filter((table) => !(table in ROW_BOUNDS))).toEqual([]);
});

/** Limits that no call counts: they limit the work of the server itself. */
const OF_THE_SERVER: readonly LimitName[] = ['unknownObjectReads'];

test('each limit is counted by a call or a route', () => {
  const counted = [...Object.values(CALL_RULES), ...Object.values(ROUTE_RULES)].flatMap(({ limits }) =>
    typeof limits === 'string' ? [] : [...limits],
  );
  const known: readonly LimitName[] = [
    ...counted,
    ...OF_THE_SERVER,
    'failedRequests',
    'failedRequestsInADay',
  ];
  expect((Object.keys(LIMITS) as LimitName[]).filter((name) => !known.includes(name))).toEqual([]);
});
