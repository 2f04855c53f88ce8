import { expect, test } from 'vitest'
import { goalOf } from './goal.ts'

test.each<[string, Parameters<typeof goalOf>[0], number]>([
  ['a child has the center’s goal', { usual: 20, questions: null, own: null }, 20],
  ['staff can set another goal for a child', { usual: 20, questions: 10, own: null }, 10],
  ['a child can aim higher', { usual: 20, questions: null, own: 30 }, 30],
  ['a child’s own goal counts only while it is higher', { usual: 20, questions: 40, own: 30 }, 40],
  ['a child can’t set a goal at a center without goals', { usual: 0, questions: null, own: 30 }, 0],
  ['staff can set a goal for a child at a center without goals', { usual: 0, questions: 15, own: null }, 15],
  [
    'staff can turn off a child’s goal, even if the child chose a higher one',
    { usual: 20, questions: 0, own: 30 },
    0,
  ],
])('%s', (_, choices, want) => expect(goalOf(choices)).toBe(want))
