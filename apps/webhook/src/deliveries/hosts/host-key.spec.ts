import { hostOf, isLoopbackHost } from './host-key.js';

it('every spelling of a URL leads to one host', () => {
  const spellings = [
    'https://victim.example/',
    'https://VICTIM.example:8443/a?b',
    'https://victim.example./',
    'https://vict%69m.example/',
  ];
  expect(new Set(spellings.map(hostOf))).toEqual(new Set(['victim.example']));
  expect(new Set(['https://8.8.8.8/', 'https://134744072/', 'https://0x8.8.8.8/'].map(hostOf))).toEqual(
    new Set(['8.8.8.8']),
  );
});

it.each([
  ['http://127.0.0.1:3000/', true],
  ['http://127.8.8.8/', true],
  ['http://localhost./', true],
  ['http://[::1]:80/', true],
  ['https://127.0.0.1.example/', false],
  ['https://localhost.example/', false],
  ['https://8.8.8.8/', false],
])('%s is this machine: %s', (url, isLoopback) => {
  expect(isLoopbackHost(hostOf(url))).toBe(isLoopback);
});
