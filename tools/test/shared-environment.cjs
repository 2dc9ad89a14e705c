// A test environment without a VM: test files run one after the other in the worker's own globals. What a file changed of
// those is put back when it is done.
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

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

const rememberDirectory = () => {
  const before = process.cwd();
  return () => process.chdir(before);
};

class SharedEnvironment {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig }) {
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

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    for (const restore of this.restore) restore();
  }
}

module.exports = SharedEnvironment;
