import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { eventually, fact, type KafkaServer, memoryLogger, startKafka } from '@cds/testing';
import { Kafka, logLevel } from 'kafkajs';
import { connectionOptions, createKafka, EventPublisher, type KafkaConnection, withAdmin } from '../src/index.js';

const PASSWORD = 'only-for-this-test';
const folder = mkdtempSync(join(tmpdir(), 'cds-secured-broker-'));
const keystore = join(folder, 'broker.p12');
let broker: KafkaServer;
let ca: string;

const keytool = (...args: readonly string[]): string => {
  const home = process.env['JAVA_HOME'];
  return execFileSync(home ? join(home, 'bin', 'keytool') : 'keytool', args, { stdio: 'pipe', encoding: 'utf8' });
};

/** A certificate for 127.0.0.1 that signs itself: `keytool` comes with Java, which Kafka needs anyway. */
const makeCertificate = (): string => {
  const store = ['-keystore', keystore, '-storepass', PASSWORD, '-alias', 'broker'];
  const key = ['-keyalg', 'EC', '-groupname', 'secp256r1', '-validity', '2', '-storetype', 'PKCS12'];
  const names = ['-dname', 'CN=127.0.0.1', '-ext', 'san=ip:127.0.0.1'];
  keytool('-genkeypair', ...store, ...key, ...names);
  return keytool('-exportcert', '-rfc', ...store);
};

beforeAll(async () => {
  ca = makeCertificate();
  broker = await startKafka({ dataDir: join(folder, 'kafka'), settings: SETTINGS });
}, 90_000);
afterAll(async () => {
  await broker?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const SETTINGS = {
  // The name of the listener stays; what is spoken there is another protocol.
  'listener.security.protocol.map': 'PLAINTEXT:SASL_SSL,CONTROLLER:PLAINTEXT',
  'inter.broker.listener.name': 'PLAINTEXT',
  'sasl.mechanism.inter.broker.protocol': 'PLAIN',
  'sasl.enabled.mechanisms': 'PLAIN',
  'ssl.keystore.location': keystore,
  'ssl.keystore.password': PASSWORD,
  'ssl.keystore.type': 'PKCS12',
  'ssl.truststore.location': keystore,
  'ssl.truststore.password': PASSWORD,
  'ssl.truststore.type': 'PKCS12',
  'listener.name.plaintext.plain.sasl.jaas.config':
    'org.apache.kafka.common.security.plain.PlainLoginModule required ' +
    `username="broker" password="${PASSWORD}" user_broker="${PASSWORD}" user_catch="${PASSWORD}";`,
};

const connection = (over: Partial<KafkaConnection> = {}): KafkaConnection => ({
  brokers: broker.brokers,
  tls: { enabled: true, ca },
  sasl: { mechanism: 'plain', username: 'catch', password: PASSWORD },
  ...over,
});
const topics = (over: Partial<KafkaConnection> = {}) =>
  withAdmin(createKafka({ ...connection(over), clientId: 'tests', logger: memoryLogger() }), (admin) =>
    admin.listTopics(),
  );

describe('a broker that demands TLS and SASL', () => {
  test('takes events of a service that has both', async () => {
    const kafka = createKafka({ ...connection(), clientId: 'catch', logger: memoryLogger() });
    await withAdmin(kafka, (admin) => admin.createTopics({ topics: [{ topic: 'facts' }], waitForLeaders: true }));
    const publisher = new EventPublisher(kafka, memoryLogger());
    await eventually(() => publisher.publish('facts', [fact(1)]));
    await publisher.close();
    const offsets = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets('facts'));
    expect(offsets).toMatchObject([{ partition: 0, high: '1' }]);
  });

  test('refuses a wrong password', async () => {
    const sasl = { mechanism: 'plain' as const, username: 'catch', password: 'wrong' };
    await expect(topics({ sasl })).rejects.toThrow(/[Aa]uthentication/);
  });

  test('is refused when the authority that signed its certificate is not trusted', async () => {
    await expect(topics({ tls: { enabled: true } })).rejects.toThrow(/self.signed certificate/);
  });
});

describe('a broker that demands a client certificate', () => {
  let server: Server;
  beforeAll(async () => {
    const own = { pfx: readFileSync(keystore), passphrase: PASSWORD, requestCert: true, rejectUnauthorized: true };
    server = createServer(own).on('tlsClientError', () => undefined);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => void server.close());

  test('is reported with the settings that are missing and with what OpenSSL said', async () => {
    const brokers = [`127.0.0.1:${(server.address() as AddressInfo).port}`];
    const kafka = new Kafka({
      ...connectionOptions({ brokers, tls: { enabled: true, ca } }),
      retry: { retries: 0 },
      logLevel: logLevel.NOTHING,
    });
    await expect(kafka.admin().connect()).rejects.toThrow(
      /the broker asks for a client certificate: set KAFKA_TLS_CERTIFICATE and KAFKA_TLS_KEY \(.*certificate required/,
    );
  });
});

test('a SASL mechanism without a user is refused before any connection', () => {
  const incomplete = { brokers: ['127.0.0.1:1'], sasl: { mechanism: 'plain' as const } };
  expect(() => createKafka({ ...incomplete, clientId: 'tests' })).toThrow(
    'KAFKA_SASL_MECHANISM needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD.',
  );
});
