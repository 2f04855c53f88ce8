import { describe, expect, test } from 'vitest'
import {
  outboxSubject,
  asParent,
  asStaff,
  asStudent,
  everyStopOf,
  homeLink,
  links,
  numberOf,
  refOf,
  rootOf,
  stopsOf,
  workLink,
} from './question-ref.ts'

describe('the URLs of a student’s work', () => {
  const attended = '/centers/Maple%20Street/attendance/c1/students/s1'

  test.each([
    ['/centers/Maple%20Street/students/s1', '/centers/Maple%20Street/attendance/students/s1'],
    [attended, attended],
    [`${attended}/tests/t1/questions/3`, attended],
    ['/centers/A/parents/p1/students/s1/homework/h1/sections', '/centers/A/parents/p1/students/s1'],
  ])('opened from the page %s begin with %s', (page, root) => {
    expect(rootOf(page)).toBe(root)
  })

  test('the back link leads to the student’s record, or to the page from which the work was opened', () => {
    expect(homeLink(asStaff('s1', '/centers/A/attendance/students/s1'))).toBe('/centers/A/students/s1')
    expect(homeLink(asStaff('s1', attended))).toBe(attended)
    expect(homeLink(asStaff('s1', '/centers/A/parents/p1/students/s1'))).toBe(
      '/centers/A/parents/p1/students/s1',
    )
  })

  test('homework questions are addressed by section, test questions by sequence number', () => {
    const viewer = asStudent
    expect(links({ viewer, kind: 'homework', workId: 'h1', section: 2, num: 3 }).question).toBe(
      '/student/homework/h1/sections/2/questions/3',
    )
    expect(links({ viewer, kind: 'test', workId: 't1', section: null, num: 3 }).question).toBe(
      '/student/tests/t1/questions/3',
    )
  })

  test('an assessment opens its report once it may be seen, a test its first question, and homework its sections', () => {
    const done = { _id: 'w1', correct: 3 }
    expect(workLink(asParent('s1'), { ...done, kind: 'assessment' })).toBe(
      '/parent/students/s1/assessments/w1/report',
    )
    expect(workLink(asParent('s1'), { ...done, kind: 'assessment', correct: null })).toBe(
      '/parent/students/s1/assessments/w1/questions/1',
    )
    expect(workLink(asParent('s1'), { ...done, kind: 'test' })).toBe(
      '/parent/students/s1/tests/w1/questions/1',
    )
    expect(workLink(asParent('s1'), { ...done, kind: 'homework' })).toBe(
      '/parent/students/s1/homework/w1/sections',
    )
  })
})

test('an adaptive assessment shows only the questions that were asked, in the order of their turns', () => {
  const rest = {
    solved: false,
    partly: false,
    over: false,
    waits: false,
    unread: false,
    comment: false,
    hintSteps: 0,
  }
  const dot = (num: number, turn: number | null) => ({
    ...rest,
    quesNum: num,
    sequenceQuesNum: num,
    turn,
    answered: false,
  })
  const sections = [
    { num: 1, name: 'Sums', questions: [dot(1, 2), dot(2, null)] },
    { num: 2, name: 'Halves', questions: [dot(3, 1)] },
  ]
  const work = { kind: 'assessment' as const, _id: 'a1', sections, adaptive: true }
  expect(stopsOf(work, asStudent).map(({ ref, question }) => [ref.num, numberOf(question)])).toEqual([
    [3, 1],
    [1, 2],
  ])
  expect(everyStopOf(work, asStudent)).toHaveLength(3)
})

test('homework questions are named by section, other questions by sequence number', () => {
  const viewer = asStudent
  const question = {
    quesNum: 2,
    sequenceQuesNum: 7,
    turn: null,
    answered: true,
    solved: false,
    partly: false,
    over: false,
    waits: false,
    unread: false,
    comment: false,
    hintSteps: 0,
  }
  const sections = [{ num: 3, name: 'Sums', questions: [question] }]
  expect(stopsOf({ kind: 'homework', _id: 'h1', sections, adaptive: false }, viewer)[0]?.ref).toEqual({
    viewer,
    kind: 'homework',
    workId: 'h1',
    section: 3,
    num: 2,
  })
  expect(stopsOf({ kind: 'test', _id: 't1', sections, adaptive: false }, viewer)[0]?.ref).toEqual({
    viewer,
    kind: 'test',
    workId: 't1',
    section: null,
    num: 7,
  })
})

test.each([
  [{ viewer: asStudent, kind: 'test', workId: 't1', section: null, num: 7 }, 'test t1 7'],
  [{ viewer: asStudent, kind: 'homework', workId: 'h1', section: 3, num: 2 }, 'homework h1 3.2'],
  [{ viewer: asParent('s1'), kind: 'assessment', workId: 'a1', section: null, num: 7 }, 'assessment a1 7 s1'],
] as const)('the outbox stores the answers to %o as %s', (ref, name) => {
  expect(outboxSubject(ref)).toBe(name)
  expect(refOf(name)).toEqual(ref)
})
