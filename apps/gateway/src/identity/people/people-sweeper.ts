import { RecurringTask } from '@cds/work-queue';
import { Clock, ServiceLogger } from '@cds/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import { IDLE_SECONDS } from './sessions/browser-session.js';

const SWEEP_EVERY_MS = 600_000;

/** Removes what is over anyway: sessions, links and counts. Every copy does; the second finds nothing. */
@Injectable()
export class PeopleSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RecurringTask;

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    logger: ServiceLogger,
  ) {
    this.task = new RecurringTask(
      SWEEP_EVERY_MS,
      () => this.sweep(),
      (error) => logger.event('people.not_swept', { err: error }, 'warn'),
    );
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  async sweep(): Promise<void> {
    const now = this.clock.now();
    await this.prisma.personSession.deleteMany({
      where: { seenAt: { lte: new Date(now.getTime() - IDLE_SECONDS * 1_000) } },
    });
    await this.prisma.oneTimeToken.deleteMany({ where: { expiresAt: { lte: now } } });
    await this.prisma.attemptCount.deleteMany({ where: { expire: { lte: Date.now() } } });
  }
}
