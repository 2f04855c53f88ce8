import { expect, test } from 'vitest'
import { webhookChangesOf } from './webhook-events.ts'

const place = { studentId: 's', classId: 'c', type: 'regular', note: 'Private' }
const placed = { placeId: 'p', studentId: 's', classId: 'c' }
const mark = { studentId: 's', classId: 'c', on: '2026-03-03', mark: 'absent', reason: 'Ill' }

test.each<[string, Parameters<typeof webhookChangesOf>[0], [string, object][]]>([
  [
    'a new student',
    { action: 'students.add', entity: 's', after: { firstName: 'Ann' } },
    [['student.created', { studentId: 's' }]],
  ],
  [
    'a changed student',
    { action: 'students.change', entity: 's', before: { note: 'a' }, after: { note: 'b' } },
    [['student.updated', { studentId: 's' }]],
  ],
  ['a new place', { action: 'places.enroll', entity: 'p', after: place }, [['place.created', placed]]],
  [
    'a make-up',
    { action: 'places.enroll', entity: 'p', after: { ...place, type: 'make-up' } },
    [['makeup.booked', placed]],
  ],
  [
    'a moved place',
    { action: 'places.move', entity: 'p', before: { ...place, classId: 'old' }, after: place },
    [['place.updated', placed]],
  ],
  [
    'a place that gets a last day',
    { action: 'places.change', entity: 'p', before: place, after: { ...place, endDate: '2026-06-01' } },
    [['place.ended', placed]],
  ],
  [
    'a place that changes in another way',
    {
      action: 'places.change',
      entity: 'p',
      before: { ...place, endDate: '2026-06-01' },
      after: { ...place, endDate: '2026-06-01', firstClass: true },
    },
    [['place.updated', placed]],
  ],
  ['a removed place', { action: 'places.remove', entity: 'p', before: place }, [['place.ended', placed]]],
  [
    'each mark of a day once, including cleared ones',
    {
      action: 'attendance.take',
      entity: 'c 2026-03-03',
      before: [mark, { ...mark, studentId: 'cleared' }],
      after: [mark, { ...mark, studentId: 't' }],
    },
    ['s', 'cleared', 't'].map((studentId) => [
      'attendance.marked',
      { studentId, classId: 'c', on: '2026-03-03' },
    ]),
  ],
  [
    'a corrected mark',
    { action: 'attendance.change', entity: 'm', before: mark, after: { ...mark, mark: 'present' } },
    [['attendance.marked', { studentId: 's', classId: 'c', on: '2026-03-03' }]],
  ],
  [
    'a confirmed trial',
    { action: 'trials.confirm', entity: 's', after: {} },
    [['trial.requested', { studentId: 's' }]],
  ],
  ['anything else', { action: 'accounts.login', entity: 'x' }, []],
  ['a change of an unknown shape', { action: 'attendance.take', entity: 'x', before: null, after: 'y' }, []],
])('webhook events contain only ids, and unknown changes cause none: %s', (_, change, want) =>
  expect(webhookChangesOf(change).map(({ event, data }) => [event, data])).toEqual(want),
)
