import { storageUrl } from './storage-url.js';

const read = (text: string) => storageUrl.safeParse(text).data;

describe('where files are kept', () => {
  it('is a folder', () => {
    expect(read('file:///var/lib/catch%20data')).toEqual({ kind: 'disk', root: '/var/lib/catch data' });
  });

  it('is a bucket of S3', () => {
    expect(read('s3://photos')).toEqual({ kind: 's3', bucket: 'photos', prefix: '', region: 'us-east-1' });
    expect(read('s3://photos/a/b/?region=eu-west-1')).toEqual({
      kind: 's3',
      bucket: 'photos',
      prefix: 'a/b/',
      region: 'eu-west-1',
    });
  });

  it('is a bucket of another service', () => {
    expect(read('s3://photos?endpoint=https://minio.example:9000')).toMatchObject({
      bucket: 'photos',
      endpoint: 'https://minio.example:9000',
    });
  });

  it.each([
    '',
    'photos',
    '/var/lib',
    'file:///',
    'file://host/x',
    's3://',
    's3://b?regoin=x',
    's3://b?endpoint=nonsense',
    'https://b',
  ])('is not %j', (text) => {
    expect(storageUrl.safeParse(text).success).toBe(false);
  });
});
