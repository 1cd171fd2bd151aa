import { declineKind } from '../../src/shared/declines';

it.each([
  [5005, 'unexplained'],
  [5043, 'lostOrStolen'],
  [5014, 'unknownCard'],
  [5051, 'noMoney'],
  [5096, 'unavailable'],
  [5300, 'notAccepted'],
])('the reason code %d is %s', (code, kind) => expect(declineKind(code)).toBe(kind));

it.each([[null], [undefined], [0], [4999], [Number.NaN]])('%s is of no kind', (code) =>
  expect(declineKind(code)).toBeNull(),
);
