import { expect, test } from 'vitest'
import { nextSections, warmUpQuestions, warmUpSections } from './next.ts'

const skill = (sectionId: string, level: 'started' | 'learning' | 'close' | 'mastered', more = {}) => ({
  sectionId,
  level,
  chance: 0.5,
  at: 1,
  isDue: false,
  dueAt: null,
  ...more,
})
const due = (sectionId: string, dueAt: number) => skill(sectionId, 'mastered', { isDue: true, dueAt })

type Standing = Parameters<typeof nextSections>[0]
const nothing: Standing = { skills: [], taken: new Set(), next: [] }

test.each<[string, Partial<Standing>, number, string]>([
  ['nothing for a child without any answers', {}, 3, ''],
  [
    'new sections for a child who is just starting',
    { next: ['n1', 'n2', 'n3', 'n4'] },
    3,
    'new n1, new n2, new n3',
  ],
  [
    'one section of each kind first',
    { skills: [skill('w', 'learning'), due('r', 1)], next: ['n1', 'n2'] },
    3,
    'review r, weak w, new n1',
  ],
  [
    'sections of each kind in turn, up to the center’s limit',
    { skills: [due('r2', 2), due('r1', 1), skill('w', 'close')], next: ['n1', 'n2'] },
    5,
    'half review r1, half review r2, weak w, new n1, new n2',
  ],
  ['only one section, if the center allows no more', { skills: [due('r', 1)], next: ['n'] }, 1, 'review r'],
  [
    'unmastered sections, least recently practiced first, however weak they are',
    { skills: [skill('b', 'learning', { chance: 0.2, at: 2 }), skill('a', 'close', { chance: 0.7, at: 1 })] },
    3,
    'half weak a, half weak b',
  ],
  [
    'the weakest section first among those last practiced at the same time',
    { skills: [skill('b', 'close', { chance: 0.7 }), skill('a', 'learning', { chance: 0.2 })] },
    3,
    'half weak a, half weak b',
  ],
  ['no section that is mastered and not due', { skills: [skill('m', 'mastered')] }, 3, ''],
  ['no section with too few answers', { skills: [skill('s', 'started')] }, 3, ''],
  [
    'no section that is in open homework',
    { skills: [due('r', 1), skill('w', 'learning')], next: ['n1', 'n2'], taken: new Set(['r', 'w', 'n1']) },
    3,
    'new n2',
  ],
  [
    'no new section while three are still being learned',
    { skills: ['a', 'b', 'c'].map((id) => skill(id, 'learning')), next: ['n'] },
    4,
    'half weak a, half weak b, weak c',
  ],
  [
    'two half sections that count as one toward the center’s limit',
    { skills: ['a', 'b', 'c', 'd', 'e'].map((id, at) => skill(id, 'close', { at })), next: ['n'] },
    3,
    'half weak a, half weak b, new n, half weak c, half weak d',
  ],
])('a homework proposal has %s', (_, standing, most, wanted) => {
  const proposed = nextSections({ ...nothing, ...standing }, most)
  const words = proposed.map(({ why, sectionId, isHalf }) => `${isHalf ? 'half ' : ''}${why} ${sectionId}`)
  expect(words.join(', ')).toBe(wanted)
})

test.each<[string, Standing['skills'], Record<string, string[]>, number, string]>([
  ['nothing for a child without any answers', [], {}, 5, ''],
  [
    'questions from every section that the child has begun, least recently practiced first',
    [
      skill('w', 'learning', { at: 2 }),
      skill('m', 'mastered', { at: 1 }),
      skill('s', 'started', { at: 4 }),
      skill('r', 'mastered', { at: 3, isDue: true, dueAt: 4 }),
    ],
    { w: ['w1'], m: ['m1'], s: ['s1'], r: ['r1'] },
    5,
    'review m1, weak w1, review r1, weak s1',
  ],
  [
    'one question of each section in turn, until there are enough',
    [due('r', 1), skill('w', 'close', { at: 2 })],
    { r: ['r1', 'r2', 'r3'], w: ['w1', 'w2', 'w3'] },
    5,
    'review r1, weak w1, review r2, weak w2, review r3',
  ],
  ['no more questions than the center allows', [due('r', 1)], { r: ['r1', 'r2'] }, 1, 'review r1'],
  [
    'nothing from a section without questions',
    [due('r', 1), skill('w', 'close')],
    { w: ['w1'] },
    5,
    'weak w1',
  ],
])('a warm-up has %s', (_, skills, ready, most, wanted) => {
  const questions = warmUpQuestions(warmUpSections(skills, most), new Map(Object.entries(ready)), most)
  expect(questions.map(({ why, question }) => `${why} ${question}`).join(', ')).toBe(wanted)
})
