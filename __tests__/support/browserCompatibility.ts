/**
 * Compares scripts with the browser compatibility data of MDN (`@mdn/browser-compat-data`): which functions and classes of the
 * JavaScript language and of browsers a script uses that a browser of the floor does not have.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type {
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data';
import ts from 'typescript';
import { BROWSER_FLOOR } from '../../src/shared/browserFloor';

// The loaders of Node, tsx and Playwright do not agree on how to import JSON.
const DATA = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
const bcd = JSON.parse(readFileSync(DATA, 'utf8')) as CompatData;

/** Versions of the floor for each browser of the compatibility data. Phones have the same engine versions as desktops. */
const FLOOR = {
  chrome: BROWSER_FLOOR.chrome,
  chrome_android: BROWSER_FLOOR.chrome,
  webview_android: BROWSER_FLOOR.chrome,
  firefox: BROWSER_FLOOR.firefox,
  safari: BROWSER_FLOOR.safari,
  safari_ios: BROWSER_FLOOR.safari,
} as const;

/** Returns whether version `a` is at most version `b`. */
function isAtMost(a: string, b: string): boolean {
  const numbers = (version: string): number[] => version.replace('≤', '').split('.').map(Number);
  const [left, right] = [numbers(a), numbers(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
}

function isIn(
  version: string,
  { version_added, version_removed, flags, prefix, alternative_name }: SimpleSupportStatement,
) {
  if (flags !== undefined || prefix !== undefined || alternative_name !== undefined) return false;
  if (typeof version_added !== 'string' || version_added === 'preview') return false;
  const wasRemoved = typeof version_removed === 'string' && isAtMost(version_removed, version);
  return isAtMost(version_added, version) && !wasRemoved;
}

/** Returns whether each browser of the floor has the feature. */
function isInFloor({ support }: CompatStatement): boolean {
  return Object.entries(FLOOR).every(([browser, version]) => {
    const statements = [support[browser as keyof typeof FLOOR] ?? []].flat();
    return statements.some((statement) => isIn(version, statement));
  });
}

/** Entries of the compatibility data that are globals or members of an interface, and not behaviour or an option. */
const NAME = /^[a-zA-Z_$][\w$]*$/;

export interface Feature {
  /** Interface or global object, such as `Array`. */
  owner: string;
  /** Member of the owner; null for the owner itself. */
  member: string | null;
  /** Whether the member is one of the owner itself or of its instances; null if the data does not say. */
  isStatic: boolean | null;
  isInFloor: boolean;
}

function listFeatures(owner: string, { __compat, ...members }: Identifier, saysStatic: boolean): Feature[] {
  const own =
    __compat === undefined ? [] : [{ owner, member: null, isStatic: null, isInFloor: isInFloor(__compat) }];
  return [
    ...own,
    ...Object.entries(members).flatMap(([key, { __compat: compat }]) => {
      const member = key.replace(/_static$/, '');
      const isMember = NAME.test(member) && !/_(?:event|permission|parameter|support)$|^@@/.test(member);
      const isStatic = saysStatic ? key.endsWith('_static') : null;
      return compat === undefined || !isMember
        ? []
        : [{ owner, member, isStatic, isInFloor: isInFloor(compat) }];
    }),
  ];
}

/** Every global and every member in the compatibility data. */
export const FEATURES: readonly Feature[] = [bcd.api, bcd.javascript['builtins'] ?? {}].flatMap((group) =>
  Object.entries(group as Readonly<Record<string, Identifier>>).flatMap(([owner, entry]) =>
    owner === '__compat' ? [] : listFeatures(owner, entry, group === bcd.api),
  ),
);

const GLOBALS = new Map(FEATURES.filter(({ member }) => member === null).map((each) => [each.owner, each]));
const OWNED = new Map(
  FEATURES.filter(({ isStatic }) => isStatic !== false).map((each) => [
    `${each.owner}.${each.member ?? ''}`,
    each,
  ]),
);
/** Members that no interface has in every browser of the floor. */
const NEW_MEMBERS = (() => {
  const known = new Map<string, boolean>();
  for (const { member, isInFloor: isOld } of FEATURES) {
    if (member !== null) known.set(member, (known.get(member) ?? false) || isOld);
  }
  return new Set([...known].flatMap(([member, isOld]) => (isOld ? [] : [member])));
})();

const LOOK_BEHIND = /\(\?<[=!]/;

/** Names that a script uses, and names that it declares itself. */
interface Names {
  declared: Set<string>;
  /** Names of properties and methods that the script defines. */
  defined: Set<string>;
  globals: Set<string>;
  /** Members of a named object, such as `URL.canParse`. */
  members: { owner: string; member: string }[];
  /** Methods that are called on any object. Reading an unknown property returns undefined, but calling it throws. */
  called: Set<string>;
  syntax: Set<string>;
}

type NamedDeclaration =
  | ts.PropertyAssignment
  | ts.MethodDeclaration
  | ts.PropertyDeclaration
  | ts.AccessorDeclaration;

const isNamedDeclaration = (node: ts.Node): node is NamedDeclaration =>
  ts.isPropertyAssignment(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isAccessor(node);

function declareIn(declared: Set<string>, name: ts.BindingName): void {
  if (ts.isIdentifier(name)) {
    declared.add(name.text);
    return;
  }
  for (const element of name.elements) if (ts.isBindingElement(element)) declareIn(declared, element.name);
}

function namesIn(script: string): Names {
  const source = ts.createSourceFile('script.js', script, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const names: Names = {
    declared: new Set(),
    defined: new Set(),
    globals: new Set(),
    members: [],
    called: new Set(),
    syntax: new Set(),
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) || ts.isParameter(node)) declareIn(names.declared, node.name);
    if ((ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name)
      names.declared.add(node.name.text);
    if (ts.isImportSpecifier(node)) names.declared.add(node.name.text);
    if (isNamedDeclaration(node) && ts.isIdentifier(node.name)) names.defined.add(node.name.text);
    if (ts.isShorthandPropertyAssignment(node)) names.defined.add(node.name.text);
    if (ts.isPropertyAccessExpression(node)) {
      const { expression: object, parent } = node;
      const member = node.name.text;
      const isAssigned =
        ts.isBinaryExpression(parent) &&
        parent.left === node &&
        parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
      if (isAssigned) names.defined.add(member);
      else if (ts.isIdentifier(object)) names.members.push({ owner: object.text, member });
      // An optional call checks whether the object has the method.
      if (ts.isCallExpression(parent) && parent.expression === node && parent.questionDotToken === undefined)
        names.called.add(member);
    }
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      const isProperty =
        (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        (isNamedDeclaration(parent) && parent.name === node);
      // `typeof name` checks whether the browser has the global.
      if (!isProperty && !ts.isTypeOfExpression(parent)) names.globals.add(node.text);
    }
    if (ts.isRegularExpressionLiteral(node) || ts.isStringLiteralLike(node)) {
      if (LOOK_BEHIND.test(node.text)) names.syntax.add('look-behind');
      if (ts.isRegularExpressionLiteral(node) && /\/[a-z]*v[a-z]*$/.test(node.text))
        names.syntax.add('flag v');
    }
    if (ts.isClassStaticBlockDeclaration(node)) names.syntax.add('static block');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/**
 * Returns what the scripts of a site use beyond the floor, by file: `Owner.member`, `.method`, a global, or a kind of syntax.
 * A method whose name any of the scripts defines is not listed.
 */
export function usesBeyondFloor(scripts: ReadonlyMap<string, string>): Map<string, string[]> {
  const read = [...scripts].map(([file, script]) => ({ file, ...namesIn(script) }));
  const defined = new Set(read.flatMap((each) => [...each.defined]));
  const found = new Map<string, string[]>();
  for (const { file, declared, globals, members, called, syntax } of read) {
    const isGlobal = (name: string): boolean => GLOBALS.has(name) && !declared.has(name);
    const uses = new Set([
      ...syntax,
      ...[...globals].filter((name) => isGlobal(name) && GLOBALS.get(name)?.isInFloor === false),
      ...members
        .filter(
          ({ owner, member }) => isGlobal(owner) && OWNED.get(`${owner}.${member}`)?.isInFloor === false,
        )
        .map(({ owner, member }) => `${owner}.${member}`),
      ...[...called].filter((name) => NEW_MEMBERS.has(name) && !defined.has(name)).map((name) => `.${name}`),
    ]);
    for (const use of uses) found.set(use, [...(found.get(use) ?? []), file]);
  }
  return found;
}
