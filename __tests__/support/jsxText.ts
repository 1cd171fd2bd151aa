/**
 * Finds texts in JSX that break a page which the browser translates. A page translator replaces each text node by `font`
 * elements. React then keeps a detached text node: removing it, or inserting an element before it, throws `NotFoundError`,
 * and updating it changes nothing that is visible (https://github.com/facebook/react/issues/11538). React is not affected
 * if the text is the only child of a DOM element, because React then replaces the content of the element.
 *
 * A text that never changes may have siblings that are always rendered, because React never touches its text node.
 */
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './sourceTree';

export interface BrokenText {
  /** Repository path and line, for example src/web/screens/login/Login.tsx:12. */
  place: string;
  /** Source of the text, shortened. */
  text: string;
  rule:
    | 'changing text beside siblings'
    | 'beside a conditional sibling'
    | 'in a fragment'
    | 'in a component of a package'
    | 'returned by a component';
}

/** Components of packages that render a text as the only child of a DOM element. */
const KEEPS_TEXT_ALONE = new Set(['Link', 'NavLink', 'SnackbarContent', 'TableCell', 'Typography']);

const TEXT =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown;

const NOTHING = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.BooleanLike;

const isOfPackage = (node: ts.Node): boolean => node.getSourceFile().fileName.includes('/node_modules/');

const unwrapped = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) || ts.isAsExpression(node) ? unwrapped(node.expression) : node;

const isChoice = (node: ts.Expression): boolean => {
  const inner = unwrapped(node);
  return ts.isConditionalExpression(inner) || ts.isBinaryExpression(inner);
};

/** Whether every value of the type is rendered, and always as the same elements. */
const isSteadyType = (type: ts.Type): boolean => !type.isUnion() && (type.flags & NOTHING) === 0;

/** Returns the names in the expression of an element's React key. */
function namesInKey(element: ts.JsxOpeningElement): Set<string> {
  const names = new Set<string>();
  const collect = (node: ts.Node) => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, collect);
  };
  for (const attribute of element.attributes.properties) {
    if (ts.isJsxAttribute(attribute) && attribute.name.getText() === 'key' && attribute.initializer) {
      collect(attribute.initializer);
    }
  }
  return names;
}

class Reader {
  readonly found: BrokenText[] = [];

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly file: ts.SourceFile,
  ) {
    this.visit(file);
  }

  private report(node: ts.Node, rule: BrokenText['rule']): void {
    const { line } = this.file.getLineAndCharacterOfPosition(node.getStart());
    this.found.push({
      place: `${path.relative(ROOT, this.file.fileName)}:${String(line + 1)}`,
      text: node.getText().trim().replaceAll(/\s+/g, ' ').slice(0, 60),
      rule,
    });
  }

  private visit(node: ts.Node): void {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) this.readChildren(node);
    if (ts.isFunctionDeclaration(node)) this.readComponent(node);
    ts.forEachChild(node, (child) => this.visit(child));
  }

  /** Whether React renders a value of this type as a text node. `outer` are the types that contain this type. */
  private mayBeText(type: ts.Type, outer: readonly ts.Type[] = []): boolean {
    if (outer.includes(type)) return false;
    const inside = [...outer, type];
    if (type.isUnion()) return type.types.some((part) => this.mayBeText(part, inside));
    if (type.isStringLiteral()) return type.value !== '';
    if ((type.flags & TEXT) !== 0) return true;
    const item = this.checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    return item !== undefined && this.mayBeText(item, inside);
  }

  private isText(child: ts.JsxChild): boolean {
    if (ts.isJsxText(child)) return true;
    if (!ts.isJsxExpression(child) || child.expression === undefined) return false;
    return this.mayBeText(this.checker.getTypeAtLocation(child.expression));
  }

  /**
   * Whether the value of an expression cannot change while its element exists. `keys` are the names in the React key of the
   * element, because React replaces the element if its key changes.
   */
  private isConstant(expression: ts.Expression, keys: ReadonlySet<string>): boolean {
    const isInside = (node: ts.Node) => node.pos >= expression.pos && node.end <= expression.end;
    const isConstant = (node: ts.Node): boolean => {
      // An element is no text.
      if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)) return true;
      if (ts.isIdentifier(node)) {
        if (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) return true;
        if (keys.has(node.text)) return true;
        const declaration = this.checker.getSymbolAtLocation(node)?.declarations?.[0];
        return declaration !== undefined && (isInside(declaration) || this.isConstantName(declaration));
      }
      if (
        ts.isCallExpression(node) &&
        (node.arguments.length === 0 || /^use[A-Z]/.test(node.expression.getText()))
      ) {
        return false;
      }
      return ts.forEachChild(node, (child) => !isConstant(child)) !== true;
    };
    return isConstant(expression);
  }

  /** Whether a name is imported, a top-level constant, or a local constant that depends on such names only. */
  private isConstantName(declared: ts.Node): boolean {
    let declaration = declared;
    if (ts.isImportSpecifier(declaration) || ts.isFunctionDeclaration(declaration)) return true;
    while (ts.isBindingElement(declaration)) declaration = declaration.parent.parent;
    if (!ts.isVariableDeclaration(declaration) || !ts.isVariableDeclarationList(declaration.parent))
      return false;
    const list = declaration.parent;
    if ((list.flags & ts.NodeFlags.Const) === 0) return false;
    if (ts.isSourceFile(list.parent.parent)) return true;
    return declaration.initializer !== undefined && this.isConstant(declaration.initializer, new Set());
  }

  private isConstantText(child: ts.JsxChild, keys: ReadonlySet<string>): boolean {
    if (ts.isJsxText(child)) return true;
    return (
      ts.isJsxExpression(child) && child.expression !== undefined && this.isConstant(child.expression, keys)
    );
  }

  /** Whether a sibling is always rendered, and always as the same DOM elements. */
  private isSteady(child: ts.JsxChild, keys: ReadonlySet<string>): boolean {
    if (this.isText(child)) return this.isConstantText(child, keys);
    if (ts.isJsxExpression(child)) {
      const { expression } = child;
      return (
        expression !== undefined &&
        !isChoice(expression) &&
        isSteadyType(this.checker.getTypeAtLocation(expression))
      );
    }
    if (!ts.isJsxElement(child) && !ts.isJsxSelfClosingElement(child)) return false;
    const { tagName } = ts.isJsxElement(child) ? child.openingElement : child;
    return this.checker
      .getTypeAtLocation(tagName)
      .getCallSignatures()
      .every(
        (signature) =>
          isSteadyType(signature.getReturnType()) ||
          signature.declaration === undefined ||
          isOfPackage(signature.declaration),
      );
  }

  private readChildren(node: ts.JsxElement | ts.JsxFragment): void {
    const children = node.children.filter(
      (child) =>
        !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces) &&
        !(ts.isJsxExpression(child) && child.expression === undefined),
    );
    const rule = ts.isJsxFragment(node) ? 'in a fragment' : this.ruleOfElement(node.openingElement.tagName);
    const keys = ts.isJsxFragment(node) ? new Set<string>() : namesInKey(node.openingElement);
    const isSeveral = children.length > 1 || children.some((child) => this.isList(child));
    for (const text of children.filter((child) => this.isText(child))) {
      if (rule !== null) this.report(text, rule);
      else if (isSeveral && !this.isConstantText(text, keys)) {
        this.report(text, 'changing text beside siblings');
      } else if (children.some((child) => child !== text && !this.isSteady(child, keys))) {
        this.report(text, 'beside a conditional sibling');
      }
    }
  }

  /** Whether an expression is an array, whose items are siblings. */
  private isList(child: ts.JsxChild): boolean {
    if (!ts.isJsxExpression(child) || child.expression === undefined) return false;
    const type = this.checker.getTypeAtLocation(child.expression);
    return (type.isUnion() ? type.types : [type]).some((each) => this.checker.isArrayLikeType(each));
  }

  /** Returns the rule that even a single text in an element breaks, or null if the element may contain a single text. */
  private ruleOfElement(tag: ts.JsxTagNameExpression): BrokenText['rule'] | null {
    const name = this.packageComponent(this.checker.getSymbolAtLocation(tag));
    if (name === null || KEEPS_TEXT_ALONE.has(name)) return null;
    return name === 'Fragment' ? 'in a fragment' : 'in a component of a package';
  }

  /** Returns the name of a package's component, also if `styled` wraps it. Returns null for all other elements. */
  private packageComponent(symbol: ts.Symbol | undefined): string | null {
    if (symbol === undefined) return null;
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const declaration = (isAlias ? this.checker.getAliasedSymbol(symbol) : symbol).declarations?.[0];
    if (declaration === undefined) return null;
    if (isOfPackage(declaration)) return /^[A-Z]/.test(symbol.name) ? symbol.name : null;
    if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return null;
    let call: ts.Expression = declaration.initializer;
    while (ts.isCallExpression(call)) {
      const [base] = call.arguments;
      if (ts.isIdentifier(call.expression) && call.expression.text === 'styled' && base !== undefined) {
        return ts.isIdentifier(base) ? this.packageComponent(this.checker.getSymbolAtLocation(base)) : null;
      }
      call = call.expression;
    }
    return null;
  }

  /** Reports a component that returns a text, because another component may render it beside siblings. */
  private readComponent(node: ts.FunctionDeclaration): void {
    if (node.name === undefined || !/^[A-Z]/.test(node.name.text)) return;
    const signature = this.checker.getSignatureFromDeclaration(node);
    if (signature !== undefined && this.mayBeText(signature.getReturnType())) {
      this.report(node.name, 'returned by a component');
    }
  }
}

/**
 * Returns the texts in all components of `src/web` that break a translated page. `samples` are additional modules by file
 * name, which exist only in memory. The types of all modules are computed, which takes about 20 s.
 */
export function brokenTexts(samples: Readonly<Record<string, string>>): BrokenText[] {
  const folder = path.join(ROOT, 'src/web');
  const configuration = ts.getParsedCommandLineOfConfigFile(
    path.join(folder, 'tsconfig.json'),
    { composite: false, incremental: false, emitDeclarationOnly: false, noEmit: true },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
      },
    },
  );
  if (configuration === undefined) throw new Error('src/web/tsconfig.json cannot be read');
  const inMemory = new Map(Object.entries(samples).map(([name, text]) => [path.join(folder, name), text]));
  const host = ts.createCompilerHost(configuration.options, true);
  const program = ts.createProgram({
    rootNames: [...configuration.fileNames, ...inMemory.keys()],
    options: configuration.options,
    host: {
      ...host,
      fileExists: (name) => inMemory.has(name) || host.fileExists(name),
      readFile: (name) => inMemory.get(name) ?? host.readFile(name),
      getSourceFile: (name, version, ...rest) => {
        const text = inMemory.get(name);
        return text === undefined
          ? host.getSourceFile(name, version, ...rest)
          : ts.createSourceFile(name, text, version, true);
      },
    },
  });
  const checker = program.getTypeChecker();
  return program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(`${folder}/`) && fileName.endsWith('.tsx'))
    .flatMap((file) => new Reader(checker, file).found);
}
