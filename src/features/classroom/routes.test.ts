import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { settings } from '#features/schedule/center-settings/api.ts'
import { ownSections, ownWork } from '#features/practice/answering/api.ts'
import { assigning } from '#features/practice/assigning/api.ts'
import { setClock } from '#server/clock.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { classroom } from './api.ts'
import { presence } from './presence/api.ts'

const world = await openWorld()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let tablet: Caller
let operator: Caller

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const section = await make.section({ name: 'Sums' })
    await make.questions(section.id, [
      { text: 'What is $1 + 1$?', value: '2' },
      { text: 'What is $2 + 2$?', value: '4' },
    ])
    const staff = await make.staff('operator', north.id)
    const stranger = await make.staff('operator', south.id)
    const klass = await make.klass(north.id)
    const wednesday = await make.klass(north.id, { day: 3 })
    const [waiting, tomorrows] = [await make.student(north.id), await make.student(north.id)]
    await make.place(klass, waiting.id, { type: 'waitlist' })
    await make.place(wednesday, tomorrows.id)
    return {
      north,
      south,
      section,
      staff,
      klass,
      wednesday,
      waiting,
      tomorrows,
      teacher: await make.teacher(north.id, { firstName: 'Ben' }),
      assistant: await make.teacher(north.id, { duty: 'assistant' }),
      elsewhere: await make.teacher(south.id),
      device: await make.device(north.id, staff.id),
      stranger: await make.device(south.id, stranger.id),
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  tablet = await world.as({ ...cast.device, kind: 'devices' })
  operator = await world.as(cast.staff)
})

/** Returns a student of the class with homework under way. */
async function atWork() {
  const who = await world.database.write(async (db) => {
    const made = await factories(db).student(cast.north.id)
    await factories(db).place(cast.klass, made.id)
    return made
  })
  const caller = await world.as(who)
  const { body } = await operator.call(assigning.homework, { id: who.id, sections: [cast.section.id] })
  const workId = body._id
  await caller.call(ownWork.homework.change, { id: workId, state: 'started' })
  const answer = (n: number, seq: number, text: string) =>
    caller.call(ownSections.answer, {
      id: workId,
      s: 1,
      n,
      seq,
      answerId: newId(),
      given: { kind: 'fr', parts: [text] },
    })
  const tile = async (by = tablet) =>
    (await by.call(classroom.tiles, { classId: cast.klass.id })).body.tiles.find(
      ({ studentId }) => studentId === who.id,
    )
  return { who, caller, workId, answer, tile }
}

const help = (studentId: string, more: { by?: string; classId?: string } = {}) =>
  tablet.call(classroom.help, { classId: cast.klass.id, studentId, seen: true, ...more })

describe('the tiles of a class', () => {
  test('show each student’s question, tries and last answers', async () => {
    const { who, caller, workId, answer, tile } = await atWork()
    expect(await tile()).toMatchObject({
      firstName: who.firstName,
      level: 'Math 5',
      mark: null,
      place: null,
      last: [],
    })
    await caller.call(presence.place, { workId, num: 1 })
    for (const [n, text] of ['3', '5'].entries()) await answer(1, n + 1, text)
    expect(await tile()).toMatchObject({
      last: ['incorrect', 'incorrect'],
      place: {
        workId,
        kind: 'homework',
        section: 'Sums',
        sectionNum: 1,
        quesNum: 1,
        num: 1,
        of: 2,
        tries: 2,
        wrong: 2,
        status: 'incorrect',
      },
    })
    await answer(1, 3, '2')
    await caller.call(presence.place, { workId, num: 2 })
    expect(await tile(operator)).toMatchObject({
      last: ['incorrect', 'incorrect', 'correct'],
      place: { num: 2, tries: 0, wrong: 0, answered: 1 },
    })
  })

  test('show only today’s roster', async () => {
    await atWork()
    const { body } = await tablet.call(classroom.tiles, { classId: cast.klass.id })
    expect(body).toMatchObject({ on: today, centerId: cast.north.id, time: '16:30', endTime: '17:45' })
    expect(body.tiles.map(({ studentId }) => studentId)).not.toContain(cast.waiting.id)
  })

  test('return 404 for an unknown class, or for a class of another day or center', async () => {
    const other = await world.as({ ...cast.stranger, kind: 'devices' })
    for (const [who, classId] of [
      [tablet, cast.wednesday.id],
      [operator, cast.wednesday.id],
      [other, cast.klass.id],
      [tablet, newId()],
    ] as const) {
      expect((await who.call(classroom.tiles, { classId })).status).toBe(404)
      expect((await who.call(classroom.answers, { classId })).status).toBe(404)
    }
  })

  test('link to students with their work, but only to those on today’s roster', async () => {
    const { who, workId } = await atWork()
    const open = (studentId: string) => tablet.call(classroom.student, { classId: cast.klass.id, studentId })
    expect(await open(who.id)).toMatchObject({
      status: 200,
      body: { firstName: who.firstName, work: [{ _id: workId, state: 'started' }] },
    })
    for (const studentId of [cast.waiting.id, cast.tomorrows.id, newId()])
      expect((await open(studentId)).status).toBe(404)
  })

  test('reveal nothing about families', async () => {
    await atWork()
    const { text } = await tablet.call(classroom.tiles, { classId: cast.klass.id })
    expect(text).not.toMatch(/email|phone|note|parent/i)
  })
})

describe('the feed of answers', () => {
  test('returns all of today’s answers in order and continues from a cursor', async () => {
    const { who, answer, workId } = await atWork()
    for (const [n, text] of ['7', '8', '2'].entries()) await answer(1, n + 1, text)
    const classId = cast.klass.id
    const { body: all } = await tablet.call(classroom.answers, { classId })
    const own = all.answers.filter(({ studentId }) => studentId === who.id)
    expect(own.map(({ status, score, seq, num }) => [status, score, seq, num])).toEqual([
      ['incorrect', 0, 1, 1],
      ['incorrect', 0, 2, 1],
      ['correct', 1, 3, 1],
    ])
    expect(own[0]).toMatchObject({
      work: { _id: workId, kind: 'homework' },
      sectionNum: 1,
      quesNum: 1,
      comment: null,
      seen: false,
    })

    // Recent answers are sent again, because a slow statement may still add an earlier one.
    const { body: again } = await tablet.call(classroom.answers, { classId, after: all.next ?? '' })
    expect(again.answers.map(({ _id }) => _id)).toEqual(expect.arrayContaining(own.map(({ _id }) => _id)))
    await world.database.write((db) => db`update answers set arrived_at = arrived_at - interval '20 seconds'`)
    const { body: first } = await tablet.call(classroom.answers, { classId, limit: 2 })
    expect(first).toMatchObject({ more: true })
    const { body: rest } = await tablet.call(classroom.answers, { classId, after: first.next ?? '' })
    const later = [...first.answers, ...rest.answers].map(({ _id }) => _id)
    expect(new Set(later).size).toBe(later.length)
    expect(later).toEqual(expect.arrayContaining(own.map(({ _id }) => _id)))
  })

  test('shows the same current verdicts as the tiles after keys were corrected and some parts were graded', async () => {
    const { who, caller, workId, answer, tile } = await atWork()
    await caller.call(presence.place, { workId, num: 1 })
    for (const [n, text] of ['7', '8'].entries()) await answer(1, n + 1, text)
    await answer(2, 1, '5')
    const right = { status: 'correct', score: 1, parts: [] }
    const half = { status: 'partial', score: 0.5, parts: [] }
    await world.database.write(async (db) => {
      await db`update answers set regraded = ${db.json(right)} where work_id = ${workId} and num = 1 and seq = 2`
      await db`update answers set grade = 1, graded_at = now() where work_id = ${workId} and num = 2`
      await db`update work_questions set verdict = ${db.json(half)} where work_id = ${workId} and num = 2`
    })
    const { body } = await tablet.call(classroom.answers, { classId: cast.klass.id })
    const own = body.answers.filter(({ studentId }) => studentId === who.id)
    expect(own.map(({ status, score }) => [status, score])).toEqual([
      ['incorrect', 0],
      ['correct', 1],
      ['partial', 0.5],
    ])
    expect(await tile()).toMatchObject({ last: ['incorrect', 'correct', 'partial'], place: { wrong: 1 } })
  })

  test('refuses an invalid cursor and an oversized page', async () => {
    const classId = cast.klass.id
    expect((await tablet.call(classroom.answers, { classId, after: "' or 1=1" })).status).toBe(422)
    expect((await tablet.call(classroom.answers, { classId, limit: 201 })).status).toBe(422)
  })
})

describe('a raised hand', () => {
  test('is acknowledged by the person chosen on the device, which the student sees and the history records', async () => {
    const { who, caller, workId, tile } = await atWork()
    const { status, body } = await caller.call(presence.raise, { workId, num: 2 })
    expect([status, body.hand]).toMatchObject([200, { workId, num: 2, seenBy: null }])
    expect(await tile()).toMatchObject({ place: { num: 2, seenAt: null } })
    expect((await tile())?.place?.handAt).not.toBeNull()
    expect(await help(who.id, { by: cast.teacher.id })).toMatchObject({
      status: 200,
      body: { seenBy: 'Ben' },
    })
    expect((await caller.call(presence.hand, {})).body.hand).toMatchObject({ seenBy: 'Ben' })
    const kept = await world.database
      .read`select device_id, after ->> 'by' as by from audit where action = 'classroom.help' and entity_id = ${who.id}`
    expect(kept).toEqual([{ deviceId: cast.device.id, by: cast.teacher.id }])
    // A person's own login takes precedence over the chosen teacher.
    const { body: own } = await operator.call(classroom.help, {
      classId: cast.klass.id,
      studentId: who.id,
      seen: true,
      by: cast.teacher.id,
    })
    expect(own.seenBy).not.toBe('Ben')
    await caller.call(presence.lower, {})
    expect((await caller.call(presence.hand, {})).body.hand).toBeNull()
  })

  test('would be seen only around the time of the student’s class, as `inClass` reports', async () => {
    const { caller, workId } = await atWork()
    const inClassAt = async (moment: string) => {
      setClock(moment)
      return (await caller.call(presence.hand, {})).body.inClass
    }
    onTestFinished(() => setClock(`${today} 16:45`))
    expect(await inClassAt(`${today} 15:55`), 'before').toBe(false)
    expect(await inClassAt(`${today} 16:05`), 'arriving').toBe(true)
    expect(await inClassAt(`${today} 21:00`), 'at home').toBe(false)
    expect(await inClassAt('2026-03-04 16:45'), 'another day').toBe(false)
    setClock(`${today} 16:45`)
    const idle = await world.as(cast.tomorrows)
    expect((await idle.call(presence.hand, {})).body).toEqual({ hand: null, inClass: false })
    expect((await caller.call(presence.raise, { workId, num: 1 })).status).toBe(200)
  })

  test('stays up while its question is open, and goes down when the next question is opened', async () => {
    const { caller, workId } = await atWork()
    await caller.call(presence.raise, { workId, num: 1 })
    await caller.call(presence.place, { workId, num: 1 })
    expect((await caller.call(presence.hand, {})).body.hand).toMatchObject({ num: 1 })
    await caller.call(presence.place, { workId, num: 2 })
    expect((await caller.call(presence.hand, {})).body.hand).toBeNull()
  })

  test('counts as waiting again if it is raised again after somebody responded', async () => {
    const { who, caller, workId } = await atWork()
    await caller.call(presence.raise, { workId, num: 1 })
    await help(who.id)
    await caller.call(presence.lower, {})
    expect((await caller.call(presence.raise, { workId, num: 1 })).body.hand).toMatchObject({
      seenAt: null,
      seenBy: null,
    })
  })

  test('can be raised only on an existing question of the student’s own work', async () => {
    const [one, other] = [await atWork(), await atWork()]
    for (const [workId, num] of [
      [other.workId, 1],
      [one.workId, 3],
      [newId(), 1],
    ] as const) {
      expect((await one.caller.call(presence.raise, { workId, num })).status).toBe(404)
      expect((await one.caller.call(presence.place, { workId, num })).status).toBe(404)
    }
    expect((await one.caller.call(presence.place, { workId: one.workId, num: 0 })).status).toBe(422)
  })

  test('can’t be acknowledged for a student outside today’s roster or by a person of another center', async () => {
    const { who, caller, workId } = await atWork()
    await caller.call(presence.raise, { workId, num: 1 })
    for (const studentId of [cast.waiting.id, cast.tomorrows.id, newId()])
      expect((await help(studentId)).status).toBe(404)
    expect((await help(who.id, { classId: cast.wednesday.id })).status).toBe(404)
    expect((await help(who.id, { by: cast.elsewhere.id })).status).toBe(404)
    expect((await help(who.id, { by: cast.staff.id })).status).toBe(404)
    const { who: nowhere } = await atWork()
    expect(await help(nowhere.id)).toMatchObject({ status: 409, body: { code: 'on_nothing' } })
  })
})

describe('choosing a person on a device', () => {
  const begin = (more: { userId?: string; seat?: 'teachers' | 'tas'; pin?: string } = {}) =>
    tablet.call(classroom.begin, {
      centerId: cast.north.id,
      userId: cast.teacher.id,
      seat: 'teachers',
      ...more,
    })

  test('accepts only teachers and assistants of its center, and is recorded in the history', async () => {
    const { body: people } = await tablet.call(classroom.people, { centerId: cast.north.id })
    expect(people).toMatchObject({
      pin: false,
      teachers: [{ _id: cast.teacher.id }],
      tas: [{ _id: cast.assistant.id }],
    })
    expect(await begin()).toMatchObject({ status: 200, body: { firstName: 'Ben' } })
    expect((await begin({ userId: cast.assistant.id, seat: 'tas' })).status).toBe(200)
    for (const userId of [cast.assistant.id, cast.elsewhere.id, cast.staff.id, newId()])
      expect((await begin({ userId })).status).toBe(404)
    const kept = await world.database
      .read`select entity_id from audit where action = 'classroom.begin' and device_id = ${cast.device.id} order by at, id`
    expect(kept.map(({ entityId }) => entityId)).toEqual([cast.teacher.id, cast.assistant.id])
    expect((await tablet.call(classroom.people, { centerId: cast.south.id })).status).toBe(404)
  })

  test('requires the center’s PIN if there is one, and the history doesn’t contain the PIN', async () => {
    const manager = await world.as(
      await world.database.write((db) => factories(db).staff('manager', cast.north.id)),
    )
    const set = (classroomPin: string | null) =>
      manager.call(settings.change, { centerId: cast.north.id, classroomPin })
    expect((await set('12ab')).status).toBe(422)
    expect(await set('4711')).toMatchObject({ status: 200, body: { classroomPin: true } })
    expect((await tablet.call(classroom.people, { centerId: cast.north.id })).body.pin).toBe(true)
    expect(await begin()).toMatchObject({ status: 422, body: { code: 'wrong_pin' } })
    const { who, caller, workId } = await atWork()
    await caller.call(presence.raise, { workId, num: 1 })
    expect(await help(who.id, { by: cast.teacher.id })).toMatchObject({
      status: 403,
      body: { code: 'pin_needed' },
    })
    expect((await begin({ pin: '4711' })).status).toBe(200)
    expect((await help(who.id, { by: cast.teacher.id })).status).toBe(200)
    for (const by of [cast.assistant.id, undefined]) expect((await help(who.id, { by })).status).toBe(403)
    const kept = await world.database
      .read`select before, after from audit where action = 'centers.change' order by at desc limit 1`
    expect(JSON.stringify(kept)).not.toMatch(/4711|argon/)

    expect((await set(null)).body.classroomPin).toBe(false)
    expect((await begin()).status).toBe(200)
  })
})
