import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { valueOf } from './value-of.js';

describe('the value of a variable', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cds-value-of-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const fileWith = (text: string): string => {
    const file = join(folder, 'value');
    writeFileSync(file, text);
    return file;
  };

  it('is what the environment has', () => {
    expect(valueOf('NAME', { NAME: 'value' })).toBe('value');
  });

  it('is what the file has, without the line break at its end, when both are named', () => {
    expect(valueOf('NAME', { NAME: 'value', NAME_FILE: fileWith('of the file\n') })).toBe('of the file');
  });

  it('is undefined when it is not set or empty', () => {
    expect(valueOf('NAME', {})).toBeUndefined();
    expect(valueOf('NAME', { NAME: '' })).toBeUndefined();
    expect(valueOf('NAME', { NAME_FILE: '' })).toBeUndefined();
    expect(valueOf('NAME', { NAME: 'value', NAME_FILE: fileWith('\n') })).toBeUndefined();
  });

  it('is an error when the file is not there', () => {
    expect(() => valueOf('NAME', { NAME_FILE: join(folder, 'nowhere') })).toThrow('ENOENT');
  });
});
