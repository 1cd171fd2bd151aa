/**
 * Lists the failed tests in the JSON reports of Jest and Playwright, each with the first lines of its error. CI shows only
 * the end of a long log, so `check.mjs` prints the list before the total.
 */

/** Number of lines of each error that are listed. */
const LINES = 25;

// The errors contain terminal colors.
const COLOR = /\u001B\[[\d;]*m/g;

const listed = (name, error) => {
  const lines = String(error ?? 'no error message')
    .replaceAll(COLOR, '')
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'));
  return [name, ...lines.slice(0, LINES).map((line) => `    ${line}`)].join('\n');
};

/** Returns the failed tests of a Jest report, and the suites that could not run. */
export function failedInJest({ testResults }) {
  return testResults.flatMap((suite) => {
    const failed = suite.assertionResults.filter(({ status }) => status === 'failed');
    if (suite.status === 'failed' && failed.length === 0) return [listed(suite.name, suite.message)];
    return failed.map((test) => listed(`${suite.name} › ${test.fullName}`, test.failureMessages[0]));
  });
}

/** Returns the failed tests of a Playwright report, and the errors outside of tests. */
export function failedInPlaywright({ suites, errors = [] }) {
  const ofSuite = (suite) => [
    ...(suite.suites ?? []).flatMap(ofSuite),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, results }) => {
          const failed = results.find(({ error }) => error !== undefined);
          return listed(
            `[${projectName}] ${spec.file}:${spec.line} › ${spec.title}`,
            failed?.error.stack ?? failed?.error.message,
          );
        }),
    ),
  ];
  return [
    ...suites.flatMap(ofSuite),
    ...errors.map(({ message }) => listed('outside of the tests', message)),
  ];
}
