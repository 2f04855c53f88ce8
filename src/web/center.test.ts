import { expect, test } from 'vitest'
import { pageAt } from './center.ts'

test.each([
  ['/users', '/centers/Elm%20Road'],
  ['/centers', '/centers/Elm%20Road'],
  ['/centers/Maple%20Street', '/centers/Elm%20Road'],
  ['/centers/Maple%20Street/students', '/centers/Elm%20Road/students'],
  ['/centers/Maple%20Street/students/7', '/centers/Elm%20Road/students'],
  ['/centers/Maple%20Street/students/import', '/centers/Elm%20Road/students'],
  ['/centers/Maple%20Street/parents/7', '/centers/Elm%20Road/students'],
  ['/centers/Maple%20Street/attendance/7', '/centers/Elm%20Road/attendance'],
  ['/centers/Maple%20Street/scheduler/2026-03-04', '/centers/Elm%20Road/scheduler/2026-03-04'],
  ['/centers/Maple%20Street/scheduler/2026-03-04/Math', '/centers/Elm%20Road/scheduler/2026-03-04/Math'],
])('changing the center at %s leads to %s', (path, page) => {
  expect(pageAt(path, 'Elm Road')).toBe(page)
})
