import { getSupportedRegionCodes } from 'awesome-phonenumber'
import { describe, expect, test } from 'vitest'
import { phones } from '#tests/entry-cases.ts'
import { countries, countryName } from './countries.ts'
import { phoneInWords } from './entries.ts'
import { phoneAbroad, readPhone } from './phone-numbers.ts'

describe('a phone number keeps its country (product §12)', () => {
  test.each(phones)('%j at an American center is stored as %j', (typed, stored, shown) => {
    expect(readPhone(typed, 'US')).toBe(stored)
    if (!stored) return
    expect([phoneInWords(stored), phoneAbroad(stored)]).toContain(shown)
    expect([readPhone(shown, 'US'), readPhone(stored, 'FR')]).toEqual([stored, stored])
  })

  test.each([
    ['020 7946 0958', 'GB', '+442079460958'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['(416) 555-0123', 'CA', '+14165550123'],
    ['+1 919 555 0172', 'GB', '+19195550172'],
  ])('%j at a center in %s is stored as %j', (typed, country, stored) =>
    expect(readPhone(typed, country)).toBe(stored),
  )
})

test('every country whose numbers can be parsed is in the list and has a name', () => {
  expect(countries).toEqual(getSupportedRegionCodes().toSorted())
  expect(countries.filter((code) => countryName(code) === code)).toEqual([])
})
