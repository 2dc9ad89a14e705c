export * from './recurring-task.js';
