/** Checks that modules have no mutable state, so that two servers or two pages in one process do not share state. */
import ts from 'typescript';
import { sourceFiles } from '../support/sourceTree';

/** Allowed variables at the top level of a module, each with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/server/usecases/staff/passwords.ts: unmatchable': 'a constant that is slow to compute',
  'src/web/api/endpoints/staff.ts: renewals': 'keyed by the platform, one per page',
  'src/web/api/lastChange.ts: changes': 'keyed by the platform, one per page',
  'src/web/api/serverTime.ts: clockOffsets': 'keyed by the store, one per page',
  'src/web/components/staff/consoleShortcuts.ts: registered':
    'Shortcuts of the screen that is shown. There is one screen.',
  'src/web/components/staff/consoleShortcuts.ts: listeners': 'Listeners of `registered`.',
  'src/web/components/staff/repeatQuestion.tsx: asked': 'one question of a page at a time',
  'src/web/components/staff/repeatQuestion.tsx: listeners': 'one question of a page at a time',
  'src/web/platform/pageLanguage.ts: current': 'the language of the document',
  'src/web/platform/pageLanguage.ts: listeners': 'the language of the document',
  'src/web/toasts/toasts.ts: lastId': 'the toasts of a page',
  'src/web/toasts/toasts.ts: open': 'the toasts of a page',
  'src/web/toasts/toasts.ts: listeners': 'the toasts of a page',
};

const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet']);

/**
 * Returns whether the value is a collection that starts empty. Such a collection is mutable state, because values must be
 * added to it later.
 */
function startsEmpty(value: ts.Expression | undefined): boolean {
  return (
    value !== undefined &&
    ts.isNewExpression(value) &&
    COLLECTIONS.has(value.expression.getText()) &&
    (value.arguments ?? []).length === 0
  );
}

/** Returns the names of the mutable variables at the top level of a module. */
function mutableVariables({ path, text }: { path: string; text: string }): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return source.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => {
      const isConstant = (declarationList.flags & ts.NodeFlags.Const) !== 0;
      return declarationList.declarations
        .filter(({ initializer }) => !isConstant || startsEmpty(initializer))
        .map(({ name }) => name.getText());
    });
}

it('finds variables and collections that start empty', () => {
  const text = `let a = 1; const b = new Map<string, number>(); export const c = new WeakSet();
    const d = new Set([1]); const f = () => { let g = 1; };`;
  expect(mutableVariables({ path: 'a.ts', text })).toEqual(['a', 'b', 'c']);
});

it('keeps state in objects that the composition root creates', () => {
  const found = sourceFiles().flatMap((file) =>
    mutableVariables(file).map((name) => `${file.path}: ${name}`),
  );
  expect(found).toEqual(Object.keys(ALLOWED));
});
