/** Checks comments, documents, texts of the console and names against the glossary. */
import ts from 'typescript';
import { comments, consoleTexts, documentPassages, type Passage, trackedFiles } from '../support/prose';
import { sourceFiles } from '../support/sourceTree';
import { GLOSSARY } from './glossary';

/** The glossary itself and its tests are not checked, because these files contain the glossary words. */
const OF_THE_GLOSSARY = /glossary|architecture\/words/;

const quotesRemoved = (text: string): string => text.replace(/`[^`]*`|«[^»]*»|"[^"]*"|“[^”]*”/g, '');

function offencesIn(passages: readonly Passage[]): string[] {
  return passages
    .filter(({ path }) => !OF_THE_GLOSSARY.test(path))
    .flatMap(({ path, text }) =>
      GLOSSARY.flatMap(({ prose, write, except }) => {
        const found =
          prose === undefined || except?.test(path) === true ? null : prose.exec(quotesRemoved(text));
        return found === null ? [] : [`${path}: «${found[0]}» → ${write}`];
      }),
    );
}

/** Returns the words of an identifier in lower case, with a space at each end. */
const splitWords = (name: string): string =>
  ` ${name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_.-]/g, ' ')
    .toLowerCase()} `;

test('comments use standard words', () => {
  expect(offencesIn(comments())).toEqual([]);
});

test('documents use standard words', () => {
  expect(offencesIn(documentPassages())).toEqual([]);
});

test('texts of the console use standard words', () => {
  expect(offencesIn(consoleTexts())).toEqual([]);
});

test('names use standard words', () => {
  const offences = new Set<string>();
  const check = (path: string, name: string): void => {
    if (name === 'letterSpacing') return;
    const words = splitWords(name);
    for (const { names = [], write, except } of GLOSSARY) {
      if (except?.test(path) !== true && names.some((term) => words.includes(` ${term} `)))
        offences.add(`${path}: ${name} → ${write}`);
    }
  };
  for (const file of trackedFiles().filter(
    (path) => /^(?:src|__tests__)\//.test(path) && !OF_THE_GLOSSARY.test(path),
  )) {
    for (const segment of file.split('/')) check(file, segment);
  }
  for (const { path, text } of sourceFiles()) {
    const names = new Set<string>();
    const collect = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) names.add(node.text);
      node.forEachChild(collect);
    };
    collect(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
    for (const name of names) check(path, name);
  }
  expect([...offences]).toEqual([]);
});

test.each([
  ['The letter leaves after a commit.', 'email'],
  ['Nobody hears of it.', 'reported'],
  ['The charge was refused.', 'rejected'],
])('«%s» is rejected with the standard word', (text, word) => {
  expect(offencesIn([{ path: 'src/example.ts', text }]).join('\n')).toContain(word);
});

test.each(['2 to 12 letters or digits', 'In fact, the connection was refused.', 'A code in `letter` stays.'])(
  '«%s» is not rejected',
  (text) => {
    expect(offencesIn([{ path: 'src/example.ts', text }])).toEqual([]);
  },
);
