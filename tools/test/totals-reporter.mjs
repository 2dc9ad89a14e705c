/** Sends the totals of a jest run, and what failed, to the process that started it. */
export default class TotalsReporter {
  onRunComplete(_contexts, results) {
    process.send?.({
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      failedFiles: results.testResults.filter(hasFailed).map(failedFile),
    });
  }
}

const hasFailed = ({ numFailingTests, testExecError }) => numFailingTests > 0 || Boolean(testExecError);

/** A file that could not run at all has no failed tests: it counts as one failure. */
const failedFile = ({ testFilePath, numPassingTests, testResults }) => ({
  path: testFilePath,
  passed: numPassingTests,
  failedTests: testResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
});
