import { describe, expect, test } from 'vitest'
import { type CreditState, creditState, creditWords, givesCredit, type Miss, type Reason, whyOf } from './rules.ts'

const told = '2026-03-09T20:30:00Z'
const absent: Miss = {
  placeType: 'regular',
  onBreak: false,
  attended: false,
  noticedAt: null,
  excused: false,
  cancelled: false,
  classAt: '2026-03-10T20:30:00Z',
  settings: { makeupRule: 'notice', noticeHours: 24 },
}
const always = { makeupRule: 'always' as const, noticeHours: 24 }
const never = { makeupRule: 'never' as const, noticeHours: 24 }

describe('a missed class gives a credit (product §3)', () => {
  test.each<[string, Partial<Miss>, Reason | null]>([
    ['told a day ahead', { noticedAt: told }, 'notice'],
    ['told a second too late', { noticedAt: '2026-03-09T20:30:01Z' }, null],
    ['told too late but excused', { noticedAt: '2026-03-10T20:00:00Z', excused: true }, 'excused'],
    [
      'told at all, where no hours are wanted',
      { noticedAt: '2026-03-10T20:29:00Z', settings: { makeupRule: 'notice', noticeHours: 0 } },
      'notice',
    ],
    ['excused', { excused: true }, 'excused'],
    ['absent without a word', {}, null],
    ['absent without a word, where every absence gives one', { settings: always }, 'absent'],
    ['cancelled, though nothing was taken', { cancelled: true, attended: null }, 'cancelled'],
    ['cancelled after the absence was told of', { cancelled: true, noticedAt: told }, 'cancelled'],
    ['cancelled, where nothing gives one', { cancelled: true, settings: never }, null],
    ['told ahead, where nothing gives one', { noticedAt: told, settings: never }, null],
    ['not taken', { attended: null, noticedAt: told, settings: always }, null],
    ['attended', { attended: true, settings: always }, null],
    ['of a make-up: none', { placeType: 'make-up', noticedAt: told, settings: always }, null],
    ['of a trial: none', { placeType: 'trial', cancelled: true }, null],
    ['of the waitlist: none', { placeType: 'waitlist', cancelled: true }, null],
    ['of nobody’s class: none', { placeType: null, noticedAt: told }, null],
    ['on a break', { onBreak: true, cancelled: true }, null],
  ])('%s', (_, more, want) => expect(givesCredit({ ...absent, ...more })).toBe(want))
})

describe('what has become of a credit', () => {
  const today = '2026-03-03'
  const open = { voidAt: null, expiresOn: '2026-03-20', place: null }
  test.each<[CreditState, string, Parameters<typeof creditState>[0]]>([
    ['open', 'before its last day', open],
    ['open', 'on its last day', { ...open, expiresOn: today }],
    ['expired', 'after its last day', { ...open, expiresOn: '2026-03-02' }],
    ['booked', 'until attendance is taken', { ...open, place: { attended: null, isOff: false } }],
    ['booked', 'though its last day has passed', { ...open, expiresOn: '2026-03-02', place: { attended: null, isOff: false } }],
    ['used', 'when the student came', { ...open, place: { attended: true, isOff: false } }],
    ['forfeited', 'when they didn’t', { ...open, place: { attended: false, isOff: false } }],
    ['void', 'when the absence was none', { ...open, voidAt: told }],
    ['void', 'though it was spent', { ...open, voidAt: told, place: { attended: true, isOff: false } }],
  ])('%s, %s', (want, _, credit) => expect(creditState(credit, today)).toBe(want))

  const place = { className: 'Math &lt;6&gt;', on: '2026-03-12', time: '16:30' }
  test.each<[CreditState, typeof place | null, string]>([
    ['open', null, 'Open until Fri, Mar 20'],
    ['booked', place, 'Booked: Math <6>, Thu, Mar 12 at 4:30 PM'],
    ['used', place, 'Used: Math <6>, Thu, Mar 12 at 4:30 PM'],
    ['forfeited', place, 'Forfeited, did not come: Math <6>, Thu, Mar 12 at 4:30 PM'],
    ['expired', null, 'Expired on Fri, Mar 20'],
    ['void', null, 'Void'],
    ['void', place, 'Void, but still booked: Math <6>, Thu, Mar 12 at 4:30 PM'],
  ])('%s in words', (state, where, want) => expect(creditWords({ state, place: where, expiresOn: open.expiresOn })).toBe(want))
})

test('what speaks for a class is said by its weight', () => {
  const none = { level: null, sameTeacher: false, sameWeekday: false, sameHour: false }
  expect(whyOf(none)).toEqual([])
  expect(whyOf({ level: 'Math 5', sameTeacher: true, sameWeekday: true, sameHour: true })).toEqual([
    'Others at Math 5',
    'Same teacher',
    'Same weekday',
    'Same hour',
  ])
  expect(whyOf({ ...none, sameHour: true })).toEqual(['Same hour'])
})
