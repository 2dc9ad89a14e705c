// A test environment without a VM: test files run one after the other in the worker's own globals. What a file changed of
// those is put back when it is done.
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const ProblemTape = require('./problem-tape.cjs');

const remember = (object, key) => {
  const value = object[key];
  return () => {
    object[key] = value;
  };
};

const rememberEnvironment = () => {
  const before = { ...process.env };
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  };
};

const nameOf = (test) => (test.parent?.parent ? `${nameOf(test.parent)} ${test.name}` : test.name);

const rememberDirectory = () => {
  const before = process.cwd();
  return () => process.chdir(before);
};

class SharedEnvironment {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig }, { testPath }) {
    this.tape = new ProblemTape(testPath);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.restore = [
      remember(globalThis, 'console'),
      remember(process, 'exit'),
      remember(process, 'getBuiltinModule'),
      remember(Error, 'stackTraceLimit'),
      rememberEnvironment(),
      rememberDirectory(),
    ];
  }

  exportConditions() {
    return [];
  }

  getVmContext() {
    return null;
  }

  async setup() {
    this.tape.start();
  }

  handleTestEvent({ name, test }) {
    if (name === 'test_start') this.tape.begin();
    if (name !== 'test_done' || test.errors.length > 0) return;
    for (const { code } of this.tape.missing(nameOf(test)))
      test.errors.push(new Error(`The reference shows another answer as the example of ${code}: record it anew.`));
  }

  async teardown() {
    this.tape.stop();
    this.fakeTimersModern.dispose();
    for (const restore of this.restore) restore();
  }
}

module.exports = SharedEnvironment;
