import { messageOf } from './message-of.js';

describe('messageOf', () => {
  it('is the message of an error, whatever its class', () => {
    expect(messageOf(new Error('the disk is full'))).toBe('the disk is full');
    expect(messageOf(new TypeError('not a function'))).toBe('not a function');
  });

  it('is empty where the message of an error is', () => {
    expect(messageOf(new Error())).toBe('');
  });

  it('is the text of anything else that was thrown', () => {
    expect(['no', 7, null, undefined].map(messageOf)).toEqual(['no', '7', 'null', 'undefined']);
  });
});
