import { Clock, ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { PrismaService } from '../../../../database/prisma.service.js';
import type { Passkey, Person, Prisma } from '../../../../generated/client.js';
import { CHALLENGE_MS, Challenges } from './challenges.js';
import { answerOf, registrationAnswer } from './passkey-answers.js';
import { RELYING_PARTY, type RelyingParty } from './relying-party.js';

/** Ed25519, ES256 and RS256 (COSE), which every authenticator has one of. */
const ALGORITHMS = [-8, -7, -257];

/** Most passkeys of a person. */
export const MAX_PASSKEYS = 20;

/** A passkey that the browser made for a person, and nobody has stored yet. */
export type NewPasskey = Pick<Passkey, 'id' | 'personId' | 'publicKey' | 'counter' | 'transports'> & {
  readonly challenge: string;
};

/** Makes passkeys: with a new device or password manager each, whose maker is not asked for. */
@Injectable()
export class PasskeyRegistration {
  constructor(
    private readonly prisma: PrismaService,
    private readonly challenges: Challenges,
    private readonly clock: Clock,
    private readonly logger: ServiceLogger,
    @Inject(RELYING_PARTY) private readonly party: RelyingParty | null,
  ) {}

  /** What a page asks the browser for; null where there are no passkeys, and for who has enough. */
  async options(
    request: FastifyRequest,
    { id: personId, email }: Person,
  ): Promise<PublicKeyCredentialCreationOptionsJSON | null> {
    const known = await this.prisma.passkey.findMany({ where: { personId } });
    if (!this.party || known.length >= MAX_PASSKEYS) return null;
    return generateRegistrationOptions({
      rpName: this.party.name,
      rpID: this.party.id,
      userName: email,
      userDisplayName: email,
      userID: Uint8Array.from(Buffer.from(personId)),
      challenge: Uint8Array.from(Buffer.from(this.challenges.make(request, 'register'), 'base64url')),
      timeout: CHALLENGE_MS,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
  }

  /** The passkey that the browser made for this page's challenge; null for every other answer. */
  async verified(request: FastifyRequest, personId: string, text: string): Promise<NewPasskey | null> {
    const [challenge, answer] = [this.challenges.of(request, 'register'), answerOf(registrationAnswer, text)];
    if (!this.party || challenge === null || answer === null) return null;
    const made = await this.verify(this.party, challenge, answer);
    if (!made) return null;
    const { id, publicKey, counter } = made;
    const transports = answer.response.transports ?? [];
    return { id, personId, publicKey: Uint8Array.from(publicKey), counter: BigInt(counter), transports, challenge };
  }

  /** False when the challenge was used before, the passkey is somebody's already, or the person has enough. */
  async store({ challenge, ...passkey }: NewPasskey, name: string, tx: Prisma.TransactionClient): Promise<boolean> {
    const { personId } = passkey;
    if (!(await this.challenges.spend(challenge, tx))) return false;
    if ((await tx.passkey.count({ where: { personId } })) >= MAX_PASSKEYS) return false;
    const data = [{ ...passkey, publicKey: Uint8Array.from(passkey.publicKey), name, createdAt: this.clock.now() }];
    return (await tx.passkey.createMany({ data, skipDuplicates: true })).count === 1;
  }

  private async verify(
    { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
    expectedChallenge: string,
    response: RegistrationResponseJSON,
  ) {
    try {
      const { registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge,
        expectedOrigin,
        expectedRPID,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      return registrationInfo?.credential ?? null;
    } catch (error) {
      this.logger.event('passkey.refused', { reason: error instanceof Error ? error.message : null });
      return null;
    }
  }
}
