import { Temporal } from 'temporal-polyfill'
import { notifyAll } from '#features/family/push/queries.ts'
import { textAll } from '#features/family/texts/queries.ts'
import type { AutomaticKind } from '#features/family/subscriptions/kinds.ts'
import { dayAt, instantOf, timeAt, today } from '#server/clock.ts'
import type { JobTools } from '#server/jobs.ts'
import { pageAddress, queueMails } from '#server/mail.ts'
import { isQuiet } from '#server/quiet-hours.ts'
import type { Settings } from '#server/settings.ts'
import { claimDue, type DueQuery } from './due-queries.ts'
import { type Facts, messageWords, type Writer } from './message-words.ts'
import { type SendingCenter, sendingCenters } from './queries.ts'
import { announcedDays, settingsOf, saturdaysToSend, untilWhen } from './sending-times.ts'

/** Schedule of the job that sends due messages: every five minutes. */
export const remindersCron = { task: 'reminders', match: '*/5 * * * *' }

/** Number of messages posted in one transaction, so that each transaction stays short. */
const together = 100

type SendOptions = { kind: AutomaticKind; due: DueQuery; writer: Writer; timeZone: string }

/** Returns the instant at which a message expires; null if it never does. */
function endOf<K extends AutomaticKind>(kind: K, facts: Facts[K], timeZone: string) {
  const until = untilWhen(kind, facts)
  return until && instantOf(timeZone, until.on, until.time)
}

/**
 * Posts a batch of messages of one kind, and returns their number. The messages and their claims are stored
 * in one transaction.
 */
const sendSome = ({ database, settings }: JobTools, { kind, due, writer, timeZone }: SendOptions) =>
  database.write(async (db) => {
    const claimed = await claimDue(db, kind, due, together)
    const messages = claimed.map(({ facts, personId, email, ...reader }) => ({
      personId,
      to: email,
      purpose: 'automatic' as const,
      kind,
      until: endOf(kind, facts, timeZone),
      center: due.center,
      words: () => messageWords(kind, facts, { reader, writer }),
    }))
    const posted = await queueMails(db, settings, messages)
    await notifyAll(db, posted)
    await textAll(db, posted)
    return claimed.length
  })

/** Returns the kinds of messages that a center sends now, with their settings; none during quiet hours. */
function sendingsOf(
  settings: Settings,
  { id: center, timeZone, phone, makeupBooking, reminders }: SendingCenter,
) {
  const now = { today: today(timeZone), time: timeAt(timeZone) }
  if (isQuiet(now)) return []
  const canBook = makeupBooking !== 'office'
  const writer = { phone, canBook, today: now.today, link: (path: string) => pageAddress(settings, path) }
  return reminders.map(({ kind, onSince, ...chosen }): SendOptions => {
    const { hour, days } = settingsOf(kind, chosen)
    const onSinceDay = dayAt(timeZone, Temporal.Instant.from(onSince))
    const wasOn = onSinceDay < now.today
    const announced =
      hour === null ? [] : kind === 'week' ? saturdaysToSend(now, hour) : announcedDays(now, { hour, wasOn })
    return { kind, writer, timeZone, due: { ...now, center, onSince, onSinceDay, days, announced } }
  })
}

/**
 * Posts the centers' automatic messages. Safe to run twice, in parallel or after a crash: each message is
 * claimed by a row in the transaction that posts it. If sending fails for one center, the other centers'
 * messages are still sent, and the queue retries.
 */
export async function sendReminders(_payload: unknown, tools: JobTools) {
  const failures: unknown[] = []
  for (const center of await sendingCenters(tools.database.read))
    try {
      for (const sending of sendingsOf(tools.settings, center))
        while ((await sendSome(tools, sending)) === together);
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'Automatic messages of a center failed.')
}
