import { readArguments, UsageError } from './cli-arguments.js';

describe('the command line', () => {
  it('names a command, an app and a server', () => {
    expect(readArguments(['deploy', '--app', 'catch', '--url', 'postgresql://db'])).toEqual({
      help: false,
      command: 'deploy',
      name: '',
      app: 'catch',
      url: 'postgresql://db',
      serviceRoles: false,
    });
  });

  it('means all apps when it names none', () => {
    expect(readArguments(['status'])).toMatchObject({ command: 'status', app: 'all' });
  });

  it('asks for help', () => {
    expect(readArguments(['--help'])).toEqual({ help: true });
  });

  it.each([
    [[], 'Which command?'],
    [['frob'], 'There is no command "frob".'],
    [['create', '--app', 'catch'], 'A new migration needs a name'],
    [['create', 'photos'], 'A new migration belongs to one app'],
    [['deploy', 'catch'], 'Too many arguments: catch.'],
    [['create', 'photos', 'more', '--app', 'catch'], 'Too many arguments: more.'],
    [['status', '--service-roles'], '--service-roles belongs to deploy.'],
    [['deploy', '--frob'], "Unknown option '--frob'"],
  ])('of %j is refused', (argv, message) => {
    expect(() => readArguments(argv)).toThrow(new RegExp(message.replace(/[.?]/g, '\\$&')));
    expect(() => readArguments(argv)).toThrow(UsageError);
  });
});
