import { newId } from '@cds/service-kit';
import { noteSecrets } from '@cds/testing';
import { Module } from '@nestjs/common';
import { PrismaService } from '../src/database/prisma.service.js';
import { addPerson } from '../src/identity/people/add-person.js';
import type { GatewayHarness } from './gateway.harness.js';

export const PASSWORD = 'a pike in the reeds';

/** Brings nobody of its own: the people who sign up and in are asked. */
@Module({})
export class RealPeopleModule {}

/** Somebody who can sign in with `PASSWORD`, of an account of their own. */
export const personWithPassword = async ({ service }: GatewayHarness, email: string) => {
  noteSecrets(PASSWORD);
  const prisma = service.app.get(PrismaService);
  const account = await prisma.account.create({ data: { id: newId('account'), name: 'Lake Travis Anglers' } });
  return addPerson(prisma, { accountId: account.id, email, password: PASSWORD });
};
