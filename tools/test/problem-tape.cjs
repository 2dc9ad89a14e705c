// Listens to the problems that services in the tests' process answer with. Examples in the API's reference were
// recorded so; each names the test that it came from, and that test fails when it is not answered so any more.
const { appendFileSync, existsSync, mkdirSync, readFileSync } = require('node:fs');
const { ServerResponse } = require('node:http');
const { Socket } = require('node:net');
const { join, relative } = require('node:path');
const { steady } = require('../problem-examples/public-form.mjs');

const ROOT = join(__dirname, '..', '..');
const EXAMPLES = join(ROOT, 'apps', 'gateway', 'data', 'problem-examples.json');

/** A folder: every problem that a test is answered is kept there, for `npm run problem-examples`. */
const KEEP = process.env.CDS_RECORD_PROBLEMS;

const examples = existsSync(EXAMPLES) ? JSON.parse(readFileSync(EXAMPLES, 'utf8')) : [];

const problemIn = (text) => {
  try {
    const body = JSON.parse(text);
    return typeof body?.code === 'string' && typeof body.request_id === 'string' ? body : undefined;
  } catch {
    return undefined;
  }
};

class ProblemTape {
  constructor(testPath) {
    this.from = relative(ROOT, testPath);
    this.examples = examples.filter(({ from }) => from === this.from);
    this.heard = [];
  }

  start() {
    const hear = (text, request) => {
      const body = problemIn(text);
      if (body) this.heard.push({ method: request.method ?? '', path: request.url ?? '', body });
    };
    const { end } = ServerResponse.prototype;
    ServerResponse.prototype.end = function (chunk, ...rest) {
      if (this.statusCode >= 400 && chunk?.length > 0) hear(String(chunk), this.req ?? {});
      return end.call(this, chunk, ...rest);
    };
    // What was not even HTTP is answered without a response of Node's.
    const { end: endSocket } = Socket.prototype;
    Socket.prototype.end = function (chunk, ...rest) {
      if (typeof chunk === 'string' && chunk.startsWith('HTTP/1.1 4')) hear(chunk.split('\r\n\r\n')[1], {});
      return endSocket.call(this, chunk, ...rest);
    };
    this.stop = () => {
      ServerResponse.prototype.end = end;
      Socket.prototype.end = endSocket;
    };
  }

  stop() {}

  begin() {
    this.heard = [];
  }

  /** What the test that has this name was shown to be answered, and was not. */
  missing(name) {
    if (KEEP) this.keep(name);
    const heard = new Set(this.heard.map(({ body }) => steady(body)));
    return this.examples.filter(({ test, problem }) => test === name && !heard.has(steady(problem)));
  }

  keep(test) {
    mkdirSync(KEEP, { recursive: true });
    const lines = this.heard.map((one) => `${JSON.stringify({ from: this.from, test, ...one })}\n`);
    appendFileSync(join(KEEP, `${process.pid}.jsonl`), lines.join(''));
  }
}

module.exports = ProblemTape;
