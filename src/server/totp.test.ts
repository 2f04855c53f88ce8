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

/** RFC 6238, appendix B, the last six of its eight digits. */
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %d the code is that of the standard', (seconds, code) => expect(codeAt(secret, stepAt(seconds * 1000))).toBe(code))

test('a code counts in its own half minute and the ones beside it, and once', () => {
  const now = 1_234_567_890_000
  const here = stepAt(now)
  const of = (off: number, last = 0) => stepOf(secret, codeAt(secret, here + off), { now, last })
  expect([-2, -1, 0, 1, 2].map((off) => of(off))).toEqual([null, here - 1, here, here + 1, null])
  expect(of(0, here)).toBe(null)
  expect(of(-1, here)).toBe(null)
  expect(of(1, here)).toBe(here + 1)
  for (const wrong of ['', '12345', '00592x', 'é05924']) expect(stepOf(secret, wrong, { now, last: 0 })).toBe(null)
})

test('a secret is told in letters that authenticator apps know', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(base32(newSecret())).toMatch(/^[A-Z2-7]{32}$/)
  expect(authenticatorAddress(secret, 'ann@x.example')).toBe(
    'otpauth://totp/Blended%20Learning%3Aann%40x.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Blended%20Learning',
  )
})

test('with a key a secret is not in the database as it is, and another key opens nothing', () => {
  const key = 'k'.repeat(32)
  expect(unseal(seal(secret, null), null)).toEqual(secret)
  const sealed = seal(secret, key)
  expect(sealed.includes(secret)).toBe(false)
  expect(unseal(sealed, key)).toEqual(secret)
  expect(() => unseal(sealed, 'o'.repeat(32))).toThrow('another SECRETS_KEY')
  expect(() => unseal(sealed, null)).toThrow('SECRETS_KEY')
  expect(unseal(seal(secret, null), key)).toEqual(secret)
})

test('ten recovery codes are ten, and may be typed as they come', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
  expect(normalizeRecovery(' ABCD efgh-2345 6777')).toBe('abcdefgh23456777')
})
