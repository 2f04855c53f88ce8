import { expect, test } from 'vitest'
import { flagOf } from './flags.ts'

test.each([
  ['no problem if there are too few answers', 19, 0, null, null],
  ['that hardly anybody gets it right', 20, 3, null, 'hard'],
  ['no problem with a typical question', 30, 20, 0.4, null],
  ['that nearly everybody gets it right', 100, 97, 0.3, 'easy'],
  ['no problem if slightly fewer get it right', 100, 96, 0.3, null],
  ['that strong students don’t get it right more often than weak ones', 30, 20, 0.05, 'unrelated'],
  ['that strong students get it right less often than weak ones', 30, 20, -0.5, 'unrelated'],
  ['nothing about strong students if there are too few answers', 29, 20, 0, null],
  ['no problem if all students do equally well', 50, 25, null, null],
] as const)('the statistics of a question suggest %s', (_, answers, rightFirst, discrimination, flag) =>
  expect(flagOf({ answers, rightFirst, discrimination })).toBe(flag),
)
