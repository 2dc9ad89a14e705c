import { expect, it, jest } from '@jest/globals';
import type { Dispatcher } from 'undici';
import { admitted, routeTo } from '../../../test/proxied-request.builders.js';
import { UpstreamCopy } from '../upstreams/upstream-copy.js';
import { Attempt } from './attempt.js';

const CONTROLLER = { pause: () => undefined, resume: () => undefined } as unknown as Dispatcher.DispatchController;
const HEADERS = { 'content-type': 'application/json', 'content-length': '2' };

const begun = () => {
  const request = admitted(routeTo());
  const { response } = request;
  response.write = jest.fn(() => true);
  response.end = jest.fn(() => response);
  const copy = new UpstreamCopy('http://127.0.0.1:1');
  const onAnswer = jest.fn(() => true);
  const attempt = new Attempt(request, copy, { onAnswer, onFailure: () => undefined });
  return { request, response, copy, onAnswer, attempt };
};

it('passes an answer on', () => {
  const { response, attempt } = begun();
  attempt.onResponseStart(CONTROLLER, 200, HEADERS);
  attempt.onResponseData(CONTROLLER, Buffer.from('{}'));
  attempt.onResponseEnd();
  expect(response.write).toHaveBeenCalledWith(Buffer.from('{}'));
  expect(response.end).toHaveBeenCalledTimes(1);
});

it('passes nothing on of an answer to a request that is over, and counts it as answered', () => {
  const { request, response, copy, onAnswer, attempt } = begun();
  request.isOver = true;
  attempt.onResponseStart(CONTROLLER, 200, HEADERS);
  attempt.onResponseData(CONTROLLER, Buffer.from('{}'));
  attempt.onResponseEnd();
  expect(onAnswer).not.toHaveBeenCalled();
  expect(response.headersSent).toBe(false);
  expect(copy.running).toBe(0);
});

it('writes nothing more once the request is over', () => {
  const { request, response, attempt } = begun();
  attempt.onResponseStart(CONTROLLER, 200, HEADERS);
  request.isOver = true;
  attempt.onResponseData(CONTROLLER, Buffer.from('{}'));
  attempt.onResponseEnd();
  expect(response.headersSent).toBe(false);
  expect(response.write).not.toHaveBeenCalled();
  expect(response.end).not.toHaveBeenCalled();
});
