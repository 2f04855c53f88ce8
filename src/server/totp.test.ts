import { expect, test } from 'vitest'
import {
  authenticatorAddress,
  base32,
  codeAt,
  newRecoveryCodes,
  newSecret,
  normalizeRecovery,
  seal,
  stepAt,
  stepOf,
  unseal,
} from './totp.ts'

const secret = Buffer.from('12345678901234567890')

/** The codes are the last six digits of the eight-digit codes in RFC 6238, appendix B. */
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %d matches the standard', (seconds, code) =>
  expect(codeAt(secret, stepAt(seconds * 1000))).toBe(code),
)

test('a code is valid only once, in its own half minute and the ones next to it', () => {
  const now = 1_234_567_890_000
  const here = stepAt(now)
  const of = (off: number, last = 0) => stepOf(secret, codeAt(secret, here + off), { now, last })
  expect([-2, -1, 0, 1, 2].map((off) => of(off))).toEqual([null, here - 1, here, here + 1, null])
  expect(of(0, here)).toBe(null)
  expect(of(-1, here)).toBe(null)
  expect(of(1, here)).toBe(here + 1)
  for (const wrong of ['', '12345', '00592x', 'é05924'])
    expect(stepOf(secret, wrong, { now, last: 0 })).toBe(null)
})

test('a secret is encoded for authenticator apps', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(base32(newSecret())).toMatch(/^[A-Z2-7]{32}$/)
  expect(authenticatorAddress(secret, 'ann@x.example')).toBe(
    'otpauth://totp/Blended%20Learning:ann%40x.example?issuer=Blended%20Learning&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  )
})

test('with a key, a secret is encrypted, and another key can’t decrypt it', () => {
  const key = 'k'.repeat(32)
  expect(unseal(seal(secret, null), null)).toEqual(secret)
  const sealed = seal(secret, key)
  expect(sealed.includes(secret)).toBe(false)
  expect(unseal(sealed, key)).toEqual(secret)
  expect(() => unseal(sealed, 'o'.repeat(32))).toThrow('a different SECRETS_KEY')
  expect(() => unseal(sealed, null)).toThrow('SECRETS_KEY')
  expect(unseal(seal(secret, null), key)).toEqual(secret)
})

test('there are ten different recovery codes, which are accepted with any spacing and case', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
  expect(normalizeRecovery(' ABCD efgh-2345 6777')).toBe('abcdefgh23456777')
})
