import { expect, test } from 'vitest'
import type { Offer } from './api.ts'
import { rowsOf } from './seats.ts'

const offer = (placeId: string, since = '2026-03-03') => ({ placeId, since }) as Offer
const ids = (rows: readonly Offer[]) => rows.map(({ placeId }) => placeId).join(' ')

test('offers are shown in the fetched order until a seat is given', () => {
  expect(ids(rowsOf([offer('a'), offer('b')], [], new Set()))).toBe('a b')
})

test('an offer keeps its row after its seat is given, and so do the other offers', () => {
  const onScreen = [offer('a'), offer('b'), offer('c')]
  expect(ids(rowsOf([offer('b'), offer('c')], onScreen, new Set(['a'])))).toBe('a b c')
  expect(ids(rowsOf([offer('next'), offer('b'), offer('c')], onScreen, new Set(['a'])))).toBe('a b c next')
})

test('offers taken by a colleague disappear, and changed ones show their current data', () => {
  const onScreen = [offer('a'), offer('b')]
  expect(rowsOf([offer('b', '2026-03-10')], onScreen, new Set())).toEqual([offer('b', '2026-03-10')])
})
