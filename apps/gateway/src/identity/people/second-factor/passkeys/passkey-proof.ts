import { Clock, ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { PrismaService } from '../../../../database/prisma.service.js';
import type { Passkey, Person, Prisma } from '../../../../generated/client.js';
import { CHALLENGE_MS, Challenges } from './challenges.js';
import { answerOf, assertionAnswer } from './passkey-answers.js';
import { RELYING_PARTY, type RelyingParty } from './relying-party.js';

type PasskeyWithPerson = Prisma.PasskeyGetPayload<{ include: { person: true } }>;

/** Finds out who is there by a passkey, whose owner the device has verified by a PIN, a finger or a face. */
@Injectable()
export class PasskeyProof {
  constructor(
    private readonly prisma: PrismaService,
    private readonly challenges: Challenges,
    private readonly clock: Clock,
    private readonly logger: ServiceLogger,
    @Inject(RELYING_PARTY) private readonly party: RelyingParty | null,
  ) {}

  /** What a page asks the browser for; null where there are no passkeys. Without a person, whichever one it has. */
  async options(
    request: FastifyRequest,
    personId: string | null,
  ): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
    if (!this.party) return null;
    const known = personId === null ? [] : await this.prisma.passkey.findMany({ where: { personId } });
    if (personId !== null && known.length === 0) return null;
    return generateAuthenticationOptions({
      rpID: this.party.id,
      challenge: Buffer.from(this.challenges.make(request, 'prove'), 'base64url'),
      timeout: CHALLENGE_MS,
      userVerification: 'required',
      allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
    });
  }

  /** The person whose passkey signed this browser's challenge; null for every other answer. */
  async personOf(request: FastifyRequest, text: string): Promise<Person | null> {
    const [challenge, answer] = [this.challenges.of(request, 'prove'), answerOf(assertionAnswer, text)];
    if (!this.party || challenge === null || answer === null) return null;
    const passkey = await this.prisma.passkey.findUnique({ where: { id: answer.id }, include: { person: true } });
    if (!passkey || !isOf(passkey, answer.response.userHandle)) return null;
    const counter = await this.verified(this.party, challenge, answer, passkey);
    if (counter === null) return null;
    return (await this.prisma.$transaction(
      async (tx) => (await this.challenges.spend(challenge, tx)) && (await this.noteUse(passkey.id, counter, tx)),
    ))
      ? passkey.person
      : null;
  }

  /** The new count of signatures; null when the signature, the origin, the device or the count is wrong. */
  private async verified(
    { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
    expectedChallenge: string,
    response: AuthenticationResponseJSON,
    { id, publicKey, counter, transports }: Passkey,
  ): Promise<number | null> {
    const credential = { id, publicKey: Uint8Array.from(publicKey), counter: Number(counter), transports };
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin,
        expectedRPID,
        credential,
      });
      return verified ? authenticationInfo.newCounter : null;
    } catch (error) {
      this.logger.event('passkey.refused', { passkey_id: id, reason: error instanceof Error ? error.message : null });
      return null;
    }
  }

  /**
   * False when another signature with this count, or a later one, came first: there are two of what cannot be copied.
   */
  private async noteUse(id: string, counter: number, tx: Prisma.TransactionClient): Promise<boolean> {
    const isNewer = counter === 0 ? { counter: 0 } : { counter: { lt: counter } };
    const { count } = await tx.passkey.updateMany({
      where: { id, ...isNewer },
      data: { counter, lastUsedAt: this.clock.now() },
    });
    return count === 1;
  }
}

const isOf = ({ personId }: PasskeyWithPerson, userHandle: string | undefined): boolean =>
  userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === personId;
