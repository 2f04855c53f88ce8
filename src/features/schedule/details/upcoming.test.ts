import { expect, test } from 'vitest'
import { type UpcomingFacts, upcomingOf } from './upcoming.ts'

const place = {
  id: 'p',
  studentId: 'ana',
  classId: 'math',
  type: 'regular' as const,
  from: '2026-01-06',
  until: null,
}
const term = { classId: 'math', name: 'Math 5', day: 2, time: '16:00', from: '2026-01-01', until: null }
const facts: UpcomingFacts = {
  places: [place],
  terms: [term],
  closures: [],
  canceled: [],
  pauses: [],
  noticed: [],
}
const window = { from: '2026-03-04', count: 21 }
const classesOf = (more: Partial<UpcomingFacts>) =>
  (upcomingOf({ ...facts, ...more }, window).get('ana') ?? []).map(({ date, time, off }) =>
    [date.slice(5), ...(time === '16:00' ? [] : [time]), ...(off ? [off] : [])].join(' '),
  )

test.each<[why: string, more: Partial<UpcomingFacts>, classes: string[]]>([
  ['every week of the requested days', {}, ['03-10', '03-17', '03-24']],
  ['not before the place begins', { places: [{ ...place, from: '2026-03-11' }] }, ['03-17', '03-24']],
  ['not after the place ends', { places: [{ ...place, until: '2026-03-17' }] }, ['03-10', '03-17']],
  [
    'at the time of the term of that day',
    {
      terms: [
        { ...term, until: '2026-03-16' },
        { ...term, from: '2026-03-17', time: '18:00' },
      ],
    },
    ['03-10', '03-17 18:00', '03-24 18:00'],
  ],
  [
    'with the closure',
    { closures: [{ on: '2026-03-17', name: 'Spring' }] },
    ['03-10', '03-17 Closed: Spring', '03-24'],
  ],
  [
    'with the cancellation',
    { canceled: [{ classId: 'math', on: '2026-03-10' }] },
    ['03-10 Canceled', '03-17', '03-24'],
  ],
  [
    'with the break of the place',
    { pauses: [{ placeId: 'p', from: '2026-03-12', until: null }] },
    ['03-10', '03-17 On break', '03-24 On break'],
  ],
  [
    'with the absence that was reported',
    { noticed: [{ classId: 'math', studentId: 'ana', on: '2026-03-24' }] },
    ['03-10', '03-17', '03-24 Can’t come'],
  ],
  ['only for classes of the student', { places: [{ ...place, classId: 'art' }] }, []],
])('upcoming classes are listed %s', (_, more, classes) => {
  expect(classesOf(more)).toEqual(classes)
})
