import { Global, Module } from '@nestjs/common';
import { DatabaseClock } from './database-clock.js';
import { PrismaService } from './prisma.service.js';

@Global()
@Module({ providers: [DatabaseClock, PrismaService], exports: [DatabaseClock, PrismaService] })
export class DatabaseModule {}
