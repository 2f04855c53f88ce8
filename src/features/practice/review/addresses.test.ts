import { describe, expect, test } from 'vitest'
import { dotWords, homeOf, inForce, questionAddress, rootOf, spotsOf, workAddress } from './addresses.ts'

describe('the URLs of a student’s work', () => {
  const attended = '/centers/Maple%20Street/attendance/c1/students/s1'

  test.each([
    ['/centers/Maple%20Street/students/s1', '/centers/Maple%20Street/attendance/students/s1'],
    [attended, attended],
    [`${attended}/tests/t1/questions/3`, attended],
    ['/centers/A/parents/p1/students/s1/homework/h1/sections', '/centers/A/parents/p1/students/s1'],
  ])('%s has its work below %s', (page, root) => {
    expect(rootOf(page)).toBe(root)
  })

  test('the back link leads to the student’s record, or to the page they were opened from', () => {
    expect(homeOf('/centers/A/attendance/students/s1')).toBe('/centers/A/students/s1')
    expect(homeOf(attended)).toBe(attended)
    expect(homeOf('/centers/A/parents/p1/students/s1')).toBe('/centers/A/parents/p1/students/s1')
  })

  test('homework questions are addressed by section, test questions by running number', () => {
    expect(questionAddress('', { kind: 'homework', id: 'h1', s: 2, n: 3 })).toBe('/homework/h1/sections/2/questions/3')
    expect(questionAddress('', { kind: 'test', id: 't1', s: null, n: 3 })).toBe('/tests/t1/questions/3')
  })

  test('an assessment opens with its report once complete, a test with its first question, homework with its sections', () => {
    const done = { _id: 'w1', submittedAt: '2026-03-03T21:00:00Z' }
    expect(workAddress('', { ...done, kind: 'assessment' })).toBe('/assessments/w1/report')
    expect(workAddress('', { ...done, kind: 'assessment', submittedAt: null })).toBe('/assessments/w1/questions/1')
    expect(workAddress('', { ...done, kind: 'test' })).toBe('/tests/w1/questions/1')
    expect(workAddress('', { ...done, kind: 'homework' })).toBe('/homework/w1/sections')
  })
})

const dot = {
  quesNum: 2,
  sequenceQuesNum: 7,
  answered: true,
  solved: false,
  partly: false,
  over: false,
  waits: false,
  comment: false,
  hintSteps: 0,
}

test('homework questions are named by section, others by running number', () => {
  const sections = [{ num: 3, name: 'Sums', questions: [dot] }]
  expect(spotsOf({ kind: 'homework', _id: 'h1', sections })[0]?.spot).toEqual({ kind: 'homework', id: 'h1', s: 3, n: 2 })
  expect(spotsOf({ kind: 'test', _id: 't1', sections })[0]?.spot).toEqual({ kind: 'test', id: 't1', s: null, n: 7 })
})

test('staff see the state of every question, even while the work is in progress', () => {
  const started = { kind: 'homework' as const, state: 'started' as const }
  expect(dotWords({ ...dot, solved: true }, started)).toBe('right')
  expect(dotWords({ ...dot, answered: false }, started)).toBe('not answered')
  expect(dotWords({ ...dot, waits: true }, started)).toBe('waits for a grade')
  expect(dotWords(dot, started)).toBe('tried')
  expect(dotWords(dot, { ...started, state: 'returned' })).toBe('not right')
  expect(dotWords(dot, { kind: 'test', state: 'started' })).toBe('not right')
  expect(dotWords({ ...dot, partly: true }, { kind: 'test', state: 'returned' })).toBe('partly right')
})

test('the current verdict is described with its share and reason', () => {
  const half = { status: 'partial' as const, score: 0.5, parts: [{ status: 'partial' as const, score: 0.5, reason: 'Partly right.' }] }
  const asked = { verdict: half, solved: false, waits: false, given: { kind: 'fr' as const, parts: ['5'] } }
  expect(inForce(asked)).toEqual({ status: 'partial', words: 'Partly right, 50%.' })
  const lowest = { ...half, parts: [{ ...half.parts[0]!, reason: 'Not in lowest terms.' }] }
  expect(inForce({ ...asked, verdict: lowest }).words).toBe('Partly right, 50%. Not in lowest terms.')
  expect(inForce({ ...asked, waits: true }).status).toBe('ungraded')
  expect(inForce({ ...asked, solved: true }).words).toBe('Right.')
  expect(inForce({ ...asked, verdict: null, given: null })).toEqual({ status: null, words: 'Not answered.' })
  expect(inForce({ ...asked, given: { kind: 'fr', parts: [' '] } }).words).toBe('Not answered: the student cleared it.')
})
