import { beforeAll, describe, expect, test } from 'vitest'
import { classes } from '#features/schedule/classes/api.ts'
import { schedules } from '#features/schedule/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { days } from '#features/schedule/days/api.ts'
import { teacherNotes } from './api.ts'

const world = await openWorld()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let office: Caller

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const operator = await make.staff('operator', north.id)
    const tess = await make.teacher(north.id, { firstName: 'Tess' })
    await make.klass(north.id, { teacherId: tess.id })
    return {
      north,
      tess,
      operator,
      kim: await make.teacher(north.id, { duty: 'assistant' }),
      elsewhere: await make.teacher(south.id),
      stranger: await make.staff('operator', south.id),
      editor: await make.staff('editor', null),
      student: await make.student(north.id),
      device: { ...(await make.device(north.id, operator.id)), kind: 'devices' as const, centerId: north.id },
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  office = await world.as(cast.operator)
})

const of = (personId = cast.tess.id) => ({ centerId: cast.north.id, personId })
const note = (who: Caller, notes: string, version?: number) =>
  who.call(
    teacherNotes.change,
    { ...of(), notes },
    version === undefined ? {} : { headers: { 'if-match': `"${version}"` } },
  )

describe('the note about a teacher', () => {
  test('is empty at first, stored with escaped angle brackets, and shown with the day’s classes', async () => {
    expect((await office.call(teacherNotes.one, of())).body).toEqual({ notes: '', version: 1 })
    expect(await note(office, ' No <early> hours ')).toMatchObject({
      status: 200,
      body: { notes: 'No &lt;early&gt; hours', version: 2 },
    })
    const { body } = await office.call(schedules.day, { centerId: cast.north.id, scheduleId: today })
    expect(body.schedules[0]?.teacher).toMatchObject({ firstName: 'Tess', notes: 'No &lt;early&gt; hours' })
  })

  test('isn’t overwritten if someone changed it in the meantime, and saving the same text changes nothing', async () => {
    expect(await note(office, 'Other', 1)).toMatchObject({ status: 412, body: { current: { version: 2 } } })
    expect((await note(office, 'No <early> hours', 2)).body.version).toBe(2)
    expect((await note(office, '', 2)).body).toEqual({ notes: '', version: 3 })
    expect((await note(office, 'x'.repeat(2001))).status).toBe(422)
  })

  test('is shown for an assistant in the classes of the day, and for a teacher in the list of classes', async () => {
    await office.call(teacherNotes.change, { ...of(cast.kim.id), notes: 'Brings snacks' })
    await office.call(teacherNotes.change, { ...of(), notes: 'No early hours' })
    const { body: list } = await office.call(classes.list, { centerId: cast.north.id })
    expect(list[0]?.teacher).toMatchObject({ firstName: 'Tess', notes: 'No early hours' })
    const { body } = await office.call(days.change, {
      centerId: cast.north.id,
      scheduleId: today,
      ta: [cast.kim.id],
      classes: [{ classId: list[0]!.id, assistants: [cast.kim.id, cast.tess.id] }],
    })
    expect(body.ta).toMatchObject([{ id: cast.kim.id, notes: 'Brings snacks' }])
    expect(Object.fromEntries(body.schedules[0]!.assistants.map(({ id, notes }) => [id, notes]))).toEqual({
      [cast.kim.id]: 'Brings snacks',
      [cast.tess.id]: 'No early hours',
    })
  })

  test('exists only for teachers and assistants of the center', async () => {
    for (const id of [cast.operator.id, cast.elsewhere.id, cast.student.id]) {
      expect((await office.call(teacherNotes.one, of(id))).status).toBe(404)
      expect((await office.call(teacherNotes.change, { ...of(id), notes: 'No' })).status).toBe(404)
    }
  })

  test('is only for the office of that center, and is never sent to a device', async () => {
    await note(office, 'CANARY')
    await office.call(teacherNotes.change, { ...of(cast.kim.id), notes: 'CANARY' })
    expect((await note(await world.as(cast.stranger), 'Mine')).status).toBe(404)
    for (const who of [cast.editor, cast.student, cast.device])
      expect((await note(await world.as(who), 'Mine')).status).toBe(403)
    expect((await note(await world.as(null), 'Mine')).status).toBe(401)
    const device = await world.as(cast.device)
    const day = await device.call(schedules.day, { centerId: cast.north.id, scheduleId: today })
    const list = await device.call(classes.list, { centerId: cast.north.id })
    expect([day.status, list.status, `${day.text}${list.text}`.includes('CANARY')]).toEqual([200, 200, false])
  })
})
