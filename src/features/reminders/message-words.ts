import { money } from '#features/billing/amounts.ts'
import { monthName } from '#features/billing/months.ts'
import type { AutomaticKind } from '#features/family/subscriptions/kinds.ts'
import { addDays } from '#shared/calendar.ts'
import { weekdays } from '#shared/opening-hours.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { phoneInWords } from '#shared/entries.ts'
import { listed } from '#shared/text.ts'
import { t } from '#shared/language.ts'

/** Facts in a message, by kind. Times are `HH:MM`. */
export type Facts = {
  class: { on: Day; classes: { name: string; time: string }[] }
  absent: { name: string; on: Day; time: string }
  change: { name: string; on: Day; time: string; reason: string; was: { day: number; time: string } | null }
  expiry: { name: string; missedOn: Day; expiresOn: Day }
  overdue: { name: string; dueOn: Day }
  report: { name: string; workId: string }
  /** `open` is in cents. Only the payer gets this message. */
  invoice: {
    number: number
    month: string
    dueOn: Day
    open: number
    currency: string
    payerId: string | null
  }
  /** Figures for seven days. `done`, `correct` and `total` cover work whose results families may see. */
  week: {
    from: Day
    until: Day
    came: number
    classes: number
    done: number
    correct: number
    total: number
    open: number
    awards: number
    /** Names of mastered sections. */
    mastered: string[]
  }
}

export type Reader = {
  /** First names of the parent and the child. */
  parent: string
  child: string
  studentId: string
  /** True if the parent can open the child's pages. */
  canOpen: boolean
}

/**
 * The sending center. `canBook` is true if parents may book make-ups themselves. `link` builds a page's URL.
 */
export type Writer = { phone: string; canBook: boolean; today: Day; link: (path: string) => string }

type Text = { subject: string; body: string }
type MessageFacts<K extends AutomaticKind> = (
  facts: Facts[K],
  reader: Reader,
  writer: Writer,
) => Text & { page?: string }

const call = ({ phone }: Writer) =>
  phone ? t('call us at {phone}', { phone: phoneInWords(phone) }) : t('contact us')

const near = (on: Day, today: Day) => {
  if (on === today) return t('today')
  return on < today ? t('on {day}', { day: dayInWords(on) }) : t('tomorrow')
}

const childPage = ({ studentId }: Reader) => `/parent/students/${studentId}`

const weekdayOf = (day: number) => t(weekdays[day] ?? '')

const words: { [K in AutomaticKind]: MessageFacts<K> } = {
  class: ({ on, classes }, reader, writer) => {
    const { child, canOpen } = reader
    const when = near(on, writer.today)
    const day = dayInWords(on)
    const what = listed(classes.map(({ name, time }) => t('{name} at {time}', { name, time: clock(time) })))
    return {
      subject: t('Reminder: {child} has class {when}', { child, when }),
      body: canOpen
        ? t(
            '{child} has class {when}, {day}: {what}. If {child} can’t come, please tell us on {child}’s page.',
            { child, when, day, what },
          )
        : t('{child} has class {when}, {day}: {what}. If {child} can’t come, please {call}.', {
            child,
            when,
            day,
            what,
            call: call(writer),
          }),
      page: childPage(reader),
    }
  },
  absent: ({ name, on, time }, { child }, writer) => {
    const when = near(on, writer.today)
    return {
      subject: t('{child} was marked absent {when}', { child, when }),
      body: t(
        '{child} was marked absent from {name} {when} at {time}, and we hadn’t heard from you. If you didn’t expect this, please {call}.',
        { child, name, when, time: clock(time), call: call(writer) },
      ),
    }
  },
  change: ({ name, on, time, reason, was }, reader, writer) => {
    const { child } = reader
    const now = { name, day: dayInWords(on), time: clock(time), child, call: call(writer) }
    if (was)
      return {
        subject: t('New time: {name} from {day}', now),
        body: t(
          'Starting {day}, {name} meets on {weekday}s at {time} instead of {oldWeekday}s at {oldTime}. If {child} can’t come then, please {call}.',
          {
            ...now,
            weekday: weekdayOf(new Date(on).getUTCDay()),
            oldWeekday: weekdayOf(was.day),
            oldTime: clock(was.time),
          },
        ),
      }
    return {
      subject: t('Canceled: {name} on {day}', now),
      body: t(
        '{name} on {day} at {time} is canceled{reason}. {child} doesn’t need to come. For a make-up, please {call}.',
        { ...now, reason: reason && ` (${reason})` },
      ),
    }
  },
  expiry: ({ name, missedOn, expiresOn }, { child, canOpen }, writer) => {
    const canChoose = canOpen && writer.canBook
    const said = { child, name, missedOn: dayInWords(missedOn), expiresOn: dayInWords(expiresOn) }
    return {
      subject: t('A make-up for {child} expires soon', { child }),
      body: canChoose
        ? t(
            '{child} missed {name} on {missedOn} and can make it up until {expiresOn}. To choose a class, please open your make-ups.',
            said,
          )
        : t(
            '{child} missed {name} on {missedOn} and can make it up until {expiresOn}. To choose a class, please {call}.',
            {
              ...said,
              call: call(writer),
            },
          ),
      ...(canChoose && { page: '/parent/makeups' }),
    }
  },
  overdue: ({ name, dueOn }, reader) => {
    const { child } = reader
    return {
      subject: t('{child}’s homework is overdue', { child }),
      body: t(
        '“{name}” was due on {day} and hasn’t been handed in yet. Please remind {child} to finish it.',
        {
          name,
          day: dayInWords(dueOn),
          child,
        },
      ),
      page: childPage(reader),
    }
  },
  report: ({ name, workId }, reader, writer) => {
    const { child } = reader
    return {
      subject: t('A new report about {child}', { child }),
      body: reader.canOpen
        ? t(
            'The report about {child}’s assessment “{name}” is ready. Please open it to see the results and what comes next.',
            { child, name },
          )
        : t('The report about {child}’s assessment “{name}” is ready. To get it, please {call}.', {
            child,
            name,
            call: call(writer),
          }),
      page: `${childPage(reader)}/assessments/${workId}/report`,
    }
  },
  invoice: ({ number, month, dueOn, open, currency }, _reader, writer) => {
    const day = dayInWords(dueOn)
    return {
      subject: t('Invoice {number} is due on {day}', { number, day }),
      body: t(
        '{amount} on invoice {number} for {month} is due on {day}. If you have already paid, thank you. For questions, please {call}.',
        { amount: money(open, currency), number, month: monthName(month), day, call: call(writer) },
      ),
      page: '/parent/invoices',
    }
  },
  week: (facts, reader) => {
    const { child } = reader
    const { from, until, open } = facts
    const left =
      open === 0
        ? t('There is no homework left to do.')
        : open === 1
          ? t('There is still 1 homework assignment to do.')
          : t('There are still {open} homework assignments to do.', { open })
    return {
      subject: t('{child}’s week', { child }),
      body: t('From {from} to {until}, {child} {facts}. {left}', {
        from: dayInWords(from),
        until: dayInWords(until),
        child,
        facts: listed(weekFacts(facts)),
        left,
      }),
      page: childPage(reader),
    }
  },
}

/** Formats a child's week as parts of a sentence that begins with the child's name. */
function weekFacts({ came, classes, done, correct, total, awards, mastered }: Facts['week']) {
  const right = total > 0 ? t(' with {correct} of {total} right', { correct, total }) : ''
  return [
    classes === 1 && t('came to {came} of 1 class', { came }),
    classes > 1 && t('came to {came} of {classes} classes', { came, classes }),
    done === 1 && t('finished one assignment{right}', { right }),
    done > 1 && t('finished {done} assignments{right}', { done, right }),
    mastered.length > 0 &&
      t('mastered {sections}', { sections: listed(mastered.map((name) => `“${name}”`)) }),
    awards === 1 && t('got an award'),
    awards > 1 && t('got {awards} awards', { awards }),
  ].filter((fact) => fact !== false)
}

/** Returns the subject and body of a message. Readers who can't open pages get no link. */
export function messageWords<K extends AutomaticKind>(
  kind: K,
  facts: Facts[K],
  { reader, writer }: { reader: Reader; writer: Writer },
): Text {
  const { subject, body, page } = words[kind](facts, reader, writer)
  const link = page && reader.canOpen ? `\n\n${writer.link(page)}` : ''
  return { subject, body: `${t('Hello {parent},', { parent: reader.parent })}\n\n${body}${link}\n` }
}

/** Returns facts about a made-up child, for the previews that the office sees. */
export const sampleFacts = (today: Day, tomorrow: Day): Facts => ({
  class: { on: tomorrow, classes: [{ name: 'Math 5', time: '16:30' }] },
  absent: { name: 'Math 5', on: today, time: '16:30' },
  change: { name: 'Math 5', on: tomorrow, time: '16:30', reason: '', was: null },
  expiry: { name: 'Math 5', missedOn: today, expiresOn: tomorrow },
  overdue: { name: 'Fractions 4', dueOn: today },
  report: { name: 'Math 3', workId: '00000000-0000-0000-0000-000000000000' },
  invoice: {
    number: 42,
    month: today.slice(0, 7),
    dueOn: tomorrow,
    open: 12_000,
    currency: 'USD',
    payerId: null,
  },
  week: {
    from: addDays(today, -7),
    until: addDays(today, -1),
    came: 2,
    classes: 2,
    done: 3,
    correct: 21,
    total: 25,
    open: 1,
    awards: 0,
    mastered: ['Equal fractions'],
  },
})
