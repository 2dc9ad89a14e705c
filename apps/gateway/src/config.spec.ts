import { loadConfig } from '@cds/service-kit';
import { settings } from './config.js';

const read = (env: NodeJS.ProcessEnv) => () => loadConfig({ mail: settings.mail, provider: settings.provider }, env);

describe('the address of an outside provider', () => {
  it.each(['127.0.0.1', '://', 'http://a b/'])('is refused by name when it is malformed: %s', (url) => {
    expect(read({ OAUTH_PROVIDER_TOKEN_URL: url, MAIL_FROM: 'abc' })).toThrow(
      /^The configuration has 2 problems:\n[^]*OAUTH_PROVIDER_TOKEN_URL is ".*": must be a URL that begins with https:/,
    );
  });

  it('is refused when it is http beyond this machine', () => {
    expect(read({ OAUTH_PROVIDER_TOKEN_URL: 'http://login.example.com' })).toThrow('http is for loopback alone');
  });

  it.each(['https://login.example.com/token', 'http://127.0.0.1:1/token'])('may be %s', (url) => {
    expect(read({ OAUTH_PROVIDER_TOKEN_URL: url })().provider.tokenUrl).toBe(url);
  });
});

describe('the sender of mails', () => {
  it.each(['abc', 'a@b\r\nBcc: c@d', 'Name\n<a@b>', 'a@b, c@d', 'Name a@b', '<a@b> <c@d>'])('is not %j', (from) => {
    expect(read({ MAIL_FROM: from })).toThrow('MAIL_FROM is');
  });

  it.each(['no-reply@example.com', 'Catch Data <no-reply@example.com>', '"Data, Catch" <a@b>', '<a@b>'])(
    'may be %j',
    (from) => expect(read({ MAIL_FROM: from })().mail.from).toBe(from),
  );

  it('has a default', () => {
    expect(read({})().mail.from).toBe('Catch Data Service <no-reply@localhost>');
  });
});
