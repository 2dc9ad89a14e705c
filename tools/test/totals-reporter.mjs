/**
 * Tells the totals of a jest run to the process that started it. A test file that could not run counts as one failure.
 */
export default class TotalsReporter {
  onRunComplete(_contexts, results) {
    process.send?.({
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    });
  }
}
