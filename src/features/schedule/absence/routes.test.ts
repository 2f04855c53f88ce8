import { beforeAll, describe, expect, test } from 'vitest'
import { classes } from '../classes/api.ts'
import { days } from '../days/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import type { CenterId } from '#server/gate.ts'
import { makeDb } from '#server/sql.ts'
import { coverMeetings, meetingsOf } from './absence.ts'
import { absences, type Meeting } from './api.ts'
import { suggested } from './suggestions.ts'

const world = await openWorld()
const [tuesday, wednesday, week] = [today, '2026-03-04', '2026-03-10']

/**
 * Tess teaches math on Tuesdays and Wednesdays. Max teaches math too. Eli teaches English on Tuesdays, at a
 * time that overlaps with Tess's class.
 */
const makeCast = () =>
  world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const teacher = (firstName: string) => make.teacher(north.id, { firstName, lastName: 'Fox' })
    const [tess, max, eli, zoe] = [
      await teacher('Tess'),
      await teacher('Max'),
      await teacher('Eli'),
      await teacher('Zoe'),
    ]
    const math = await make.klass(north.id, { name: 'Math 5', teacherId: tess.id })
    const second = await make.klass(north.id, { name: 'Math 6', day: 3, teacherId: tess.id })
    await make.klass(north.id, { name: 'Math 1', day: 4, teacherId: max.id })
    await make.klass(north.id, { name: 'English 3', subject: 'English', time: '17:00', teacherId: eli.id })
    const ana = await make.student(north.id)
    await make.place(math, ana.id)
    return {
      centerId: north.id,
      tess,
      max,
      eli,
      zoe,
      math,
      second,
      ana,
      operator: await make.staff('operator', north.id),
      stranger: await make.staff('operator', south.id),
    }
  })
let cast: Awaited<ReturnType<typeof makeCast>>
let office: Caller

beforeAll(async () => {
  cast = await makeCast()
  office = await world.as(cast.operator)
})

const readMeetings = async (from = tuesday, to = week, who = office) =>
  await who.call(absences.meetings, { centerId: cast.centerId, personId: cast.tess.id, from, to })
const cover = async (
  meetings: { classId: string; date: string; substituteId: string | null; version: number }[],
) => await office.call(absences.cover, { centerId: cast.centerId, personId: cast.tess.id, meetings })
const names = ({ free }: Meeting) =>
  free.map(({ firstName, fits }) => `${firstName}${fits ? '!' : ''}`).join(' ')

describe('a teacher’s absence', () => {
  test('lists every class on these days with the teachers who are free, those who teach the subject first', async () => {
    const { body } = await readMeetings()
    expect(body.map((meeting) => [meeting.date, meeting.name, names(meeting), meeting.substituteId])).toEqual(
      [
        [tuesday, 'Math 5', 'Max! Zoe', null],
        [wednesday, 'Math 6', 'Max! Eli Zoe', null],
        [week, 'Math 5', 'Max! Zoe', null],
      ],
    )
    expect(body[0]).toMatchObject({ time: '16:30', endTime: '17:45', subject: 'Math', version: 0 })
  })

  test('sets all substitutes in one change and returns the students of these classes', async () => {
    const { status, body } = await cover([
      { classId: cast.math.id, date: tuesday, substituteId: cast.max.id, version: 0 },
      { classId: cast.second.id, date: wednesday, substituteId: cast.zoe.id, version: 0 },
    ])
    expect(status).toBe(200)
    expect(body).toEqual({
      meetings: [
        { classId: cast.math.id, date: tuesday, version: 1 },
        { classId: cast.second.id, date: wednesday, version: 1 },
      ],
      students: [cast.ana.id],
    })
    expect((await readMeetings()).body.map(({ substituteId }) => substituteId)).toEqual([
      cast.max.id,
      cast.zoe.id,
      null,
    ])
    const trail = await world.database.read`
      select entity_id from audit where action = 'schedules.change' and person_id = ${cast.operator.id} order by id`
    expect(trail.map(({ entityId }) => entityId)).toEqual([
      `${cast.centerId} ${tuesday}`,
      `${cast.centerId} ${wednesday}`,
    ])
  })

  test('changes nothing if one of the classes has since changed or doesn’t meet', async () => {
    const fresh = { classId: cast.math.id, date: week, substituteId: cast.max.id, version: 0 }
    const old = { classId: cast.second.id, date: wednesday, substituteId: null, version: 0 }
    expect(await cover([fresh, old])).toMatchObject({ status: 409, body: { code: 'changed' } })
    expect(await cover([fresh, { ...old, date: '2026-03-05' }])).toMatchObject({
      status: 409,
      body: { code: 'not_meeting' },
    })
    expect((await readMeetings(week, week)).body[0]?.substituteId).toBe(null)
  })

  test('can be undone with the versions returned by the change', async () => {
    const { status } = await cover([
      { classId: cast.math.id, date: tuesday, substituteId: null, version: 1 },
      { classId: cast.second.id, date: wednesday, substituteId: null, version: 1 },
    ])
    expect(status).toBe(200)
    expect((await readMeetings()).body.map(({ substituteId }) => substituteId)).toEqual([null, null, null])
  })

  test('changes no class that another teacher teaches, such as one that got a new teacher since it was listed', async () => {
    const klass = await world.database.write((db) =>
      factories(db).klass(cast.centerId, { name: 'Math 7', day: 5, teacherId: cast.tess.id }),
    )
    const meeting = { classId: klass.id, date: '2026-03-06', substituteId: cast.zoe.id, version: 0 }
    await office.call(classes.change, { centerId: cast.centerId, classId: klass.id, teacherId: cast.eli.id })
    expect(await cover([meeting])).toMatchObject({ status: 409, body: { code: 'changed' } })
    const ofEli = { centerId: cast.centerId, personId: cast.eli.id }
    expect((await office.call(absences.cover, { ...ofEli, meetings: [meeting] })).status).toBe(200)
    const ofZoe = { centerId: cast.centerId, personId: cast.zoe.id }
    const swap = async (substituteId: string, version: number) =>
      (await office.call(absences.cover, { ...ofZoe, meetings: [{ ...meeting, substituteId, version }] }))
        .status
    // Zoe, the substitute, is away too. She is replaced, and an undo makes her the substitute again.
    expect([await swap(cast.max.id, 1), await swap(cast.zoe.id, 2)]).toEqual([200, 200])
  })

  test('includes a class that the teacher would teach as a substitute', async () => {
    const [meeting] = (await readMeetings()).body
    await office.call(days.change, {
      centerId: cast.centerId,
      scheduleId: tuesday,
      classes: [{ classId: cast.math.id, substituteId: cast.max.id }],
    })
    const { body } = await office.call(absences.meetings, {
      centerId: cast.centerId,
      personId: cast.max.id,
      from: tuesday,
      to: tuesday,
    })
    expect(body.map(({ name }) => name)).toEqual([meeting?.name])
  })

  test('is refused for anyone but a teacher, for too many days, for substitutes from other centers, and to other centers’ offices', async () => {
    const centerId = cast.centerId
    const of = async (personId: string) =>
      (await office.call(absences.meetings, { centerId, personId, from: tuesday, to: tuesday })).status
    expect([await of(cast.ana.id), await of(cast.operator.id)]).toEqual([404, 404])
    expect((await readMeetings(week, tuesday)).status).toBe(422)
    expect((await readMeetings(tuesday, '2026-09-01')).status).toBe(422)
    const outsider = { classId: cast.math.id, date: week, substituteId: cast.stranger.id, version: 0 }
    expect((await cover([outsider])).status).toBe(422)
    expect((await cover([])).status).toBe(422)
    expect((await readMeetings(tuesday, week, await world.as(cast.stranger))).status).toBe(404)
    expect((await readMeetings(tuesday, week, await world.as(cast.ana))).status).toBe(403)
  })
})

describe('a long absence', () => {
  /** Counts the statements it takes to cover a teacher's first `count` meetings. */
  async function statementsFor(count: number) {
    const { centerId, tess, max } = await makeCast()
    const query = { personId: tess.id, from: tuesday, to: '2026-05-03' }
    const actor = { kind: 'admin' as const, id: max.id, firstName: '', centers: [], session: '' }
    let sent = 0
    await world.database.write(async (real) => {
      const db = makeDb((statement) => {
        sent += 1
        const { text, values } = statement.build()
        return real.unsafe(text, values)
      })
      const call = {
        actor,
        db: Object.assign(db, { ...real, unsafe: db.unsafe }),
        center: centerId as CenterId,
      }
      const meetings = (await meetingsOf(call, query)).slice(0, count)
      sent = 0
      const wanted = meetings.map(({ classId, date, version }) => ({
        classId,
        date,
        version,
        substituteId: max.id,
      }))
      const covered = await coverMeetings(call, { personId: tess.id, meetings: wanted })
      expect(covered.meetings).toHaveLength(count)
    })
    return sent
  }

  test('needs as few database statements as a short one', async () => {
    const [one, many] = [await statementsFor(1), await statementsFor(17)]
    expect(many).toBe(one)
    expect(many).toBeLessThan(10)
  })

  test('is refused for days that are too far apart to be listed together', async () => {
    const far = (date: string) => ({ classId: cast.math.id, date, substituteId: null, version: 0 })
    expect(await cover([far(tuesday), far('2026-09-01')])).toMatchObject({
      status: 422,
      body: { code: 'range' },
    })
  })
})

test('the suggested substitute is the planned or a free one, but never the teacher who is away', () => {
  const free = [{ id: 'max', firstName: 'Max', lastName: '', fits: true }]
  expect(suggested({ substituteId: null, free }, 'tess')).toBe('max')
  expect(suggested({ substituteId: 'zoe', free }, 'tess')).toBe('zoe')
  expect(suggested({ substituteId: 'tess', free }, 'tess')).toBe('max')
  expect(suggested({ substituteId: null, free: [] }, 'tess')).toBe(null)
})
