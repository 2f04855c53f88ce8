import { ahead } from '#features/schedule/credits/absence-credit.ts'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { conflict } from '#shared/problem.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'

type OpenCredit = { childId: string; firstName: string; state: string }

/** Counts the open credits of all children: `2 make-ups to book: Ada 1, Ben 1`. Null if there are none. */
export function toBookInWords(credits: readonly OpenCredit[]) {
  const open = credits.filter(({ state }) => state === 'open')
  if (open.length === 0) return null
  const children = [...Map.groupBy(open, ({ childId }) => childId).values()]
  const each = children.map((own) => `${own[0]?.firstName} ${own.length}`)
  const makeUps = counted(open.length, 'make-up')
  return children.length === 1
    ? t('{makeUps} to book for {name}', { makeUps, name: open[0]?.firstName })
    : t('{makeUps} to book: {each}', { makeUps, each: each.join(', ') })
}

type Booking = { confirms: boolean; noticeHours: number; canChange: boolean }

/** Describes the consequences of booking a class, in sentences for a parent. */
export function bookingInWords({ confirms, noticeHours, canChange }: Booking) {
  const notice = ahead(noticeHours)
  return [
    confirms && t('The seat is held while the center confirms it. You’ll get an email.'),
    canChange
      ? noticeHours === 0
        ? t('You can move or cancel it until it starts.')
        : t('You can move or cancel it up to {notice} before it starts.', { notice })
      : t('It starts in less than {notice}, so only the center can move or cancel it.', { notice }),
  ].filter((sentence) => sentence !== false)
}

/** Creates the 409 `office_books`: parents can't book at this center. */
export const officeBooks = (center: string) =>
  conflict('office_books', t('To book or change a make-up, please call {center}.', { center }))

/** Creates the 409 `begun`: the class has started. */
export const begun = () => conflict('begun', t('This class has already started. Please choose another one.'))

/** Creates the 409 `not_booked`: there is no make-up to move or cancel. */
export const notBooked = () => conflict('not_booked', t('This make-up is no longer booked.'))

type Late = { className: string; on: Day; noticeHours: number }

/** Creates the 409 `too_late`: it is too late to give the minimum notice. */
export const tooLate = ({ className, on, noticeHours }: Late) =>
  conflict(
    'too_late',
    t('{className} on {on} starts in less than {noticeHours}. Please call the center.', {
      className,
      on: dayInWords(on),
      noticeHours: ahead(noticeHours),
    }),
    { on, noticeHours },
  )
