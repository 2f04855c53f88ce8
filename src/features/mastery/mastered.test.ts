import { expect, test } from 'vitest'
import { masteredByMonth, masteredLately } from './mastered.ts'

const now = Date.parse('2026-03-10T12:00Z')
const skill = (sectionId: string, masteredAt: string | null) => ({ sectionId, masteredAt })
const skills = [
  skill('a', '2025-10-31T10:00:00Z'),
  skill('b', '2026-03-01T10:00:00Z'),
  skill('c', '2026-01-15T10:00:00Z'),
  skill('d', null),
]
const sections = ['d', 'c', 'b', 'a'].map((_id) => ({ _id, name: _id.toUpperCase() }))

test('sections mastered in the last four weeks are listed by name', () => {
  expect(masteredLately({ sections, skills }, now)).toEqual(['B'])
  expect(masteredLately({ sections, skills }, Date.parse('2026-03-29T11:00Z'))).toEqual([])
})

test('the trend counts the sections mastered by the end of each of six months, even across years', () =>
  expect(masteredByMonth(skills, now)).toEqual([
    { month: '2025-10', mastered: 1 },
    { month: '2025-11', mastered: 1 },
    { month: '2025-12', mastered: 1 },
    { month: '2026-01', mastered: 2 },
    { month: '2026-02', mastered: 2 },
    { month: '2026-03', mastered: 3 },
  ]))

test('there is no trend if nothing was mastered, or if everything was mastered in the same month', () => {
  expect(masteredByMonth([skill('a', null)], now)).toBeNull()
  expect(
    masteredByMonth([skill('a', '2026-03-01T10:00:00Z'), skill('b', '2026-03-02T10:00:00Z')], now),
  ).toBeNull()
})
