import { expect, test } from 'vitest'
import { nextSections } from './next.ts'

const skill = (sectionId: string, level: 'started' | 'learning' | 'close' | 'mastered', more = {}) => ({
  sectionId,
  level,
  chance: 0.5,
  isDue: false,
  dueAt: null,
  ...more,
})
const due = (sectionId: string, dueAt: number) => skill(sectionId, 'mastered', { isDue: true, dueAt })

type Standing = Parameters<typeof nextSections>[0]
const nothing: Standing = { skills: [], taken: new Set(), next: [] }

test.each<[string, Partial<Standing>, number, string]>([
  ['nothing for a child of whom nothing is known', {}, 3, ''],
  ['new sections for a child who begins', { next: ['n1', 'n2', 'n3', 'n4'] }, 3, 'new n1, new n2, new n3'],
  [
    'one of each kind first',
    { skills: [skill('w', 'learning'), due('r', 1)], next: ['n1', 'n2'] },
    3,
    'review r, weak w, new n1',
  ],
  [
    'in turns, up to the center’s limit',
    { skills: [due('r2', 2), due('r1', 1), skill('w', 'close')], next: ['n1', 'n2'] },
    5,
    'review r1, weak w, new n1, review r2, new n2',
  ],
  ['only one section, if the center allows no more', { skills: [due('r', 1)], next: ['n'] }, 1, 'review r'],
  [
    'the weakest first',
    { skills: [skill('b', 'close', { chance: 0.7 }), skill('a', 'learning', { chance: 0.2 })] },
    3,
    'weak a, weak b',
  ],
  ['nothing that is mastered and not due', { skills: [skill('m', 'mastered')] }, 3, ''],
  ['nothing about which too little is known', { skills: [skill('s', 'started')] }, 3, ''],
  [
    'nothing that is in open homework',
    { skills: [due('r', 1), skill('w', 'learning')], next: ['n1', 'n2'], taken: new Set(['r', 'w', 'n1']) },
    3,
    'new n2',
  ],
  [
    'nothing new while three sections are still being learned',
    { skills: ['a', 'b', 'c'].map((id) => skill(id, 'learning')), next: ['n'] },
    4,
    'weak a, weak b, weak c',
  ],
])('proposes %s', (_, standing, most, wanted) => {
  const proposed = nextSections({ ...nothing, ...standing }, most)
  expect(proposed.map(({ why, sectionId }) => `${why} ${sectionId}`).join(', ')).toBe(wanted)
})
