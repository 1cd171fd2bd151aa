/** Checks that a function is named by its verb, unless it only reads a property or a table. */
import ts from 'typescript';
import { textFiles } from '../support/sourceTree';

/** Names such as `priceOf`. A name such as `isPayerOf` begins with a verb. */
const NOUN_NAME = /^(?!(?:is|has)[A-Z])[a-z]\w*Of$/;

const TABLE_TYPE = /^(?:Readonly<)?(?:Partial<)?(?:Record|(?:Readonly|Weak)?Map)</;

/** Returns whether the expression only reads a property or a table by its key, with a constant as the default. */
function isRead(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return isRead(node.expression);
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
    return isRead(node.expression);
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    return ts.isPropertyAccessExpression(expression) && expression.name.text === 'get' && isRead(expression);
  }
  if (ts.isBinaryExpression(node))
    return (
      node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
      isRead(node.left) &&
      (isRead(node.right) || ts.isLiteralExpression(node.right))
    );
  return (
    ts.isIdentifier(node) || node.kind === ts.SyntaxKind.ThisKeyword || ts.isObjectLiteralExpression(node)
  );
}

function onlyReads({ body }: { body?: ts.Node | undefined }): boolean {
  if (body === undefined) return false;
  if (!ts.isBlock(body)) return isRead(body) && !ts.isObjectLiteralExpression(skipParentheses(body));
  const [only, ...more] = body.statements;
  return (
    more.length === 0 &&
    only !== undefined &&
    ts.isReturnStatement(only) &&
    only.expression !== undefined &&
    isRead(only.expression)
  );
}

const skipParentheses = (node: ts.Node): ts.Node =>
  ts.isParenthesizedExpression(node) ? skipParentheses(node.expression) : node;

/** Returns whether the declared value is a constant, a lookup table, or a function that only reads. */
function mayBeNoun(node: ts.NamedDeclaration): boolean {
  if (ts.isFunctionLike(node)) return onlyReads(node as { body?: ts.Node });
  const { initializer, type } = node as { initializer?: ts.Expression; type?: ts.TypeNode };
  if (initializer === undefined) return type !== undefined && TABLE_TYPE.test(type.getText());
  if (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) return onlyReads(initializer);
  return (
    ts.isObjectLiteralExpression(initializer) ||
    ts.isNewExpression(initializer) ||
    ts.isLiteralExpression(initializer)
  );
}

/** Returns the functions whose name contains no verb. */
function namesWithoutVerb({ path, text }: { path: string; text: string }): string[] {
  const found: string[] = [];
  const collect = (node: ts.Node): void => {
    const isDeclaration =
      ts.isFunctionLike(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isPropertyAssignment(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isPropertySignature(node);
    if (isDeclaration && node.name !== undefined && ts.isIdentifier(node.name)) {
      const { text: name } = node.name;
      if (NOUN_NAME.test(name) && !mayBeNoun(node)) found.push(name);
    }
    node.forEachChild(collect);
  };
  collect(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

test.each([
  'function priceOf(kind: Kind) { return toKopecks(PRICES[kind]); }',
  'const priceOf = async (kind: Kind) => await PRICES[kind];',
  "const priceOf = (kind: Kind) => (kind === 'trial' ? 1 : PRICES[kind]);",
  'const priceOf = (order: Order) => `${order.price}`;',
  'const priceOf = (order: Order) => ({ price: order.price });',
  'const priceOf = preparedOnce((db) => db.select());',
  'const priceOf = isTrial ? trialPrice : monthPrice;',
  'class Orders { priceOf(kind: Kind) { this.count += 1; return this.prices[kind]; } }',
  'function total(priceOf: (kind: Kind) => number) {}',
  'interface Prices { priceOf: (kind: Kind) => number; priceAt(day: Date): number }',
])('%s is rejected', (text) => {
  expect(namesWithoutVerb({ path: 'a.ts', text })).toEqual(['priceOf']);
});

test.each([
  'const priceOf = ({ price }: Order) => price;',
  'function priceOf(order: Order) { return order.terms?.price ?? 0; }',
  'const priceOf = (kind: Kind) => PRICES[kind];',
  'const policyOf = ({ headers }: Response) => headers.get("content-security-policy");',
  'const priceOf: Record<Kind, number> = { trial: 1 };',
  'function total(priceOf: ReadonlyMap<Kind, number>) {}',
  'const isPayerOf = (order: Order, payer: Payer) => isSame(order.payer, payer);',
])('%s is allowed', (text) => {
  expect(namesWithoutVerb({ path: 'a.ts', text })).toEqual([]);
});

test('a function is named by its verb', () => {
  const offences = textFiles('src', '__tests__')
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap((file) => namesWithoutVerb(file).map((name) => `${file.path}: ${name}`));
  expect(offences).toEqual([]);
});
