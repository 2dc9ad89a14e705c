import { passwordFault } from './password-rules.js';

const faultOf = (password: string): string | null => passwordFault(password, 'Jo@Example.com');

describe('a new password', () => {
  it('has 10 characters or more', () => {
    expect(faultOf('xk2-vw9-q')).toBe('must have at least 10 characters');
    expect(faultOf('xk2-vw9-qz')).toBeNull();
  });

  it('has 200 characters or fewer', () => {
    expect(faultOf('xy'.repeat(100))).toBeNull();
    expect(faultOf(`${'xy'.repeat(100)}z`)).toBe('must have at most 200 characters');
  });

  it('is counted in characters, not in bytes or halves of them', () => {
    expect(faultOf('🐟'.repeat(9))).toBe('must have at least 10 characters');
    expect(faultOf('🐟'.repeat(200))).toBeNull();
  });

  it('is not the e-mail address in any case', () => {
    expect(faultOf('jo@example.COM')).toBe('must not be the e-mail address');
  });

  it.each(['1234567890', 'Password123', 'qwertyuiop'])('is not %s', (password) => {
    expect(faultOf(password)).toBe('is one of the most common passwords');
  });
});
