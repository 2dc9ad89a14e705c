import { Controller, Get, Header, HttpCode, Post, Query } from '@nestjs/common';
import { identityHeaders, testCaller } from '@cds/testing/identity';
import { matchesTag } from '../src/index.js';
import { type Harness, SERVICE, startHarness } from './kit.harness.js';

@Controller('v1/flies')
class FliesController {
  @Get()
  list(@Query('color') color = 'red'): unknown {
    return [{ color }];
  }

  @Get('one')
  @Header('etag', '"7.abc"')
  one(@Query('fields') fields = 'all'): unknown {
    return { fields };
  }

  @Get('broken')
  broken(): never {
    throw new Error('broken');
  }

  @Post()
  @HttpCode(200)
  make(): unknown {
    return {};
  }
}

let service: Harness;
beforeAll(async () => {
  service = await startHarness([FliesController]);
});
afterAll(() => service.stop());

const call = (path: string, ifNoneMatch?: string, method = 'GET') =>
  fetch(`${service.url}${path}`, {
    method,
    headers: {
      ...identityHeaders(SERVICE, testCaller()),
      ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    },
  });
const tagOf = async (path: string): Promise<string> => (await call(path)).headers.get('etag') ?? 'none';

describe('the tag of a read', () => {
  it('is that of its body and its address, so that a tag of one address is of no use at another', async () => {
    expect(await tagOf('/v1/flies')).toMatch(/^"[\w-]{27}\.[\w-]{11}"$/);
    expect(await tagOf('/v1/flies')).toBe(await tagOf('/v1/flies'));
    expect(await tagOf('/v1/flies')).not.toBe(await tagOf('/v1/flies?color=red'));
    expect(await tagOf('/v1/flies')).not.toBe(await tagOf('/v1/flies?color=green'));
  });

  it('is the handler’s own, with a suffix where the query may show something else', async () => {
    expect(await tagOf('/v1/flies/one')).toBe('"7.abc"');
    expect(await tagOf('/v1/flies/one?fields=a')).toMatch(/^"7\.abc\.[\w-]{27}"$/);
    expect(await tagOf('/v1/flies/one?fields=a')).not.toBe(await tagOf('/v1/flies/one?fields=b'));
    expect(await tagOf('/v1/flies/one?fields=a')).not.toBe(await tagOf('/v1/flies/one?fields=a&fields=a'));
  });

  it('is on no problem and on no other method', async () => {
    expect((await call('/v1/flies/broken')).headers.has('etag')).toBe(false);
    expect((await call('/v1/flies', undefined, 'POST')).headers.has('etag')).toBe(false);
    expect((await call('/health/live')).headers.has('etag')).toBe(false);
  });
});

describe('If-None-Match', () => {
  it.each(['GET', 'HEAD'])('is a 304 without body or type to %s when it has the tag', async (method) => {
    const tag = await tagOf('/v1/flies');
    const answer = await call('/v1/flies', tag, method);
    expect({
      status: answer.status,
      text: await answer.text(),
      tag: answer.headers.get('etag'),
      type: answer.headers.get('content-type'),
    }).toEqual({ status: 304, text: '', tag, type: null });
  });

  it.each(['W/"7.abc"', '"x", "7.abc"', '"x",W/"7.abc","y"', '*', ' * '])('%s has the tag', async (header) => {
    expect((await call('/v1/flies/one', header)).status).toBe(304);
  });

  it.each(['"7"', '7.abc', '""', '', '"7.abc', '"x"7.abc'])('%j has it not', async (header) => {
    expect((await call('/v1/flies/one', header)).status).toBe(200);
  });

  it('changes nothing of another method or of a problem', async () => {
    expect((await call('/v1/flies', '*', 'POST')).status).toBe(200);
    expect((await call('/v1/flies/nowhere', '*')).status).toBe(404);
  });
});

describe('If-Match', () => {
  it.each(['"7"', '"x", "7"', '*', '"7.suffix"', '"7.with.two"'])('%s holds for the state "7"', (header) => {
    expect(matchesTag(header, '"7"')).toBe(true);
  });

  it.each(['"8"', 'W/"7"', '"71"', '7', '', '"x,7"', '"8.7"'])('%j does not', (header) => {
    expect(matchesTag(header, '"7"')).toBe(false);
  });
});
