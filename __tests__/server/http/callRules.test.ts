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

const { activateGift, checkGift, listUndeliveredEmails, sendEmailAgain } = CALL_RULES;
type Rules = RulesOf<typeof giftsCalls>;
type StaffRules = RulesOf<typeof staffEmailsCalls>;

test('a call without a decision, or with one that its audience does not permit, does not compile', () => {
  const complete = { activateGift, checkGift } satisfies Rules;
  // @ts-expect-error the call checkGift has no rules
  const withoutCall = { activateGift } satisfies Rules;
  const { limits, audit, appends } = checkGift;
  // @ts-expect-error no limit
  const withoutLimit = { activateGift, checkGift: { audit, appends } } satisfies Rules;
  // @ts-expect-error an empty list of limits
  const emptyLimits = { activateGift, checkGift: { limits: [], audit, appends } } satisfies Rules;
  // @ts-expect-error an unknown limit
  const unknownLimit = { activateGift, checkGift: { limits: ['none'], audit, appends } } satisfies Rules;
  // @ts-expect-error a stranger has no account
  const ownOfStranger = { activateGift, checkGift: { limits: 'ownAccount', audit, appends } } satisfies Rules;
  // @ts-expect-error no decision about auditing
  const withoutAudit = { activateGift, checkGift: { limits, appends } } satisfies Rules;
  // @ts-expect-error no decision about rows
  const withoutRows = { activateGift, checkGift: { limits, audit } } satisfies Rules;
  // @ts-expect-error an unknown table
  const unknownTable = { activateGift, checkGift: { limits, audit, appends: ['letters'] } } satisfies Rules;
  const staff = { listUndeliveredEmails, sendEmailAgain } satisfies StaffRules;
  const unaudited = { ...sendEmailAgain, audit: 'noStaff' } as const;
  // @ts-expect-error staff make the call
  const withoutEntry = { listUndeliveredEmails, sendEmailAgain: unaudited } satisfies StaffRules;
  // The values exist, so that the compiler checks them.
  expect([complete, withoutCall, withoutLimit, emptyLimits, unknownLimit, ownOfStranger]).toHaveLength(6);
  expect([withoutAudit, withoutRows, unknownTable, staff, withoutEntry]).toHaveLength(5);
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
