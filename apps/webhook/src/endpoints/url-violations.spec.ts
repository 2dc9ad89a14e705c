import { urlViolations } from './url-violations.js';

const production = { allowLoopback: false };
const development = { allowLoopback: true };

const verdict = (url: string, policy = production): 'fine' | 'invalid' | 'rejected' => {
  const { invalid, rejected } = urlViolations(url, policy);
  if (invalid.length > 0) return 'invalid';
  return rejected.length > 0 ? 'rejected' : 'fine';
};

describe('an endpoint URL', () => {
  it.each([
    'https://example.com',
    'https://example.com/hooks?tenant=1',
    'HTTPS://EXAMPLE.COM/',
    'https://example.com:8443/hooks',
    'https://example.com.:443/',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/',
    'https://under_score.example.com/',
    'https://8.8.8.8/hooks',
    'https://134744072/',
    'https://[2606:4700::1111]/hooks',
    'https://intranet/',
    'https://localhost.example.com/',
    'https://notlocalhost/',
  ])('%s is fine', (url) => expect(verdict(url)).toBe('fine'));

  it.each([
    ['ftp://example.com/', 'another scheme'],
    ['file:///etc/passwd', 'a file'],
    ['javascript:alert(1)', 'a script'],
    ['http://example.com/', 'no TLS'],
    ['//example.com/', 'no scheme'],
    ['example.com', 'no scheme'],
    ['https:example.com', 'no slashes'],
    ['https:/example.com', 'one slash'],
    ['https:///example.com', 'no host'],
    ['https://', 'no host'],
    ['https://?x', 'no host'],
    ['https://user@example.com/', 'a user'],
    ['https://user:pass@example.com/', 'a password'],
    ['https://@example.com/', 'empty user information'],
    ['https://example.com/#top', 'a fragment'],
    ['https://example.com/#', 'an empty fragment'],
    ['https://example.com:0/', 'port 0'],
    ['https://example.com:00/', 'port 0 in long'],
    ['https://example.com:65536/', 'a port too high'],
    ['https://example.com:http/', 'a named port'],
    ['https://exa mple.com/', 'a blank'],
    [' https://example.com/', 'a blank before'],
    ['https://example.com/\n', 'a line break after'],
    ['https://exam\tple.com/', 'a tab'],
    ['https://example.com\\@10.0.0.1/', 'a backslash'],
    ['https://a..b/', 'an empty label'],
    ['https://*/', 'a star'],
    ['https://-example.com/', 'a hyphen first'],
    [`https://${'a'.repeat(64)}.example/`, 'a label too long'],
    [`https://${'a.'.repeat(127)}example/`, 'a name too long'],
    ['https://1.2.3.4.5/', 'five numbers'],
    ['https://256.1.1.1/', 'a number too high'],
    ['https://[::1/', 'a bracket missing'],
    ['https://[fe80::1%25eth0]/', 'a zone'],
    ['https://[::g]/', 'no hexadecimal digit'],
    ['https://example.com%00/', 'a NUL'],
    ['', 'nothing'],
  ])('%j (%s) is invalid', (url) => expect(verdict(url)).toBe('invalid'));

  it.each([
    ['https://127.0.0.1/', 'loopback'],
    ['https://127.1/', 'shortened'],
    ['https://2130706433/', 'decimal'],
    ['https://0x7f000001/', 'hexadecimal'],
    ['https://0x7F.0.0.0x1/', 'mixed'],
    ['https://017700000001/', 'octal'],
    ['https://0177.0.0.01/', 'octal parts'],
    ['https://127.0.0.1./', 'with a dot after'],
    ['https://１２７.０.０.１/', 'full-width digits'],
    ['https://127。0。0。1/', 'ideographic dots'],
    ['https://%31%32%37.0.0.1/', 'percent-encoded'],
    ['https://①②⑦.0.0.1/', 'circled digits'],
    ['https://0/', 'this host, short'],
    ['https://0.0.0.0/', 'this host'],
    ['https://10.0.0.1/', 'private'],
    ['https://0xa.1/', 'private in hexadecimal'],
    ['https://167772161/', 'private in decimal'],
    ['https://192.168.0.1:8443/', 'private with a port'],
    ['https://172.16.5.4/', 'private'],
    ['https://100.64.1.1/', 'carrier-grade NAT'],
    ['https://169.254.169.254/latest/meta-data', 'metadata'],
    ['https://2852039166/', 'metadata in decimal'],
    ['https://0xA9FEA9FE/', 'metadata in hexadecimal'],
    ['https://0251.0376.0251.0376/', 'metadata in octal'],
    ['https://224.0.0.1/', 'multicast'],
    ['https://255.255.255.255/', 'broadcast'],
    ['https://[::1]/', 'loopback'],
    ['https://[0:0:0:0:0:0:0:1]/', 'loopback in long'],
    ['https://[::]/', 'unspecified'],
    ['https://[::ffff:127.0.0.1]/', 'mapped'],
    ['https://[::ffff:7f00:1]/', 'mapped in hexadecimal'],
    ['https://[::ffff:a9fe:a9fe]/', 'mapped metadata'],
    ['https://[64:ff9b::a00:1]/', 'NAT64'],
    ['https://[2002:7f00:1::]/', '6to4'],
    ['https://[fe80::1]/', 'link-local'],
    ['https://[fd00:ec2::254]/', 'unique local'],
    ['https://[ff02::1]/', 'multicast'],
    ['https://localhost/', 'localhost'],
    ['https://LOCALHOST/', 'localhost in capitals'],
    ['https://localhost./', 'localhost with a dot after'],
    ['https://ｌocalhost/', 'localhost in full width'],
    ['https://app.localhost/', 'below localhost'],
  ])('%s (%s) leads where no webhook may go', (url) => expect(verdict(url)).toBe('rejected'));

  it('has all its problems listed at once', () => {
    const { invalid, rejected } = urlViolations('http://u@10.0.0.1:0/#x', production);
    expect(invalid).toHaveLength(4);
    expect(rejected).toHaveLength(1);
  });
});

describe('an endpoint URL under the loopback flag', () => {
  it.each([
    'http://127.0.0.1:9000/hooks',
    'http://127.8.8.8/',
    'https://127.0.0.1/',
    'http://[::1]:9000/',
    'http://localhost:9000/',
    'http://2130706433/',
    'http://receiver.test/',
    'http://app.localhost:1/',
  ])('%s is fine', (url) => expect(verdict(url, development)).toBe('fine'));

  it.each(['http://8.8.8.8/', 'http://[2606:4700::1111]/'])('%s still needs TLS', (url) =>
    expect(verdict(url, development)).toBe('invalid'),
  );

  it.each([
    'https://10.0.0.1/',
    'https://169.254.169.254/',
    'https://0.0.0.0/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fe80::1]/',
  ])('%s stays forbidden', (url) => expect(verdict(url, development)).toBe('rejected'));
});
