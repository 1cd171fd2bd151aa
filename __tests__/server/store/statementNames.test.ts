import { createStatementNames } from '../../../src/server/store/statementNames';

const sent = (
  nameStatement: (text: string) => string | null,
  text: string,
  times: number,
): (string | null)[] => Array.from({ length: times }, () => nameStatement(text));

it('names a statement from its third sending on, and always the same', () => {
  const nameStatement = createStatementNames();
  const names = sent(nameStatement, 'select $1', 4);
  expect(names.slice(0, 2)).toEqual([null, null]);
  expect(names[2]).toMatch(/^[\w-]{43}$/);
  expect(names[3]).toBe(names[2]);
});

it('gives different statements different names, also across instances with the same statement', () => {
  const [one, other] = [createStatementNames(), createStatementNames()];
  const name = sent(one, 'select $1', 3)[2];
  expect(sent(one, 'select $1, $2', 3)[2]).not.toBe(name);
  expect(sent(other, 'select $1', 3)[2]).toBe(name);
});

it('names no statement with a pattern, whose best plan depends on the pattern', () => {
  const nameStatement = createStatementNames();
  for (const text of ['select a like $1', 'select a ilike $1', 'select a ~ $1', 'select a ~* $1'])
    expect(sent(nameStatement, text, 5)).toEqual([null, null, null, null, null]);
});

it('names at most 500 statements, however many there are', () => {
  const nameStatement = createStatementNames();
  for (let length = 1; length <= 500; length += 1) nameStatement(`select in (${length})`);
  expect(sent(nameStatement, 'select another', 5)).toEqual([null, null, null, null, null]);
  expect(sent(nameStatement, 'select in (500)', 2)[1]).not.toBeNull();
});
