import { describe, expect, test } from 'vitest'
import {
  type CreditState,
  creditState,
  creditWords,
  givesCredit,
  type MissedClassCredit,
  type MissedClass,
  type OpenCredit,
  type Reason,
  settlement,
} from './credit-state.ts'
import { likenessReasons } from './likeness.ts'

const reportedAt = '2026-03-09T20:30:00Z'
const absent: MissedClass = {
  placeType: 'regular',
  onBreak: false,
  attended: false,
  noticedAt: null,
  excused: false,
  canceled: false,
  classAt: '2026-03-10T20:30:00Z',
  settings: { makeupRule: 'notice', noticeHours: 24 },
}
const always = { makeupRule: 'always' as const, noticeHours: 24 }
const never = { makeupRule: 'never' as const, noticeHours: 24 }

describe('a missed class gives a credit (product §3)', () => {
  test.each<[string, Partial<MissedClass>, Reason | null]>([
    ['if reported a day ahead', { noticedAt: reportedAt }, 'notice'],
    ['but not if reported a second too late', { noticedAt: '2026-03-09T20:30:01Z' }, null],
    ['if reported too late but excused', { noticedAt: '2026-03-10T20:00:00Z', excused: true }, 'excused'],
    [
      'if reported at any time, at a center without a minimum notice',
      { noticedAt: '2026-03-10T20:29:00Z', settings: { makeupRule: 'notice', noticeHours: 0 } },
      'notice',
    ],
    ['if excused', { excused: true }, 'excused'],
    ['but not if absent without notice', {}, null],
    [
      'if absent without notice, at a center that gives a credit for every absence',
      { settings: always },
      'absent',
    ],
    ['if canceled before attendance was taken', { canceled: true, attended: null }, 'canceled'],
    ['if canceled after the absence was reported', { canceled: true, noticedAt: reportedAt }, 'canceled'],
    ['but not if canceled, at a center that gives no credits', { canceled: true, settings: never }, null],
    [
      'but not if reported in advance, at a center that gives no credits',
      { noticedAt: reportedAt, settings: never },
      null,
    ],
    ['but not until attendance is taken', { attended: null, noticedAt: reportedAt, settings: always }, null],
    ['but not if attended', { attended: true, settings: always }, null],
    ['but not if it was a make-up', { placeType: 'make-up', noticedAt: reportedAt, settings: always }, null],
    ['but not if it was a trial', { placeType: 'trial', canceled: true }, null],
    ['but not to a student on the waitlist', { placeType: 'waitlist', canceled: true }, null],
    ['but not to a student without a place in it', { placeType: null, noticedAt: reportedAt }, null],
    ['but not during a break', { onBreak: true, canceled: true }, null],
  ])('%s', (_, more, want) => expect(givesCredit({ ...absent, ...more })).toBe(want))
})

describe('the state of a credit', () => {
  const today = '2026-03-03'
  const open = { voidAt: null, expiresOn: '2026-03-20', place: null }
  test.each<[CreditState, string, Parameters<typeof creditState>[0]]>([
    ['open', 'before its last day', open],
    ['open', 'on its last day', { ...open, expiresOn: today }],
    ['expired', 'after its last day', { ...open, expiresOn: '2026-03-02' }],
    [
      'open',
      'when the booked class doesn’t meet, or the absence was reported in time',
      { ...open, place: { attended: null, isOff: true } },
    ],
    [
      'open',
      'if the student is marked absent but the absence was reported in time',
      { ...open, place: { attended: false, isOff: true } },
    ],
    [
      'expired',
      'when the booked make-up doesn’t take place and the credit’s last day has passed',
      { ...open, expiresOn: '2026-03-02', place: { attended: null, isOff: true } },
    ],
    ['booked', 'until attendance is taken', { ...open, place: { attended: null, isOff: false } }],
    [
      'booked',
      'even after its last day',
      { ...open, expiresOn: '2026-03-02', place: { attended: null, isOff: false } },
    ],
    ['used', 'when the student came', { ...open, place: { attended: true, isOff: false } }],
    ['forfeited', 'when the student didn’t come', { ...open, place: { attended: false, isOff: false } }],
    ['void', 'when the absence was corrected', { ...open, voidAt: reportedAt }],
    ['void', 'even if it was used', { ...open, voidAt: reportedAt, place: { attended: true, isOff: false } }],
  ])('is %s %s', (want, _, credit) => expect(creditState(credit, today)).toBe(want))

  const place = { className: 'Math <6>', on: '2026-03-12', time: '16:30', waits: false }
  test.each<[CreditState, typeof place | null, string]>([
    ['open', null, 'Open until Fri, Mar 20'],
    ['booked', place, 'Booked: Math <6>, Thu, Mar 12 at 4:30\u00a0PM'],
    ['booked', { ...place, waits: true }, 'Waiting for confirmation: Math <6>, Thu, Mar 12 at 4:30\u00a0PM'],
    ['used', place, 'Used: Math <6>, Thu, Mar 12 at 4:30\u00a0PM'],
    ['forfeited', place, 'Forfeited (missed): Math <6>, Thu, Mar 12 at 4:30\u00a0PM'],
    ['expired', null, 'Expired on Fri, Mar 20'],
    ['void', null, 'Void'],
    ['void', place, 'Void, but still booked: Math <6>, Thu, Mar 12 at 4:30\u00a0PM'],
    ['open', place, 'Open until Fri, Mar 20. The make-up is canceled: Math <6>, Thu, Mar 12 at 4:30\u00a0PM'],
  ])('%s (place: %o) reads “%s”', (state, where, want) =>
    expect(creditWords({ state, place: where, expiresOn: open.expiresOn })).toBe(want),
  )
})

test('reasons for suggesting a class are listed strongest first', () => {
  const none = { level: null, levelsOff: null, sameTeacher: false, sameWeekday: false, sameHour: false }
  expect(likenessReasons(none)).toEqual([])
  expect(
    likenessReasons({ level: 'Math 5', levelsOff: 0, sameTeacher: true, sameWeekday: true, sameHour: true }),
  ).toEqual(['Same level', 'Same teacher', 'Same weekday', 'Same hour'])
  expect(likenessReasons({ ...none, level: 'Math 4', levelsOff: 1, sameHour: true })).toEqual(['Same hour'])
})

test('a credit that was void from the start is described with the reason', () => {
  expect(creditWords({ state: 'void', expiresOn: '2026-03-20', overLimit: 3, place: null })).toBe(
    'Not granted: 3 already open',
  )
})

const known: MissedClassCredit = {
  ...absent,
  noticedAt: reportedAt,
  studentId: 'sam',
  classId: 'math',
  subject: 'Math',
  on: '2026-03-10',
  creditId: null,
  given: null,
  byHand: false,
  isBeyond: false,
  isSpent: false,
  expiresOn: '2026-05-09',
  creditLimit: 2,
}
const openCredit = (
  id: string,
  missedOn: string,
  expiresOn: string,
  more: Partial<OpenCredit> = {},
): OpenCredit => ({
  id,
  studentId: 'sam',
  subject: 'Math',
  missedOn,
  expiresOn,
  ...more,
})

describe('when credits are settled', () => {
  const two = [openCredit('a', '2026-02-10', '2026-04-11'), openCredit('b', '2026-05-09', '2026-07-08')]
  test.each<[string, Partial<MissedClassCredit>, OpenCredit[], (number | null)[], number]>([
    ['a missed class gets a credit', {}, [], [null], 0],
    ['a class with a credit gets no second one', { creditId: 'c', given: 'notice' }, [], [], 0],
    [
      'a changed reason updates the credit',
      { creditId: 'c', given: 'notice', canceled: true },
      two,
      [null],
      0,
    ],
    [
      'a class no longer missed voids the credit',
      { creditId: 'c', given: 'notice', noticedAt: null },
      [],
      [],
      1,
    ],
    ['a stricter rule voids no credit', { creditId: 'c', given: 'absent', noticedAt: null }, [], [], 0],
    [
      'a rule that gives no credits voids no credit',
      { creditId: 'c', given: 'notice', settings: { makeupRule: 'never', noticeHours: 24 } },
      [],
      [],
      0,
    ],
    [
      'a longer minimum notice voids no credit',
      { creditId: 'c', given: 'notice', settings: { makeupRule: 'notice', noticeHours: 300 } },
      [],
      [],
      0,
    ],
    [
      'attending voids the credit under any rule',
      { creditId: 'c', given: 'absent', attended: true },
      [],
      [],
      1,
    ],
    [
      'a class that takes place voids its cancellation credit',
      { creditId: 'c', given: 'canceled', attended: null, noticedAt: null },
      [],
      [],
      1,
    ],
    ['manual decisions stay', { creditId: 'c', given: 'granted', noticedAt: null, byHand: true }, [], [], 0],
    ['a credit beyond the limit is void from the start', {}, two, [2], 0],
    ['a credit beyond the limit stays void', { isBeyond: true }, [], [], 0],
    [
      'a credit beyond the limit is voided once the class is no longer missed',
      { isBeyond: true, noticedAt: null },
      [],
      [],
      1,
    ],
    ['a credit already used returns regardless of the limit', { isSpent: true }, two, [null], 0],
    [
      'only credits with overlapping days count toward the limit',
      {},
      [two[0] as OpenCredit, openCredit('b', '2026-05-10', '2026-07-09')],
      [null],
      0,
    ],
    [
      'only credits of the same subject count toward the limit',
      {},
      [two[0] as OpenCredit, openCredit('b', '2026-03-01', '2026-05-01', { subject: 'English' })],
      [null],
      0,
    ],
    [
      'only credits of the same student count toward the limit',
      {},
      [two[0] as OpenCredit, openCredit('b', '2026-03-01', '2026-05-01', { studentId: 'mia' })],
      [null],
      0,
    ],
  ])('%s', (_, more, open, due, excess) => {
    const done = settlement([{ ...known, ...more }], open)
    expect([done.due.map(({ overLimit }) => overLimit), done.excess.length]).toEqual([due, excess])
  })

  test('several new credits count one by one toward the limit, and voided ones make room', () => {
    const days = ['2026-03-24', '2026-03-10', '2026-03-17']
    const all = days.map((on) => ({ ...known, on }))
    expect(settlement(all, []).due.map(({ missedOn, overLimit }) => [missedOn, overLimit])).toEqual([
      ['2026-03-10', null],
      ['2026-03-17', null],
      ['2026-03-24', 2],
    ])
    const excess = { ...known, on: '2026-03-03', creditId: 'a', given: 'notice' as const, noticedAt: null }
    expect(settlement([known, excess], two).due.map(({ overLimit }) => overLimit)).toEqual([null])
  })
})
