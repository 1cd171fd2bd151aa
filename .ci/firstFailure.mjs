/** A Jest reporter that prints the duration of each passed suite, in ms, and ends the run at the first failed test. */
export default class FirstFailure {
  onTestCaseResult(_test, { status, fullName }) {
    if (status === 'failed') this.#end(fullName);
  }

  onTestResult(test, { testExecError, perfStats }) {
    if (testExecError) this.#end(`${test.path} does not run`);
    process.stdout.write(`passed in ${perfStats.runtime} ms: ${test.path}\n`);
  }

  #end(name) {
    process.stdout.write(`failed: ${name}\n`, () => process.exit(1));
  }
}
