import { expect, test } from 'vitest'
import { StudentConditions } from './figures.ts'
import { studentSearch } from './student-search.ts'

test.each(['attendanceBelow', 'absences', 'scoreBelow'] as const)(
  'a URL has the same limits for %s as the API',
  (limit) => {
    for (const value of [0, 1, 50, 99, 100, 101, 1.5, '50'])
      expect([value, studentSearch({ [limit]: value })[limit]]).toEqual([
        value,
        StudentConditions.safeParse({ [limit]: value }).data?.[limit],
      ])
  },
)
