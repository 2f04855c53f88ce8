import type { ActionCall } from '#server/call.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse } from 'uuid'
import { addDays } from '#shared/calendar.ts'
import { notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { clockChanges, today } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import { pageAddress } from '#server/mail.ts'
import { installationKey } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import {
  meetingsOf,
  type MeetingRow,
  ownReadings,
  parentReading,
  type FeedContents,
  renewCalendar,
} from './queries.ts'
import { type CalendarEvent, calendarText } from './calendar-text.ts'

const partBytes = 16

/**
 * Returns the token in a calendar's address: the ids of the owner (whose classes it lists) and of the reader
 * (who subscribes to it), and a signature over both ids, the reader's version and the center.
 */
function tokenOf(key: Buffer, { ownerId, readerId, version, centerId }: FeedContents) {
  const sign = createHmac('sha256', key)
    .update(`${ownerId} ${readerId} ${version} ${centerId ?? ''}`)
    .digest()
    .subarray(0, partBytes)
  return Buffer.concat([parse(ownerId), parse(readerId), sign]).toString('base64url')
}

/**
 * Verifies a token and returns its contents. Throws 404 if it is invalid or has been replaced, or if its
 * reader no longer has access.
 */
async function opened(db: Db, token: string) {
  const given = Buffer.from(token, 'base64url')
  if (given.length !== 3 * partBytes) throw notFound()
  const [ownerId, readerId] = [
    given.toString('hex', 0, partBytes),
    given.toString('hex', partBytes, 2 * partBytes),
  ]
  const key = await installationKey(db, 'calendar')
  const readings = await (ownerId === readerId
    ? ownReadings(db, ownerId)
    : parentReading(db, { ownerId, readerId }))
  const signed = readings.filter((each) =>
    timingSafeEqual(given, Buffer.from(tokenOf(key, each), 'base64url')),
  )
  return one(signed, notFound)
}

/** Converts a class to an event. Leaves out the teacher in the teacher's own calendar. */
function eventOf(row: MeetingRow, personId: string): CalendarEvent {
  const { center, address, city, state, zip, timeZone: zone, teacherId, teacher, ...event } = row
  const place = [center, address, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')
  return { ...event, zone, place, teacher: teacherId === personId ? '' : teacher }
}

const [weeksBack, weeksAhead] = [8, 26]
/** The time zone where each day begins first. Elsewhere, the date is the same or earlier. */
const firstZone = 'Pacific/Kiritimati'

/**
 * Returns the calendar text for a token. Throws 404 if the token is invalid or has been replaced, or if its
 * reader no longer has access.
 */
export async function calendarFeed(db: Db, token: string) {
  return await feedOf(db, await opened(db, token))
}

async function feedOf(db: Db, reading: FeedContents) {
  const on = today(firstZone)
  const span = { from: addDays(on, -7 * weeksBack), until: addDays(on, 7 * weeksAhead) }
  const events = (await meetingsOf(db, reading, span)).map((row) => eventOf(row, reading.ownerId))
  const zones = [...new Set(events.map(({ zone }) => zone))].map((zone) => ({
    zone,
    changes: clockChanges(zone, span),
  }))
  return calendarText({ name: `${reading.firstName}’s classes`, today: on, zones, events })
}

/**
 * Returns a calendar's address. Each parent has their own address for a child, which stops working when the
 * parent loses access to the child or renews any address. A student or teacher has one address per center.
 */
async function addressOf(db: Db, settings: Settings, reading: FeedContents) {
  return {
    url: pageAddress(settings, `/api/ical/${tokenOf(await installationKey(db, 'calendar'), reading)}.ics`),
  }
}

/** Calendar whose address is requested: a person's own at a center, or a child's for the signed-in parent. */
type CalendarOwner = { personId: string; center: CenterId } | { childId: string }

async function readingOf(db: Db, actor: Actor, owner: CalendarOwner) {
  const found =
    'childId' in owner
      ? parentReading(db, { ownerId: owner.childId, readerId: actor.id })
      : ownReadings(db, owner.personId, owner.center)
  return one(await found, notFound)
}

export async function calendarAddress({ db, actor }: ActionCall, owner: CalendarOwner, settings: Settings) {
  return await addressOf(db, settings, await readingOf(db, actor, owner))
}

/** Creates a new address for a calendar. All old addresses of the same reader stop working. */
export async function renewCalendarAddress(
  { db, actor }: ActionCall,
  owner: CalendarOwner,
  settings: Settings,
) {
  const reading = await readingOf(db, actor, owner)
  const { version } = one(await renewCalendar(db, reading.readerId), notFound)
  const center = 'center' in owner ? owner.center : null
  record(db, actor, { action: 'calendar.renew', entity: reading.readerId, center, after: { version } })
  return await addressOf(db, settings, { ...reading, version })
}
