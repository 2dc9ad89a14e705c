const { createRequire } = require('node:module');
const { join } = require('node:path');
const { TestEnvironment } = require('jest-environment-node');

const requireOnce = createRequire(join(__dirname, '..', '..', 'apps', 'gateway', 'package.json'));

/** Node with native addons that the process loads once: Node 20 crashes when some of them are loaded again by the next test file. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.requireOnce = requireOnce;
  }
};
