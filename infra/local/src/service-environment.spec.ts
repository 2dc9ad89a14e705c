import { serviceEnvironment, type Surroundings } from './service-environment.js';

const around: Surroundings = {
  postgresUrl: 'postgresql://postgres:secret@127.0.0.1:5000/postgres',
  kafkaBrokers: ['a:1', 'b:2'],
  baseUrl: 'http://127.0.0.1:3000',
  dataDir: '/data',
  secrets: {
    postgres_password: 'secret',
    identity_secret: 'i',
    webhook_secret_key: 'local:w',
    oauth_secret_key: 'local:o',
    session_key: 's',
  },
  ports: { gateway: [3000], catch: [4001, 4002], species: [4003], leaderboard: [], webhook: [4004] },
};

describe('what a service is told', () => {
  it('is its own database and the common surroundings', () => {
    expect(serviceEnvironment('catch', around)).toEqual({
      PUBLIC_URL: 'http://127.0.0.1:3000',
      DATABASE_URL: 'postgresql://postgres:secret@127.0.0.1:5000/cds_catch',
      KAFKA_BROKERS: 'a:1,b:2',
      IDENTITY_SECRETS: 'i',
      STORAGE_URL: 'file:///data/storage',
    });
  });

  it('for the gateway, names every copy that runs', () => {
    const env = serviceEnvironment('gateway', around);
    expect(env['CATCH_URLS']).toBe('http://127.0.0.1:4001,http://127.0.0.1:4002');
    expect(env['SPECIES_URLS']).toBe('http://127.0.0.1:4003');
    expect(env).not.toHaveProperty('LEADERBOARD_URLS');
    expect(env).toMatchObject({ SESSION_KEYS: 's', MAIL_DIR: '/data/mail' });
    expect(env['OAUTH_SECRET_KEYS']).toBe('local:o');
  });

  it('for webhooks, lets them go to this machine', () => {
    expect(serviceEnvironment('webhook', around)).toMatchObject({
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      WEBHOOK_SECRET_KEYS: 'local:w',
    });
  });
});
