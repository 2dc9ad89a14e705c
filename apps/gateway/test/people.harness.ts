import { Injectable, Module } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type SignedIn, SignIns } from '../src/identity/people/sign-ins.js';

/** People of tests, by their ids. */
export const testPeople = new Map<string, SignedIn>();

/** Takes the cookie `person` at its word. */
@Injectable()
class TestSignIns extends SignIns {
  current({ headers: { cookie = '' } }: FastifyRequest): Promise<SignedIn | null> {
    return this.person(/(?:^|; )person=([^;]*)/.exec(cookie)?.[1] ?? '');
  }

  isFresh({ signedInAt }: SignedIn): boolean {
    return signedInAt === null || Date.now() - signedInAt.getTime() < 900_000;
  }

  person(personId: string): Promise<SignedIn | null> {
    return Promise.resolve(testPeople.get(personId) ?? null);
  }

  pageFor(returnTo: string): string {
    return `/test-sign-in?${new URLSearchParams({ returnTo }).toString()}`;
  }
}

@Module({ providers: [{ provide: SignIns, useClass: TestSignIns }], exports: [SignIns] })
export class TestPeopleModule {}
