import { expect, test } from 'vitest'
import { spanish } from '#features/overview/spanish-staff.ts'
import { addLanguage, inLanguage } from '#shared/language.ts'
import { correctionInWords, monthsOf, rangeFault, twelveWeeks, weeksOf, yearAround } from './history-weeks.ts'

const facts = {
  mark: 'present' as const,
  arrivedAt: '2026-03-03T21:30:00Z',
  departedAt: null,
  pickedUpBy: null,
  excused: false,
  reason: '',
  note: '',
}
const absent = { ...facts, mark: 'absent' as const, arrivedAt: null }

test('a range includes its first and last day, and has at most 400 days', () => {
  expect(rangeFault({ from: '2026-03-03', to: '2026-03-03' })).toBeNull()
  expect(rangeFault({ from: '2025-01-01', to: '2026-02-04' })).toBeNull()
  expect(rangeFault({ from: '2025-01-01', to: '2026-02-05' })).toContain('400')
  expect(rangeFault({ from: '2026-03-03', to: '2026-03-02' })).toContain('before')
  for (const today of ['2026-03-03', '2024-02-29', '2026-12-31', '2026-01-01'])
    expect(rangeFault(yearAround(today))).toBeNull()
  expect(yearAround('2026-03-03')).toEqual({ from: '2025-04-01', to: '2026-04-03' })
})

test('the twelve weeks run from Sunday to Saturday and end with the current week', () => {
  const range = twelveWeeks('2026-03-03')
  expect(range).toEqual({ from: '2025-12-14', to: '2026-03-07' })
  const marks = [{ on: '2025-12-14' }, { on: '2026-02-28' }, { on: '2026-03-01' }, { on: '2026-03-07' }]
  const weeks = weeksOf(marks, range)
  expect(weeks.length).toBe(12)
  expect(weeks.map(({ marks: within }) => within.length)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
  expect(weeks.at(-1)?.start).toBe('2026-03-01')
})

test('months with marks are shown as calendars starting on Sunday, newest first', () => {
  const [march, february] = monthsOf([{ on: '2026-02-28' }, { on: '2026-03-03' }, { on: '2026-03-03' }])
  expect([march?.month, february?.month]).toEqual(['2026-03', '2026-02'])
  expect(march?.weeks.map((week) => week.map((each) => each?.marks.length ?? null))).toEqual([
    [0, 0, 2, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, null, null, null, null],
  ])
  expect(february?.weeks[0]?.[0]?.day).toBe('2026-02-01')
})

test('a correction is described in words', () => {
  expect(correctionInWords(null, facts)).toEqual(['Marked Present'])
  expect(correctionInWords(facts, absent)).toEqual(['Changed from Present to Absent'])
  expect(correctionInWords(facts, null)).toEqual(['Cleared: was Present'])
  expect(correctionInWords(absent, { ...absent, excused: true, reason: 'sick <3', note: 'Called' })).toEqual([
    'Excused',
    'Reason: sick <3',
    'Note: Called',
  ])
  expect(correctionInWords({ ...absent, excused: true, reason: 'sick' }, absent)).toEqual([
    'No longer excused',
    'Reason removed',
  ])
  const pickup = { ...facts, mark: 'pickup' as const }
  expect(correctionInWords(pickup, { ...pickup, pickedUpBy: 'Aunt May' })).toEqual(['Picked up by: Aunt May'])
  expect(correctionInWords({ ...pickup, pickedUpBy: 'Aunt May', note: 'Late' }, pickup)).toEqual([
    'Pick-up person removed',
    'Note removed',
  ])
  expect(correctionInWords(facts, facts)).toEqual([])
})

test('a fact that was removed is described in the reader’s language', () => {
  addLanguage(spanish)
  const all = { ...absent, reason: 'sick', pickedUpBy: 'Aunt May', note: 'Called' }
  expect(inLanguage('es', () => correctionInWords(all, absent))).toEqual([
    'Motivo eliminado',
    'Se quitó a la persona que recogió',
    'Nota eliminada',
  ])
})
