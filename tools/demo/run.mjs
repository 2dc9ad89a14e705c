#!/usr/bin/env node
// `npm run demo`: plays the main story against the running stack.
import { onRuntime } from '../runtime.mjs';

await onRuntime();
const { main } = await import('./dist/main.js').catch(() => {
  console.error('Nothing is built yet. Start the stack first: npm start');
  process.exit(1);
});
process.exit(await main(process.argv.slice(2)));
