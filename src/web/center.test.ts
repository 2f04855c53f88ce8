import { expect, test } from 'vitest'
import { pageAt, searchAt } from './center.ts'

test.each([
  ['/users', '/centers/Elm%20Road'],
  ['/centers', '/centers/Elm%20Road'],
  ['/centers/Maple%20Street', '/centers/Elm%20Road'],
  ['/centers/Maple%20Street/students', '/centers/Elm%20Road/students'],
  ['/centers/Maple%20Street/students/7', '/centers/Elm%20Road/students'],
  ['/centers/Maple%20Street/students/import', '/centers/Elm%20Road/students'],
  ['/centers/Maple%20Street/parents/7', '/centers/Elm%20Road/students'],
  ['/centers/Maple%20Street/grading', '/centers/Elm%20Road/grading'],
  ['/centers/Maple%20Street/attendance/7', '/centers/Elm%20Road/attendance'],
  ['/centers/Maple%20Street/scheduler/2026-03-04', '/centers/Elm%20Road/scheduler/2026-03-04'],
  ['/centers/Maple%20Street/scheduler/2026-03-04/Math', '/centers/Elm%20Road/scheduler/2026-03-04/Math'],
])('changing the center at %s leads to %s', (path, page) => {
  expect(pageAt(path, 'Elm Road')).toBe(page)
})

test('changing the center removes only the ids of its records from the search parameters', () => {
  const search = {
    classId: '0197d6e3-4a5b-7c8d-9e0f-1a2b3c4d5e6f',
    subject: 'Math',
    find: 'ana',
    view: undefined,
  }
  expect(searchAt(search)).toEqual({ subject: 'Math', find: 'ana', view: undefined })
})
