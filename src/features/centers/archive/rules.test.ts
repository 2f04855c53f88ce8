import { describe, expect, test } from 'vitest'
import { recordOf } from '#shared/field-table.ts'
import { type Contents, lostInWords, maxCounted, waitsFor } from './rules.ts'

const none = recordOf(
  [
    'students',
    'parents',
    'staff',
    'classes',
    'marks',
    'works',
    'answers',
    'mailings',
    'devices',
    'leaving',
    'staying',
  ] as const,
  () => 0,
)

test.each<[Partial<Contents>, string]>([
  [{ answers: 1 }, '1 answer'],
  [{ answers: 1200 }, '1,200 answers'],
  [{ answers: maxCounted }, '100,000 answers'],
  [{ answers: maxCounted + 1 }, 'more than 100,000 answers'],
  [{ works: maxCounted + 1 }, 'more than 100,000 pieces of work'],
])('%o is described as %s', (counts, words) => {
  expect(lostInWords({ ...none, ...counts })[0]).toBe(words)
})

describe('a center', () => {
  const state = { exportedAt: '2026-03-01T00:00:00Z', isOld: true, job: null }
  test.each<[string, Partial<Parameters<typeof waitsFor>[0]>, string | null]>([
    ['can be deleted', {}, null],
    ['can be deleted after an earlier attempt failed', { job: 'failed' }, null],
    ['can’t be deleted while its deletion is queued', { job: 'queued' }, 'being_deleted'],
    ['can’t be deleted until 30 days after it was archived', { isOld: false, exportedAt: null }, 'too_early'],
    ['can’t be deleted until it has been exported', { exportedAt: null }, 'not_exported'],
  ])('%s', (_, more, code) => {
    expect(waitsFor({ ...state, ...more })?.code ?? null).toBe(code)
  })
})
