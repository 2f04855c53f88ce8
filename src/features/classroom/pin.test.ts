import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { ownWork } from '#features/practice/answering/api.ts'
import { assigning } from '#features/practice/assigning/api.ts'
import { whiteboards } from '#features/practice/whiteboard/api.ts'
import { settings } from '#features/schedule/center-settings/api.ts'
import { devices } from '#features/devices/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { classroom } from './api.ts'

const world = await openWorld()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let manager: Caller
let tablet: Caller
let neighbor: Caller

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const staff = await make.staff('manager', center.id)
    const [device, other] = [await make.device(center.id, staff.id), await make.device(center.id, staff.id)]
    return { center, staff, teacher: await make.teacher(center.id), device, other }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  manager = await world.as(cast.staff)
  tablet = await world.as({ ...cast.device, kind: 'devices' })
  neighbor = await world.as({ ...cast.other, kind: 'devices' })
  await manager.call(settings.change, { centerId: cast.center.id, classroomPin: '4711' })
})

const begin = (pin: string, who = tablet) =>
  who.call(classroom.begin, { centerId: cast.center.id, userId: cast.teacher.id, seat: 'teachers', pin })
const blockedUntil = async () =>
  (await manager.call(devices.list, {})).body.find(({ _id }) => _id === cast.device.id)?.pinBlockedUntil

/** Sends five wrong PINs at the same time. */
const wrongPins = () => Promise.all(['0000', '1111', '2222', '3333', '4444'].map((pin) => begin(pin)))

test('the error for a wrong PIN says how many tries are left, and the right PIN resets the count', async () => {
  const said = []
  for (const pin of ['0000', '1111', '2222', '3333'])
    said.push(((await begin(pin)).body as { message?: string }).message)
  expect(said.map((words) => / (\S+ \S+ left)\.$/.exec(words ?? '')?.[1])).toEqual([
    '4 tries left',
    '3 tries left',
    '2 tries left',
    '1 try left',
  ])
  expect((await begin('4711')).status).toBe(200)
  expect(((await begin('0000')).body as { message?: string }).message).toMatch(/ 4 tries left\.$/)
  expect((await begin('4711')).status).toBe(200)
})

test('five wrong PINs in a row, even if sent at the same time, block only this tablet', async () => {
  const statuses = (await wrongPins()).map(({ status }) => status)
  expect(statuses.filter((status) => status === 422)).toHaveLength(4)
  expect(await begin('4711')).toMatchObject({ status: 429, body: { code: 'pin_blocked' } })
  expect((await begin('4711', neighbor)).status).toBe(200)
  expect(await blockedUntil()).not.toBeNull()
})

test('only the office can lift the block, and the audit trail records it', async () => {
  const input = { id: cast.device.id, allowPin: true as const }
  expect((await tablet.call(devices.change, input)).status).toBe(403)
  expect(await manager.call(devices.change, input)).toMatchObject({
    status: 200,
    body: { pinBlockedUntil: null },
  })
  const [trace] = await world.database
    .read`select action from audit where entity_id = ${cast.device.id} order by id desc limit 1`
  expect(trace).toEqual({ action: 'devices.allowPin' })
  expect((await begin('4711')).status).toBe(200)
})

test('the block ends automatically after ten minutes', async () => {
  await wrongPins()
  const { headers } = await begin('4711')
  expect(Number(headers['retry-after'])).toBeGreaterThan(590)
  await world.database.write(
    (db) => db`update devices set pin_failed_at = pin_failed_at - interval '10 minutes'`,
  )
  expect(await blockedUntil()).toBeNull()
  expect((await begin('4711')).status).toBe(200)
})

describe('marks kept on a tablet and sent after another person has entered the PIN', () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

  /** Moves the recorded times at which people used the tablet into the past by this interval. */
  const putEarlier = (interval: string) =>
    world.database.write(
      (db) => db`
        update sessions set claimed_at = claimed_at - ${interval}::interval, earlier_claims = (
          select coalesce(jsonb_agg(jsonb_build_object('person_id', c ->> 'person_id', 'since', (c ->> 'since')::timestamptz - ${interval}::interval, 'until', (c ->> 'until')::timestamptz - ${interval}::interval)), '[]')
          from jsonb_array_elements(earlier_claims) c)
        where device_id = ${cast.device.id}`,
    )

  type SentMark = { by: 'first' | 'second' | 'nobody'; markedAt: string | undefined; days?: number }

  /**
   * Sends a mark that the tablet attributes to `by`. Before that, two people used the tablet for half an hour
   * each, the second one until now or until `days` ago.
   */
  async function sendMark({ by, markedAt, days = 0 }: SentMark) {
    const { first, second, where, studentId } = await world.database.write(async (db) => {
      const make = factories(db)
      const [klass, student] = [await make.klass(cast.center.id), await make.student(cast.center.id)]
      await make.place(klass, student.id)
      return {
        first: await make.teacher(cast.center.id),
        second: await make.teacher(cast.center.id),
        where: { centerId: cast.center.id, classId: klass.id, on: today },
        studentId: student.id,
      }
    })
    for (const { id: userId } of [first, second]) {
      const begun = await tablet.call(classroom.begin, {
        centerId: cast.center.id,
        userId,
        seat: 'teachers',
        pin: '4711',
      })
      expect(begun.status).toBe(200)
      await putEarlier('30 minutes')
    }
    await putEarlier(`${days} days`)
    const who = { first: first.id, second: second.id, nobody: cast.teacher.id }[by]
    const marks = [{ studentId, mark: 'present' as const }]
    const { status } = await tablet.call(attendance.take, { ...where, marks, by: who, markedAt })
    const [row] = await world.database.read<{ takenBy: string }[]>`
      select taken_by from attendances where class_id = ${where.classId}`
    return { status, takenBy: row && (row.takenBy === who ? by : row.takenBy) }
  }

  test.each([
    ['are accepted from the person who had the tablet when they were made', 'first', minutes(-45), 201],
    ['are accepted from the person who has the tablet now', 'second', minutes(-15), 201],
    ['are refused from a person who had left the tablet before they were made', 'first', minutes(-15), 403],
    ['are refused from a person who got the tablet only after they were made', 'first', minutes(-75), 403],
    ['are refused without the time at which they were made', 'first', undefined, 403],
  ] as const)('%s', async (_, by, markedAt, status) => {
    expect(await sendMark({ by, markedAt })).toEqual({ status, takenBy: status === 201 ? by : undefined })
  })

  const night = 24 * 60
  test.each([
    ['are accepted from the person who had the tablet last', 'second', minutes(-night - 15), 201],
    ['are accepted from the person who had the tablet before that', 'first', minutes(-night - 45), 201],
    [
      'are refused from a person who hadn’t entered the PIN on the day they were made',
      'second',
      minutes(-night + 720),
      403,
    ],
    ['are refused without the time at which they were made', 'second', undefined, 403],
  ] as const)('when sent the next day, %s', async (_, by, markedAt, status) => {
    const sent = await sendMark({ by, markedAt, days: 1 })
    expect(sent).toEqual({ status, takenBy: status === 201 ? by : undefined })
  })
})

test('strokes kept on a tablet are accepted only for the person who was using it when they were drawn', async () => {
  const { student, section } = await world.database.write(async (db) => {
    const make = factories(db)
    const made = await make.section()
    await make.questions(made.id, [{ text: 'What is $1 + 1$?', value: '2' }])
    const child = await make.student(cast.center.id)
    await make.place(await make.klass(cast.center.id), child.id)
    return { student: child, section: made }
  })
  const next = await world.database.write((db) => factories(db).teacher(cast.center.id))
  const { body: work } = await manager.call(assigning.homework, { id: student.id, sections: [section.id] })
  await (await world.as(student)).call(ownWork.homework.change, { id: work._id, state: 'started' })
  await begin('4711')
  const drawnAt = new Date().toISOString()
  await tablet.call(classroom.begin, {
    centerId: cast.center.id,
    userId: next.id,
    seat: 'teachers',
    pin: '4711',
  })
  const draw = async (by: string, at?: string) => {
    const stroke = { _id: newId(), ink: 'red' as const, points: [0, 0, 10, 10] }
    const input = { studentId: student.id, workId: work._id, n: 1, drawn: [stroke], erased: [], by }
    return (await tablet.call(whiteboards.changeGiven, { ...input, drawnAt: at })).status
  }
  const earlier = new Date(Date.now() - 60_000).toISOString()
  expect(await draw(cast.teacher.id, drawnAt)).toBe(204)
  expect(await draw(next.id)).toBe(204)
  expect(await draw(cast.teacher.id)).toBe(403)
  expect(await draw(cast.staff.id, earlier)).toBe(404)
  const rows = await world.database
    .read`select drawn_by from whiteboard_strokes where work_id = ${work._id} order by seq`
  expect(rows).toEqual([{ drawnBy: cast.teacher.id }, { drawnBy: next.id }])
})
