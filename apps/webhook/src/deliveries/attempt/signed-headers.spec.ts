import { spawnSync } from 'node:child_process';
import { verifyAsync } from '@noble/ed25519';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import tweetnacl from 'tweetnacl';
import { blockOf, type Vector, VECTORS } from '../../../test/webhooks-page.js';
import { EXAMPLE_KEY } from '../../signing/example-key.js';
import { signingKeyView } from '../../signing/signing-key-view.js';
import { newPrivateJwk, signingKeyOf } from '../../signing/signing-key.js';
import { signedHeaders, signHeaders } from './signed-headers.js';

const MESSAGE_ID = 'msg_01kasvz7j2k0x6v8b3r9s1t5w7';
const BODY = '{"id":"evt_1","type":"catch.created","data":{"notes":"Brême 🎣"}}';
const SECRETS = ['one', 'two'].map((name) => `whsec_${Buffer.from(name.repeat(11)).toString('base64')}`);
const { kid, jwk } = newPrivateJwk();
const key = signingKeyOf(kid, jwk, new Date());
const headers = signedHeaders(MESSAGE_ID, BODY, { secrets: SECRETS, key }, new Date());

const asymmetric = (signatures: string): Buffer => {
  const [, one = ''] = /(?:^| )v1a,(\S+)/.exec(signatures) ?? [];
  return Buffer.from(one, 'base64');
};
const signedText = (sent: Readonly<Record<string, string>>, body: string): Buffer =>
  Buffer.from(`${sent['webhook-id']}.${sent['webhook-timestamp']}.${body}`);
const rawKey = ({ key: whpk }: Vector): Buffer => Buffer.from(whpk.slice('whpk_'.length), 'base64');

describe('a signed message', () => {
  it('has a signature for each secret, and one by the key of the service', () => {
    expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44} v1a,\S{88}$/);
    expect(headers['webhook-id']).toBe(MESSAGE_ID);
  });

  it.each(SECRETS)('verifies with standardwebhooks and svix by %s', (secret) => {
    expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(() => void new SvixWebhook(secret).verify(BODY, headers)).not.toThrow();
    expect(() => void new SvixWebhook(secret).verify(`${BODY} `, headers)).toThrow();
  });

  it('verifies with @noble/ed25519 and tweetnacl, and not when a byte differs', async () => {
    const signature = asymmetric(headers['webhook-signature'] ?? '');
    const [text, other] = [signedText(headers, BODY), signedText(headers, `${BODY} `)];
    expect(await verifyAsync(signature, text, key.publicKey)).toBe(true);
    expect(await verifyAsync(signature, other, key.publicKey)).toBe(false);
    expect(tweetnacl.sign.detached.verify(text, signature, key.publicKey)).toBe(true);
    expect(tweetnacl.sign.detached.verify(other, signature, key.publicKey)).toBe(false);
  });
});

describe.each(VECTORS)('the published vector of $name', (vector) => {
  it('is what the service sends', async () => {
    const at = new Date(Number(vector['webhook-timestamp']) * 1_000);
    const signers = { ...vector, key: EXAMPLE_KEY };
    const sent = await signHeaders(vector['webhook-id'], vector.body, signers, at);
    expect(sent).toEqual(signedHeaders(vector['webhook-id'], vector.body, signers, at));
    expect(sent).toMatchObject({
      'webhook-timestamp': vector['webhook-timestamp'],
      'webhook-signature': vector['webhook-signature'],
    });
    expect(signingKeyView(EXAMPLE_KEY).whpk).toBe(vector.key);
  });

  it('verifies with @noble/ed25519 and tweetnacl', async () => {
    const { body, name: _name, secrets: _secrets, ...sent } = vector;
    const signature = asymmetric(vector['webhook-signature']);
    expect(await verifyAsync(signature, signedText(sent, body), rawKey(vector))).toBe(true);
    expect(tweetnacl.sign.detached.verify(signedText(sent, body), signature, rawKey(vector))).toBe(true);
  });
});

const KEY_CHECK = `
import sys
for vector in json.loads(sys.stdin.read()):
    signed = f"{vector['webhook-id']}.{vector['webhook-timestamp']}.{vector['body']}".encode()
    [signature] = [one[4:] for one in vector["webhook-signature"].split(" ") if one.startswith("v1a,")]
    keys = [{"whpk": vector["key"]}]
    raw = base64.b64decode(signature)
    print(is_signed(keys, raw, signed), is_signed(keys, raw, signed + b" "))
`;

const TYPESCRIPT_CHECK = `
import { readFileSync } from 'node:fs';
const { args, other } = JSON.parse(readFileSync(0, 'utf8'));
const answerOf = (...given: any[]) => {
  try {
    return (CALLED as any)(...given);
  } catch (error) {
    return { refused: String(error) };
  }
};
console.log(JSON.stringify([answerOf(...args), answerOf(...other)]));
`;

const PYTHON_CHECK = `
import json
import sys

def answer_of(given):
    try:
        return CALLED(*given)
    except Exception as error:
        return {"refused": str(error)}

asked = json.loads(sys.stdin.read())
print(json.dumps([answer_of(asked["args"]), answer_of(asked["other"])]))
`;

/** Runs a program and answers what it printed. */
const printed = (command: string, args: string[], input: string): string => {
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8', cwd: import.meta.dirname });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};

/** Calls a recipe with the message, and with one whose body was changed. */
const answersOf = (recipe: string, language: 'ts' | 'python', called: string, firstArgument: unknown): unknown => {
  const [check, command, flags] =
    language === 'ts'
      ? [TYPESCRIPT_CHECK, process.execPath, ['--input-type=module-typescript', '--eval']]
      : [PYTHON_CHECK, 'python3', ['-c']];
  const program = `${blockOf(recipe, language)}\n${check.replace('CALLED', called)}`;
  const asked = { args: [firstArgument, BODY, headers], other: [firstArgument, `${BODY} `, headers] };
  return JSON.parse(printed(command, [...flags, program], JSON.stringify(asked)));
};

const ACCEPTED = [JSON.parse(BODY), { refused: expect.any(String) as string }];

describe('the recipes of the documentation', () => {
  it('verify by secret in TypeScript', () => {
    expect(answersOf('TypeScript', 'ts', 'eventOf', SECRETS[1])).toEqual(ACCEPTED);
  });

  it('verify by public key in TypeScript', () => {
    expect(answersOf('TypeScript, by public key', 'ts', 'eventByKey', [signingKeyView(key)])).toEqual(ACCEPTED);
  });
});

const python = (code: string): boolean => spawnSync('python3', ['-c', code]).status === 0;
const itWith = (what: string, code: string): ((name: string, test: () => void) => void) =>
  python(code) ? it : (name, test) => it.skip(`${name} (${what} is not installed)`, test);
const itWithCryptography = itWith('python3 with cryptography', 'import cryptography');

describe('the recipes of the documentation, in Python', () => {
  itWith('python3 with standardwebhooks', 'import standardwebhooks')('verify by secret', () => {
    expect(answersOf('Python', 'python', 'event_of', SECRETS[1])).toEqual(ACCEPTED);
  });

  itWithCryptography('verify by public key', () => {
    expect(answersOf('Python, by public key', 'python', 'event_by_key', [signingKeyView(key)])).toEqual(ACCEPTED);
  });

  itWithCryptography('verify each published vector', () => {
    const program = `${blockOf('Python, by public key', 'python')}\n${KEY_CHECK}`;
    expect(printed('python3', ['-c', program], JSON.stringify(VECTORS))).toBe('True False\n'.repeat(VECTORS.length));
  });
});
