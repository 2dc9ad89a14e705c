import { describe, expect, it } from '@jest/globals';
import { isApiTarget, originForm, parseApiPath } from './api-path.js';

describe('a request target', () => {
  it.each([
    '/v1',
    '/v1/catches',
    '/v1?x',
    '/api',
    '/api/',
    '/api/v1/catches',
    '/api/v2',
    '/.well-known/webhook-keys',
    '/.well-known/webhook-keys?x',
  ])('%s belongs to the API', (target) => {
    expect(isApiTarget(target)).toBe(true);
  });

  it.each([
    '/',
    '',
    '*',
    '/v10',
    '/apis',
    '/problems',
    '/health/live',
    '/.well-known/oauth-authorization-server',
    '//v1/catches',
    'http://a/v1/catches',
  ])('%j does not', (target) => {
    expect(isApiTarget(target)).toBe(false);
  });

  it.each([
    ['http://a/v1/catches?a=http://b/', '/v1/catches?a=http://b/'],
    ['HTTPS://a:8443/api/v1/catches', '/api/v1/catches'],
    ['http://a', '/'],
    ['http://a?x', '/?x'],
    ['/v1/catches?u=http://a/', '/v1/catches?u=http://a/'],
    ['//a/v1/catches', '//a/v1/catches'],
    ['*', '*'],
    ['', ''],
  ])('%j has the origin form %j', (target, form) => {
    expect(originForm(target)).toBe(form);
  });

  it('is taken apart into prefix, path and query', () => {
    expect(parseApiPath('/api/v1/catches?a=%2F&b=/api/')).toEqual({
      prefix: '/api',
      path: '/v1/catches',
      query: '?a=%2F&b=/api/',
    });
    expect(parseApiPath('/v1/catches')).toEqual({ prefix: '', path: '/v1/catches', query: '' });
  });

  it('loses its prefix once', () => {
    expect(parseApiPath('/api/api/v1/catches')).toEqual({ prefix: '/api', path: '/api/v1/catches', query: '' });
  });
});
