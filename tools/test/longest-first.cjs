const { default: Sequencer } = require('@jest/test-sequencer');

const KINDS = ['.e2e.spec.ts', '.int.spec.ts'];

const rankOf = ({ path }) => {
  const rank = KINDS.findIndex((ending) => path.endsWith(ending));
  return rank < 0 ? KINDS.length : rank;
};

/**
 * Starts what takes longest first, so that no worker is left alone with it at the end. jest knows how long files took only
 * after a first run, and goes by their size until then.
 */
class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

module.exports = LongestFirst;
