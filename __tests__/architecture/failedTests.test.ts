/** Tests the list of failed tests that CI prints before the total. */
import { failedInJest, failedInPlaywright } from '../../.ci/failedTests.mjs';

const STACK = '\u001B[31mError: expected 2\u001B[39m\n    at a.test.ts:3:1\n    at /x/node_modules/y.js:1:1';

it('lists failed tests of Jest, and suites that could not run', () => {
  const failed = { status: 'failed', fullName: 'adds up', failureMessages: [STACK] };
  const passed = { status: 'passed', fullName: 'subtracts', failureMessages: [] };
  const report = {
    testResults: [
      { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [failed, passed] },
      { name: 'b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    ],
  };
  expect(failedInJest(report)).toEqual([
    'a.test.ts › adds up\n    Error: expected 2\n        at a.test.ts:3:1',
    'b.test.ts\n    Cannot find module',
  ]);
});

it('lists failed tests of Playwright in nested suites, and errors outside of tests', () => {
  const spec = (title: string, status: string, results: object[]) => ({
    title,
    file: 'a.test.ts',
    line: 3,
    tests: [{ projectName: 'phone', status, results }],
  });
  const failed = spec('opens', 'unexpected', [{ error: { message: 'expected 2', stack: STACK } }]);
  const report = {
    suites: [{ specs: [spec('closes', 'expected', [{}])], suites: [{ specs: [failed] }] }],
    errors: [{ message: 'No tests found' }],
  };
  expect(failedInPlaywright(report)).toEqual([
    '[phone] a.test.ts:3 › opens\n    Error: expected 2\n        at a.test.ts:3:1',
    'outside of the tests\n    No tests found',
  ]);
});
