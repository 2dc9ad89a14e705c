import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { ConsumeEvents, createKafka, EventPublisher, KafkaTransport } from '../src/index.js';

@Controller()
class BoardsConsumer {
  @ConsumeEvents('catch.events')
  updateBoards(): Promise<void> {
    return Promise.resolve();
  }
}

@Controller()
class RecordsConsumer {
  @ConsumeEvents('catch.events')
  updateRecords(): Promise<void> {
    return Promise.resolve();
  }
}

@Module({ controllers: [BoardsConsumer, RecordsConsumer] })
class TwoConsumersModule {}

describe('a topic with two handlers in one service', () => {
  it('is refused at boot', async () => {
    const kafka = createKafka({ brokers: ['127.0.0.1:1'], clientId: 'leaderboard' });
    const pool = new pg.Pool();
    const strategy = new KafkaTransport({ kafka, service: 'leaderboard', pool, publisher: new EventPublisher(kafka) });
    const app = await NestFactory.createMicroservice(TwoConsumersModule, { strategy, logger: false });

    await expect(app.listen()).rejects.toThrow(
      'More than one handler consumes catch.events in leaderboard: a topic has one handler per service',
    );
    await app.close();
  });
});
