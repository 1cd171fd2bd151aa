/** Extracts the English prose of the repository as sentences: comments, documents and texts of the staff console. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './sourceTree';

export interface Passage {
  /** Repository path. */
  path: string;
  /** Text of a comment, a paragraph, a table cell or a console text, without comment marks or Markdown. */
  text: string;
}

/** Folder whose string literals are the texts of the staff console. */
const CONSOLE_TEXTS = 'src/web/texts/staff/';
/** Minimum number of words of a sentence. A text with fewer words is only a name or a fragment. */
const SENTENCE_WORDS_MIN = 3;

/** Returns the paths of existing files that git tracks or that are new and not ignored. */
export function trackedFiles(): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && fs.existsSync(path.join(ROOT, file)));
}

const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(
    file,
    read(file),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

function visitNodes(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => visitNodes(child, visit));
}

/** Returns the text of a comment without comment marks, examples and tags. */
function withoutMarks(comment: string): string {
  return comment
    .replace(/^\/\*\*?|\*\/$/g, '')
    .replace(/^\s*(?:\*|\/\/+)\s?/gm, '')
    .replace(/@example[^]*/g, '')
    .replace(/```[^]*?```/g, '')
    .replace(/^@\w+.*$/gm, '')
    .trim();
}

/** Returns the comments of a source file. Consecutive `//` lines are one comment. */
function commentsIn(file: string): Passage[] {
  const source = parse(file);
  const ranges = new Map<number, number>();
  visitNodes(source, (node) => {
    const isText = node.kind === ts.SyntaxKind.JsxText;
    for (const range of isText ? [] : (ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? [])) {
      ranges.set(range.pos, range.end);
    }
    for (const range of isText ? [] : (ts.getTrailingCommentRanges(source.text, node.getEnd()) ?? [])) {
      ranges.set(range.pos, range.end);
    }
  });
  const comments: string[] = [];
  let previous: { end: number; isLine: boolean } | null = null;
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const text = source.text.slice(start, end);
    const isLine = text.startsWith('//');
    const continues =
      previous !== null &&
      previous.isLine &&
      isLine &&
      /^\s*$/.test(source.text.slice(previous.end, start)) &&
      source.text.slice(previous.end, start).split('\n').length === 2;
    if (continues) comments.push(`${comments.pop() ?? ''}\n${text}`);
    else comments.push(text);
    previous = { end, isLine };
  }
  return comments
    .map((comment) => ({ path: file, text: withoutMarks(comment) }))
    .filter(({ text }) => text !== '');
}

/** Returns the comments of all TypeScript files. */
export function comments(): Passage[] {
  return trackedFiles()
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .flatMap(commentsIn);
}

/** Returns the paragraphs, list items and table cells of all documents, without headings and code blocks. */
export function documentPassages(): Passage[] {
  return trackedFiles()
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      read(file)
        .replace(/^```[^]*?^```/gm, '')
        .replace(/^#.*$/gm, '')
        .replace(/^\|[\s|:-]*$/gm, '')
        .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)|\n(?=\|)/)
        .flatMap((block) => (block.trimStart().startsWith('|') ? block.split('|') : [block]))
        .map((text) =>
          text
            .replace(/^\s*(?:[-*]|\d+\.)\s+/, '')
            .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
            .replace(/\s+/g, ' ')
            .trim(),
        )
        .filter((text) => /[A-Za-z]/.test(text))
        .map((text) => ({ path: file, text })),
    );
}

/** Returns the texts of the staff console. A value that is inserted into a text is replaced with «…». */
export function consoleTexts(): Passage[] {
  return trackedFiles()
    .filter((file) => file.startsWith(CONSOLE_TEXTS))
    .flatMap((file) => {
      const texts: Passage[] = [];
      visitNodes(parse(file), (node) => {
        if (ts.isSourceFile(node) || ts.isImportDeclaration(node.parent)) return;
        if (ts.isStringLiteralLike(node)) texts.push({ path: file, text: node.text });
        if (ts.isTemplateExpression(node)) {
          const parts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
          texts.push({ path: file, text: parts.join('…') });
        }
      });
      return texts.filter(({ text }) => /[A-Za-z]/.test(text));
    });
}

/** Splits passages of prose into sentences, and omits names and fragments of fewer than three words. */
export function splitSentences(passages: readonly Passage[]): string[] {
  return passages.flatMap(({ text }) =>
    text
      .replace(/\s+/g, ' ')
      .split(/(?<=[.!?])\s+(?=[A-Z«`“"])/)
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence.split(' ').length >= SENTENCE_WORDS_MIN),
  );
}
