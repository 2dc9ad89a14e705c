import { join } from 'node:path';
import { RunningStack } from '@cds/local/running-stack';
import { noteSecrets, OtlpReceiver, recordLogs } from '@cds/testing';

/** The whole product with two copies of catch and of webhook, and a collector of its traces. */
export class Product {
  private constructor(
    readonly stack: RunningStack,
    readonly collector: OtlpReceiver,
  ) {}

  static async start(): Promise<Product> {
    const collector = await OtlpReceiver.start();
    try {
      const environment = { LOG_LEVEL: 'info', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
      const stack = await RunningStack.start(['--copies', 'catch=2,webhook=2'], environment);
      const { api_key: key, reviewer_key: reviewerKey, database_url: databaseUrl } = stack.credentials;
      noteSecrets(key, reviewerKey, new URL(databaseUrl).password);
      return new Product(stack, collector);
    } catch (error) {
      await collector.stop();
      throw error;
    }
  }

  /** Hands the logs over to the search for secrets. */
  async stop(): Promise<void> {
    recordLogs(join(this.stack.folder, 'logs'));
    await this.stack.stop();
    await this.collector.stop();
  }
}
