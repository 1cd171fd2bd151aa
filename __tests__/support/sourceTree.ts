/** Reads the source tree for the architecture tests: files, their text and their resolved imports. */
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Root of the repository, which is the working directory of npm and Jest. */
export const ROOT = process.cwd();

export interface SourceImport {
  /** Import specifier as written in the source. */
  specifier: string;
  /** Repository path of the imported file, or null for a package. */
  target: string | null;
  /** Whether the import is `import type` or uses types only. A type-only import does not exist at run time. */
  typeOnly: boolean;
}

export interface SourceFile {
  /** Repository path with forward slashes, for example src/web/main.tsx. */
  path: string;
  text: string;
  imports: SourceImport[];
}

const SOURCE_ENDING = /\.(ts|tsx|css|json|svg|sql|html|js)$/;

function listFiles(folder: string): string[] {
  return fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    return entry.isDirectory() ? listFiles(file) : [file];
  });
}

function resolve(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  const base = path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, ''));
  const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`];
  const found = candidates.find((file) => {
    const full = path.join(ROOT, file);
    return fs.existsSync(full) && fs.statSync(full).isFile();
  });
  if (found === undefined) throw new Error(`${from} imports ${specifier}, which does not exist`);
  return found;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  return (
    clause.name === undefined &&
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.length > 0 &&
    bindings.elements.every((element) => element.isTypeOnly)
  );
}

function listImports(file: string, text: string): SourceImport[] {
  const found: SourceImport[] = [];
  const add = (node: ts.Node, typeOnly: boolean) => {
    if (ts.isStringLiteralLike(node)) {
      found.push({ specifier: node.text, target: resolve(file, node.text), typeOnly });
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const argument = node.arguments[0];
      if (argument) add(argument, false);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Reads one TypeScript file of the repository. */
export function readSourceFile(file: string): SourceFile {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
  return { path: file, text, imports: listImports(file, text) };
}

let cached: SourceFile[] | undefined;

/** Returns all TypeScript files in `src`. */
export function sourceFiles(): SourceFile[] {
  cached ??= listFiles('src')
    .filter((file) => /\.tsx?$/.test(file))
    .map(readSourceFile);
  return cached;
}

/** Returns all text files of known source formats in the given folders. */
export function textFiles(...folders: string[]): { path: string; text: string }[] {
  return folders
    .flatMap(listFiles)
    .filter((file) => SOURCE_ENDING.test(file))
    .map((file) => ({ path: file, text: fs.readFileSync(path.join(ROOT, file), 'utf8') }));
}

/** Returns the text of a file without its comments, so that rules about code ignore prose. */
export function withoutComments(file: { path: string; text: string }): string {
  const comments: [number, number][] = [];
  const collect = (node: ts.Node) => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(file.text, node.getEnd()) ?? []),
    ]) {
      comments.push([range.pos, range.end]);
    }
    ts.forEachChild(node, collect);
  };
  collect(ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true));
  comments.sort((a, b) => a[0] - b[0]);
  let result = '';
  let at = 0;
  for (const [from, to] of comments) {
    if (from >= at) {
      result += file.text.slice(at, from);
      at = to;
    }
  }
  return result + file.text.slice(at);
}
