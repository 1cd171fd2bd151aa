/** What a statement of the specification is, and how the tables name the tests that show it. */

export const COVERED_SECTIONS = [2, 4, 5, 6, 7, 8, 9] as const;
export type CoveredSection = (typeof COVERED_SECTIONS)[number];

/** One test, or one `describe` with all that stands in it. */
export interface Proof {
  /** Path from the repository's root. */
  file: string;
  /**
   * Titles from the outermost `describe` or test inwards, joined by ` > `, each as it is written in
   * the file: for an `it.each` the template, for a template string its source.
   */
  title: string;
  /** Of a table-driven test, the row that is meant, as it stands in the file. */
  row?: string;
}

export interface SpecStatement {
  section: CoveredSection;
  /** The specification's words, shortened where it rambles. */
  statement: string;
  tests: readonly Proof[];
}

export type Row = readonly [statement: string, ...tests: Proof[]];

/** Names tests of one file below `__tests__`. */
export const testsOf =
  (file: string) =>
  (title: string, row?: string): Proof => ({
    file: `__tests__/${file}`,
    title,
    ...(row === undefined ? {} : { row }),
  });

/** The statements of all sections as one list; a section cannot be forgotten. */
export const coverageOf = (sections: Readonly<Record<CoveredSection, readonly Row[]>>): SpecStatement[] =>
  COVERED_SECTIONS.flatMap((section) =>
    sections[section].map(([statement, ...tests]) => ({ section, statement, tests })),
  );

// Tests of what customers and staff have in common.
export const constants = (row: string) => testsOf('shared/constants.test.ts')('%s is %p', row);
export const route = (row: string) => testsOf('web/navigation/nextRoute.test.ts')('%j leads to %j', row);
export const guard = (row: string) => testsOf('web/routes/guards.test.ts')('%s with %j: %s', row);
export const routesOf = (row?: string) =>
  testsOf('web/routes/guards.test.ts')('guards by %s exactly its routes', row);
export const baseQuery = testsOf('web/api/baseQuery.test.ts');
export const callHelper = testsOf('web/api/callServer.test.ts');
export const onTheWire = testsOf('web/api/specCalls.test.ts');
export const toasts = testsOf('web/components/toasts/ToastHost.test.tsx');
export const serverDevices = testsOf('server/usecases/customer/devices.test.ts');
export const permissions = testsOf('server/http/authorisationMatrix.test.ts');
