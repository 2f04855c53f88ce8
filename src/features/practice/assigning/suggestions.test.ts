import { describe, expect, test } from 'vitest'
import type { Level } from '#features/material/api.ts'
import { lastAssigned, type Item, questionsOf, type StudentProgress, suggestions } from './suggestions.ts'

const level = { _id: 'l5', name: 'Math 5', assessmentQuestions: 2 } as Level
const section = (id: string, num: number, ready = 3) => ({
  _id: id,
  num,
  name: `Part ${num}`,
  questions: 3,
  ready,
  reviewed: 0,
  version: 1,
})
const exam = (name: string, ready: number) => ({
  name,
  version: 1,
  sections: [section(`${name} a`, 1, ready)],
})
const tree = [
  { num: 1, name: 'One', sections: [section('a', 1), section('b', 2)], test: exam('Test 1', 5) },
  { num: 2, name: 'Two', sections: [section('c', 1, 0), section('d', 2)], test: exam('Test 2', 1) },
  { num: 3, name: 'Three', sections: [section('e', 1)], test: null },
]
const fresh: StudentProgress = { programs: [{ level: 'Math 5', chapter: 1 }], work: [], practiced: [] }
const at = '2026-03-01T20:00:00Z'
const work = (
  kind: 'test' | 'assessment',
  chapter: number | null,
  state: 'returned' | 'started' = 'returned',
) => ({
  kind,
  levelId: 'l5',
  chapter,
  state,
  assignedAt: '2026-02-20T20:00:00Z',
  submittedAt: state === 'returned' ? at : null,
})
const next = (kind: Item['kind'], ...progress: StudentProgress[]) =>
  suggestions({ kind, progress, levels: [level], trees: new Map([['l5', tree]]) }).map(
    ({ words, students }) => `${words} ×${students}`,
  )

describe('the suggested next work', () => {
  test('is the first section of the student’s chapter', () => {
    expect(next('homework', fresh)).toEqual(['Math 5 · 1.1 Part 1 ×1'])
    expect(next('homework', { ...fresh, programs: [{ level: 'Math 5', chapter: 3 }] })).toEqual([
      'Math 5 · 3.1 Part 1 ×1',
    ])
  })

  test('is the section after the last finished one, skipping sections that aren’t ready or are already assigned', () => {
    const done = { sectionId: 'b', at, open: false }
    expect(next('homework', { ...fresh, practiced: [done] })).toEqual(['Math 5 · 2.2 Part 2 ×1'])
    expect(next('homework', { ...fresh, practiced: [{ sectionId: 'd', at, open: true }, done] })).toEqual([
      'Math 5 · 3.1 Part 1 ×1',
    ])
  })

  test('is empty after the last section, for an unknown level, or without a level', () => {
    expect(next('homework', { ...fresh, practiced: [{ sectionId: 'e', at, open: false }] })).toEqual([])
    expect(
      next(
        'homework',
        { ...fresh, programs: [{ level: 'Algebra', chapter: 1 }] },
        { ...fresh, programs: [] },
      ),
    ).toEqual([])
  })

  test('is the test of the student’s chapter, or the next test that they haven’t taken', () => {
    expect(next('test', fresh)).toEqual(['Math 5 · chapter 1: Test 1 ×1'])
    expect(next('test', { ...fresh, work: [work('test', 1)] })).toEqual(['Math 5 · chapter 2: Test 2 ×1'])
  })

  test('for a class starts with the work that suits most students', () => {
    const further = { ...fresh, practiced: [{ sectionId: 'a', at, open: false }] }
    expect(next('homework', fresh, further, further)).toEqual([
      'Math 5 · 1.2 Part 2 ×2',
      'Math 5 · 1.1 Part 1 ×1',
    ])
    expect(next('assessment', fresh, further)).toEqual(['Math 5 ×2'])
  })
})

describe('students who were assigned the same work before', () => {
  const homework: Item = { kind: 'homework', levelId: 'l5', chapterNum: 1, sections: ['a', 'b'] }

  test('are found for homework by its sections, open homework first', () => {
    const practiced = [
      { sectionId: 'a', at, open: false },
      { sectionId: 'b', at: '2026-02-01T20:00:00Z', open: true },
    ]
    expect(lastAssigned({ ...fresh, practiced }, homework)).toMatchObject({ open: true })
    expect(lastAssigned({ ...fresh, practiced: practiced.slice(0, 1) }, homework)).toMatchObject({
      at,
      open: false,
    })
    expect(lastAssigned(fresh, homework)).toBeNull()
  })

  test('are found by chapter for tests, and by level for assessments', () => {
    const ofOne: Item = { kind: 'test', levelId: 'l5', chapterNum: 1, sections: [] }
    expect(lastAssigned({ ...fresh, work: [work('test', 1)] }, ofOne)).toMatchObject({ at, open: false })
    expect(lastAssigned({ ...fresh, work: [work('test', 2), work('assessment', null)] }, ofOne)).toBeNull()
    expect(
      lastAssigned(
        { ...fresh, work: [work('assessment', null, 'started')] },
        { ...ofOne, kind: 'assessment', chapterNum: null },
      ),
    ).toMatchObject({ open: true })
  })
})

test('the number of questions is known before work is assigned', () => {
  const of = (item: Partial<Item>) =>
    questionsOf({ kind: 'homework', levelId: 'l5', chapterNum: null, sections: [], ...item }, { level, tree })
  expect(of({ chapterNum: 1, sections: ['a', 'b'] })).toBe(6)
  expect(of({ chapterNum: 1 })).toBeNull()
  expect(of({ kind: 'test', chapterNum: 1 })).toBe(5)
  expect(of({ kind: 'test', chapterNum: 3 })).toBe(0)
  expect(of({ kind: 'assessment' })).toBe(3)
})
