import { expect, test } from 'vitest'
import { type EarnedAwards, medalProgress, suggestionsFor } from './award-suggestions.ts'

const nothing: EarnedAwards = { subject: 'Math', goodTests: 0, levels: 0, given: [] }

test.each<[string, Partial<EarnedAwards>, string[]]>([
  ['no achievements suggest no awards', {}, []],
  ['two good tests earn no medal yet', { goodTests: 2 }, []],
  ['three good tests earn a medal', { goodTests: 3 }, ['Medal: medal 1']],
  ['a medal that was given is not suggested again', { goodTests: 5, given: ['Medal'] }, []],
  ['six good tests earn a second medal', { goodTests: 6, given: ['Medal'] }, ['Medal: medal 2']],
  ['medals are suggested one at a time', { goodTests: 9 }, ['Medal: medal 1']],
  ['one level earns a small trophy', { levels: 1 }, ['Small Trophy: levels 1']],
  [
    'two levels also earn a medium trophy',
    { levels: 2, given: ['Small Trophy'] },
    ['Medium Trophy: levels 2'],
  ],
  ['three levels earn no more awards than two', { levels: 3, given: ['Small Trophy', 'Medium Trophy'] }, []],
  [
    'four levels earn a large trophy',
    { levels: 4, given: ['Small Trophy', 'Medium Trophy'] },
    ['Large Trophy: levels 4'],
  ],
  [
    'six levels earn all four trophies if none has been given yet',
    { levels: 6 },
    [
      'Small Trophy: levels 1',
      'Medium Trophy: levels 2',
      'Large Trophy: levels 4',
      'Extra Large Trophy: levels 6',
    ],
  ],
])('%s', (_, earned, want) =>
  expect(suggestionsFor({ ...nothing, ...earned }).map(({ type, rule }) => `${type}: ${rule}`)).toEqual(want),
)

test.each<[string, Partial<EarnedAwards>, number]>([
  ['starts at 0', {}, 0],
  ['counts good tests', { goodTests: 2 }, 2],
  ['starts again after a medal', { goodTests: 4, given: ['Medal'] }, 1],
  ['is complete while a medal is due', { goodTests: 8, given: ['Medal'] }, 3],
  [
    'isn’t negative after a medal that was given early',
    { goodTests: 1, given: ['Medal', 'Small Trophy'] },
    0,
  ],
])('progress toward the next medal %s', (_, more, good) => {
  expect(medalProgress({ ...nothing, ...more })).toEqual({ good, of: 3 })
})
