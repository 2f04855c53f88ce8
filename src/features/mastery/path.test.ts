import { expect, test } from 'vitest'
import { currentChapter, pathsOf } from './path.ts'

const chapter = (num: number, mastered: number, sections = 2) => ({
  num,
  name: `Chapter ${num}`,
  sections,
  mastered,
  star: false,
})

test.each<[string, [number, number][], number, number | null]>([
  [
    'in the chapter of the program',
    [
      [1, 0],
      [2, 0],
      [3, 0],
    ],
    2,
    2,
  ],
  [
    'in the next chapter with sections left to master',
    [
      [1, 0],
      [2, 2],
      [3, 1],
    ],
    2,
    3,
  ],
  [
    'in the first chapter, although a later one has been begun',
    [
      [1, 1],
      [2, 1],
    ],
    1,
    1,
  ],
  [
    'in the last chapter once everything is mastered',
    [
      [1, 2],
      [2, 2],
    ],
    1,
    2,
  ],
  [
    'in the last chapter if the program is beyond the level',
    [
      [1, 0],
      [2, 0],
    ],
    9,
    2,
  ],
  ['nowhere in a level without chapters', [], 1, null],
])('a child is %s', (_, chapters, program, want) =>
  expect(
    currentChapter(
      chapters.map(([num, mastered]) => chapter(num, mastered)),
      program,
    ),
  ).toBe(want),
)

test('a path leads to the next medal in its subject, and a subject without a path has only its medal', () => {
  const row = { ...chapter(1, 1), levelId: 'm5', level: 'Math 5', subject: 'Math', program: 1 }
  const earned = [
    { subject: 'English' as const, goodTests: 4, levels: 0, given: ['Medal' as const] },
    { subject: 'Math' as const, goodTests: 2, levels: 0, given: [] },
  ]
  expect(pathsOf([row], earned)).toMatchObject([
    { _id: 'm5', level: 'Math 5', here: 1, chapters: [{ num: 1, mastered: 1 }], medal: { good: 2, of: 3 } },
    { _id: 'English', level: null, here: null, chapters: [], medal: { good: 1, of: 3 } },
  ])
  expect(pathsOf([row], [])[0]?.medal).toEqual({ good: 0, of: 3 })
})
