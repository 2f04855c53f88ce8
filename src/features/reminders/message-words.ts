import { money } from '#features/billing/amounts.ts'
import { monthName } from '#features/billing/months.ts'
import type { AutomaticKind } from '#features/family/subscriptions/kinds.ts'
import { addDays } from '#shared/calendar.ts'
import { weekdays } from '#shared/opening-hours.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { phoneInWords } from '#shared/entries.ts'
import { counted, listed } from '#shared/text.ts'

/** What a message is about, by kind. Times are `HH:MM`. */
export type Facts = {
  class: { on: Day; classes: { name: string; time: string }[] }
  absent: { name: string; on: Day; time: string }
  change: { name: string; on: Day; time: string; reason: string; was: { day: number; time: string } | null }
  expiry: { name: string; missedOn: Day; expiresOn: Day }
  overdue: { name: string; dueOn: Day }
  report: { name: string; workId: string }
  /** `open` is in cents. Only the payer is told. */
  invoice: {
    number: number
    month: string
    dueOn: Day
    open: number
    currency: string
    payerId: string | null
  }
  /** Figures of seven days. `done`, `correct` and `total` are of work whose result families may see. */
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
    /** Names of the sections that were mastered. */
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

/** The center that writes. `canBook`: parents choose make-ups themselves. `link` makes a page's address. */
export type Writer = { phone: string; canBook: boolean; today: Day; link: (path: string) => string }

type Text = { subject: string; body: string }
type About<K extends AutomaticKind> = (
  facts: Facts[K],
  reader: Reader,
  writer: Writer,
) => Text & { page?: string }

const call = ({ phone }: Writer) => (phone ? `call us at ${phoneInWords(phone)}` : 'contact us')

const near = (on: Day, today: Day) => {
  if (on === today) return 'today'
  return on < today ? `on ${dayInWords(on)}` : 'tomorrow'
}

const childPage = ({ studentId }: Reader) => `/parent/students/${studentId}`

const words: { [K in AutomaticKind]: About<K> } = {
  class: ({ on, classes }, reader, writer) => {
    const { child, canOpen } = reader
    const when = near(on, writer.today)
    const what = listed(classes.map(({ name, time }) => `${name} at ${clock(time)}`))
    const tell = canOpen ? 'please tell us on the child’s page' : `please ${call(writer)}`
    return {
      subject: `Reminder: ${child} has class ${when}`,
      body: `${child} has class ${when}, ${dayInWords(on)}: ${what}. If ${child} can’t come, ${tell}.`,
      page: childPage(reader),
    }
  },
  absent: ({ name, on, time }, { child }, writer) => {
    const when = near(on, writer.today)
    return {
      subject: `${child} was marked absent ${when}`,
      body: `${child} was marked absent from ${name} ${when} at ${clock(time)}, and we had not heard from you. If this surprises you, please ${call(writer)}.`,
    }
  },
  change: ({ name, on, time, reason, was }, reader, writer) => {
    const { child } = reader
    if (was)
      return {
        subject: `New time: ${name} from ${dayInWords(on)}`,
        body: `From ${dayInWords(on)} on, ${name} meets on ${weekdayOf(on)}s at ${clock(time)} instead of ${weekdays[was.day]}s at ${clock(was.time)}. If ${child} can’t come then, please ${call(writer)}.`,
      }
    return {
      subject: `Canceled: ${name} on ${dayInWords(on)}`,
      body: `${name} on ${dayInWords(on)} at ${clock(time)} is canceled${reason && ` (${reason})`}. ${child} doesn’t need to come; for a make-up, please ${call(writer)}.`,
    }
  },
  expiry: ({ name, missedOn, expiresOn }, { child, canOpen }, writer) => {
    const canChoose = canOpen && writer.canBook
    return {
      subject: `A make-up for ${child} expires soon`,
      body: `${child} can make up ${name} of ${dayInWords(missedOn)} until ${dayInWords(expiresOn)}. To choose a class, please ${canChoose ? 'open your make-ups' : call(writer)}.`,
      ...(canChoose && { page: '/parent/makeups' }),
    }
  },
  overdue: ({ name, dueOn }, reader) => ({
    subject: `${reader.child}’s homework is overdue`,
    body: `“${name}” was due on ${dayInWords(dueOn)} and isn’t handed in yet. Please remind ${reader.child} to finish it.`,
    page: childPage(reader),
  }),
  report: ({ name, workId }, reader, writer) => ({
    subject: `A new report about ${reader.child}`,
    body: reader.canOpen
      ? `The report about ${reader.child}’s assessment “${name}” is ready. Please open it to see the results and what comes next.`
      : `The report about ${reader.child}’s assessment “${name}” is ready. To get it, please ${call(writer)}.`,
    page: `${childPage(reader)}/assessments/${workId}/report`,
  }),
  invoice: ({ number, month, dueOn, open, currency }, _reader, writer) => ({
    subject: `Invoice ${number} is due on ${dayInWords(dueOn)}`,
    body: `${money(open, currency)} of invoice ${number} for ${monthName(month)} is due on ${dayInWords(dueOn)}. If you have paid already, thank you; for questions, please ${call(writer)}.`,
    page: '/parent/invoices',
  }),
  week: ({ from, until, came, classes, done, correct, total, open, awards, mastered }, reader) => {
    const { child } = reader
    const right = total > 0 ? ` with ${correct} of ${total} right` : ''
    const facts = [
      classes > 0 && `came to ${came} of ${classes === 1 ? '1 class' : `${classes} classes`}`,
      done > 0 && `finished ${done === 1 ? 'one piece' : `${done} pieces`} of work${right}`,
      mastered.length > 0 && `mastered ${listed(mastered.map((name) => `“${name}”`))}`,
      awards > 0 && `got ${awards === 1 ? 'an award' : `${awards} awards`}`,
    ].filter((fact) => fact !== false)
    const left =
      open === 0
        ? 'No homework is left to do'
        : `${counted(open, 'homework assignment')} ${open === 1 ? 'is' : 'are'} left to do`
    return {
      subject: `${child}’s week`,
      body: `From ${dayInWords(from)} to ${dayInWords(until)}, ${child} ${listed(facts)}. ${left}.`,
      page: childPage(reader),
    }
  },
}

const weekdayOf = (day: Day) => weekdays[new Date(day).getUTCDay()] ?? ''

/** Returns the subject and body of a message. Readers who can't open pages get no link. */
export function messageWords<K extends AutomaticKind>(
  kind: K,
  facts: Facts[K],
  { reader, writer }: { reader: Reader; writer: Writer },
): Text {
  const { subject, body, page } = words[kind](facts, reader, writer)
  const link = page && reader.canOpen ? `\n\n${writer.link(page)}` : ''
  return { subject, body: `Hello ${reader.parent},\n\n${body}${link}\n` }
}

/** Facts of a made-up child, with which the office sees the text before it is sent. */
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
