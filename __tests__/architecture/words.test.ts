/** Checks in which files certain words may occur, and which words must not occur at all. */
import { LINKED_PATHS, STAFF_PATHS } from '../../src/shared/linkedPaths';
import { PATHS } from '../../src/web/navigation/paths';
import { sourceFiles, textFiles, withoutComments } from '../support/sourceTree';

const files = sourceFiles();

const TEXT_PLACES = [
  /^src\/web\/texts\//,
  /^src\/web\/screens\/(offer|privacy)\//,
  /^src\/server\/texts\//,
  /^src\/server\/emails\//,
  /^src\/server\/sandbox\/texts\//,
  /^src\/shared\/(brand|dataKindWords|notice|offerWords|plurals|russianFormats)\.ts$/,
];

it('only the text files contain Russian', () => {
  const offences = files
    .filter((file) => !TEXT_PLACES.some((place) => place.test(file.path)))
    .filter((file) => /[А-Яа-яЁё]/.test(withoutComments(file)))
    .map((file) => file.path);
  expect(offences).toEqual([]);
});

it('only one file contains the paths of the SPA', () => {
  const longPaths = Object.values(PATHS).filter((path) => path.length > 1);
  const offences = files
    .filter(({ path }) => !['src/web/navigation/paths.ts', 'src/shared/linkedPaths.ts'].includes(path))
    .flatMap((file) => {
      const code = withoutComments(file);
      const linked = Object.values({ ...LINKED_PATHS, ...STAFF_PATHS })
        .filter((path) => new RegExp(`(publicUrl|origin)\\}${path}\\b`, 'i').test(code))
        .map((path) => `${file.path}: ${path}`);
      if (!file.path.startsWith('src/web/')) return linked;
      return longPaths
        .filter((path) =>
          [`'${path}'`, `"${path}"`, `\`${path}\``, `'${path}?`, `\`${path}?`].some((text) =>
            code.includes(text),
          ),
        )
        .map((path) => `${file.path}: ${path}`);
    });
  expect(offences).toEqual([]);
});

it('has no barrel file and no file with a meaningless name', () => {
  const offences = files
    .map((file) => file.path)
    .filter((path) => /\/(index|utils?|helpers?|common|misc)\.tsx?$/.test(path) && !path.includes('/texts/'));
  expect(offences).toEqual([]);
});

it('disables no check and skips no test', () => {
  const forbidden = [
    /@ts-(ignore|nocheck|expect-error)/,
    /(eslint|oxlint|oxfmt|prettier)-(disable|ignore)/,
    /\bas unknown as\b/,
    /\bas any\b|: any\b|<any>/,
    /\b(it|test|describe)\.(skip|only|todo)\b/,
    /\bjest\.mock\(/,
    /dangerouslySetInnerHTML/,
    /\b(TODO|FIXME|XXX)\b/,
  ];
  const offences = textFiles('src', '__tests__')
    .filter((file) => !file.path.startsWith('__tests__/architecture/'))
    .flatMap((file) =>
      forbidden.filter((word) => word.test(file.text)).map((word) => `${file.path}: ${word.source}`),
    );
  expect(offences).toEqual([]);
});

/** Files outside the adapters that contain the name of a card provider, because its widget runs in the browser. */
const PROVIDER_FILES = [
  'src/shared/cloudPaymentsDeclines.ts',
  'src/shared/cloudPaymentsReceipt.ts',
  'src/shared/configuration.ts',
  'src/web/platform/cardWidget.ts',
  'src/web/platform/olderCardWidget.ts',
  'src/web/platform/openedPayment.ts',
  'src/web/platform/startCardWidget.ts',
  'src/web/platform/widgetReceipts.ts',
];

it('only adapters, configuration and sandbox contain the name of a card provider', () => {
  const offences = files
    .filter(({ path }) =>
      /^src\/(shared|web|server\/(domain|emails|http|outbox|ports|store|throttle|usecases|workers))\//.test(
        path,
      ),
    )
    .filter(({ path }) => !PROVIDER_FILES.includes(path))
    .filter(({ text }) => /cloud\W?payments|yoo\W?(kassa|money)/i.test(text))
    .map(({ path }) => path);
  expect(offences).toEqual([]);
});

it('every module starts with a doc comment', () => {
  const offences = files.filter(({ text }) => !text.startsWith('/**')).map((file) => file.path);
  expect(offences).toEqual([]);
});

it('cites only documents that are in the repository', () => {
  const offences = textFiles('src', '__tests__')
    .filter((file) => !file.path.startsWith('__tests__/architecture/'))
    .flatMap(
      (file) =>
        file.text
          .match(/\b(spec|design)(?:'s)?:?(?: sections?|, section| §) ?[\d.]+/gi)
          ?.map((cite) => `${file.path}: ${cite}`) ?? [],
    );
  expect(offences).toEqual([]);
});

/**
 * Former private words, which the project has replaced with standard terms. The test searches identifiers and file names
 * for these words.
 */
const OLD_WORDS = [
  'happening',
  'errand',
  'bent',
  'stranger',
  'kept',
  'look',
  'looked',
  'told',
  'duty',
  'tellSignIn',
  'tellRejection',
];

it('uses no old private words', () => {
  const old = new RegExp(
    `(?<![A-Za-z])(${OLD_WORDS.join('|')})s?(?![a-z])|(${OLD_WORDS.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('|')})s?(?![a-z])`,
    'g',
  );
  const offences = files.flatMap((file) => {
    const found = `${file.path}\n${withoutComments(file).replace(/'[^'\n]*'|`[^`]*`|"[^"\n]*"/g, '')}`.match(
      old,
    );
    return found === null ? [] : [`${file.path}: ${[...new Set(found)].join(', ')}`];
  });
  expect(offences).toEqual([]);
});
