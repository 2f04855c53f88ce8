import { expect, test } from 'vitest'
import { namesInPath } from './page-path.ts'

test.each([
  ['/student', '/student', {}],
  ['/student', '/student/', {}],
  ['/student', '/parent', null],
  ['/student', '/student/homework', null],
  ['/centers/$centerId', '/centers/Maple%20Street', { centerId: 'Maple%20Street' }],
  ['/centers/$centerId', '/centers/', null],
  ['/centers/$centerId/classes/$classId', '/centers/Elm/classes/7', { centerId: 'Elm', classId: '7' }],
  ['/centers/$centerId/classes/$classId', '/centers/Elm/students/7', null],
])('on the page %s, the path %s has the parameters %j', (page, path, names) => {
  expect(namesInPath(page, path)).toEqual(names)
})
