import { isLocalPath } from './local-path.js';

describe('a path to go on to', () => {
  it.each(['/', '/account', '/oauth/authorize?client_id=app_1&state=a%20b#top', '/a//b'])('may be %s', (path) => {
    expect(isLocalPath(path)).toBe(true);
    expect(new URL(path, 'https://here.example').origin).toBe('https://here.example');
  });

  it.each([
    '',
    'account',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/a\\b',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /a',
    'javascript:alert(1)',
    '/ä',
  ])('is never %j', (path) => expect(isLocalPath(path)).toBe(false));

  it('has 2,000 characters at most', () => {
    expect(isLocalPath(`/${'a'.repeat(1_999)}`)).toBe(true);
    expect(isLocalPath(`/${'a'.repeat(2_000)}`)).toBe(false);
  });
});
