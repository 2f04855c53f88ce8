import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse } from 'uuid'
import { childRows } from '#features/family/queries.ts'
import { addDays } from '#shared/calendar.ts'
import { notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { clockChanges, today } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import { type Actor, type CenterId, enter } from '#server/gate.ts'
import { pageAddress } from '#server/mail.ts'
import type { Handlers } from '#server/serve.ts'
import { houseKey } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import type { calendars } from './api.ts'
import { meetingsOf, type MeetingRow, type Owner, ownerAt, ownerById, renewCalendar } from './queries.ts'
import { type CalendarEvent, calendarText } from './rules.ts'

const idBytes = 16
const signBytes = 16

/** The token of an address: whose it is, and the sign that we gave it out for this version. */
function tokenOf(key: Buffer, { id, calendarVersion }: Owner) {
  const sign = createHmac('sha256', key).update(`${id} ${calendarVersion}`).digest().subarray(0, signBytes)
  return Buffer.concat([parse(id), sign]).toString('base64url')
}

/** Whose calendar a token opens. Throws 404 when it is none of ours, or was renewed. */
async function ownerOf(db: Db, token: string) {
  const given = Buffer.from(token, 'base64url')
  if (given.length !== idBytes + signBytes) throw notFound()
  const id = given.toString('hex', 0, idBytes)
  const [key, owner] = [await houseKey(db, 'calendar'), one(await ownerById(db, id), notFound)]
  if (!timingSafeEqual(given, Buffer.from(tokenOf(key, owner), 'base64url'))) throw notFound()
  return owner
}

/** A class as its own teacher or a family reads it: who teaches is news only to the others. */
function eventOf(row: MeetingRow, personId: string): CalendarEvent {
  const { center, address, city, state, zip, timeZone: zone, teacherId, teacher, ...event } = row
  const place = [center, address, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')
  return { ...event, zone, place, teacher: teacherId === personId ? '' : teacher }
}

const [weeksBack, weeksAhead] = [8, 26]
/** Where a day begins first: at every centre it is this day or the one before. */
const firstZone = 'Pacific/Kiritimati'

async function feedOf(db: Db, { id, firstName }: Owner) {
  const on = today(firstZone)
  const span = { from: addDays(on, -7 * weeksBack), until: addDays(on, 7 * weeksAhead) }
  const events = (await meetingsOf(db, id, span)).map((row) => eventOf(row, id))
  const zones = [...new Set(events.map(({ zone }) => zone))].map((zone) => ({ zone, changes: clockChanges(zone, span) }))
  return calendarText({ name: `Classes of ${firstName}`, today: on, zones, events })
}

/** Families and teachers read their classes in a calendar of their own; the address is an HMAC of who they are and of how often it was renewed. */
export function calendarsRoutes(settings: Settings): Handlers<typeof calendars> {
  const addressOf = async (db: Db, owner: Owner) => ({
    url: pageAddress(settings, `/api/ical/${tokenOf(await houseKey(db, 'calendar'), owner)}.ics`),
  })

  async function renewed(db: Db, actor: Actor, { center, id }: { center: CenterId; id: string }) {
    const owner = one(await renewCalendar(db, center, id), notFound)
    await record(db, actor, { deed: 'calendar.renew', entity: id, center, after: { calendarVersion: owner.calendarVersion } })
    return await addressOf(db, owner)
  }

  /** A centre of a child that is the caller's. */
  const centerOf = async (db: Db, actor: Actor, id: string) => one(await childRows(db, actor.id, { id }), notFound).centerId

  return {
    async feed({ input, db }) {
      return await feedOf(db, await ownerOf(db, input.token))
    },

    async address({ input, actor, db }) {
      return await addressOf(db, one(await ownerAt(db, await enter(db, actor, input.centerId), input.personId), notFound))
    },

    async renew({ input, actor, db }) {
      return await renewed(db, actor, { center: await enter(db, actor, input.centerId), id: input.personId })
    },

    async childAddress({ input, actor, db }) {
      return await addressOf(db, one(await ownerAt(db, await centerOf(db, actor, input.id), input.id), notFound))
    },

    async renewChild({ input, actor, db }) {
      return await renewed(db, actor, { center: await centerOf(db, actor, input.id), id: input.id })
    },
  }
}
