import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { oddities } from '#features/oddities/api.ts'
import { places } from '#features/schedule/places/api.ts'
import { students } from '../api.ts'
import { records } from '../records/api.ts'
import type { CallInput } from '#shared/contract.ts'
import { placesFixture } from '#tests/places-fixture.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { prospects } from './api.ts'
import type { Stage } from './stages.ts'

const world = await openWorld()
const { cast, operator, stranger, newClass, newStudent, mark, enroll, remove } = await placesFixture(world)
const centerId = cast.center
const sql = world.database.single

const newProspect = (more: object = {}) => newStudent({ status: 'prospect', ...more })
type ProspectChange = Omit<CallInput<typeof prospects.change>, 'centerId' | 'studentId'>
const changeProspect = (
  studentId: string,
  change: ProspectChange,
  { by = operator, seen }: { by?: Caller; seen?: number } = {},
) =>
  by.call(
    prospects.change,
    { centerId, studentId, ...change },
    seen === undefined ? {} : { headers: { 'if-match': `"${seen}"` } },
  )
const profile = async (studentId: string) => (await operator.call(students.one, { centerId, studentId })).body
const board = async (search = '', by = operator) =>
  (await by.call(prospects.board, { centerId, search })).body
const stageOn = async (studentId: string) =>
  (await board()).stages.find((each) => each.prospects.some(({ _id }) => _id === studentId))?.stage
const trailOf = (entity: string) => sql<{ action: string; before: object | null; after: object | null }[]>`
  select action, before, after from audit where entity_id = ${entity} order by id`
const trial = (klass: Awaited<ReturnType<typeof newClass>>, studentId: string, startDate = '2026-03-10') =>
  enroll(klass, studentId, { type: 'trial', startDate })

describe('the stage of a prospect', () => {
  test('follows from an inquiry, a test, a trial and the waitlist, and goes back when these are removed', async () => {
    const klass = await newClass()
    const { id } = await newProspect()
    expect((await profile(id)).prospect).toMatchObject({
      stage: 'enquiry',
      byHand: false,
      trial: null,
      version: 0,
    })
    await operator.call(records.addTest, {
      centerId,
      studentId: id,
      date: '2026-03-02',
      subject: 'Math',
      level: 'Math 5',
      test: 'Placement',
    })
    expect(await stageOn(id)).toBe('assessment')
    const booked = await trial(klass, id)
    expect((await profile(id)).prospect).toMatchObject({
      stage: 'trial',
      trial: { on: '2026-03-10', classId: klass.id, className: klass.name, came: null },
    })
    await remove(booked.body._id)
    expect(await stageOn(id)).toBe('assessment')
    await enroll(klass, id, { type: 'waitlist' })
    expect(await stageOn(id)).toBe('offer')
    expect((await profile(id)).center.status).toBe('prospect')
  })

  test('can be set by hand, and stays until a later event moves it further or it is made automatic again', async () => {
    const klass = await newClass()
    const { id } = await newProspect()
    expect((await changeProspect(id, { stage: 'offer' })).body).toMatchObject({
      stage: 'offer',
      since: '2026-03-03',
      byHand: true,
      version: 1,
    })
    await trial(klass, id)
    expect(await stageOn(id)).toBe('offer')
    expect((await changeProspect(id, { stage: 'enquiry' })).body).toMatchObject({
      stage: 'enquiry',
      byHand: true,
    })
    await trial(await newClass({ day: 4 }), id, '2026-03-05')
    expect((await profile(id)).prospect).toMatchObject({ stage: 'trial', byHand: false })
    await changeProspect(id, { stage: 'assessment' })
    expect((await changeProspect(id, { stage: null })).body).toMatchObject({ stage: 'trial', byHand: false })
    expect((await trailOf(id)).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['prospects.change', { stage: 'enquiry' }, { stage: 'offer' }],
      ['prospects.change', { stage: 'offer' }, { stage: 'enquiry' }],
      ['prospects.change', { stage: 'trial' }, { stage: 'assessment' }],
      ['prospects.change', { stage: 'assessment' }, { stage: null }],
    ])
  })

  test('can be set to lost only with a reason, and a later trial brings the prospect back', async () => {
    const { id } = await newProspect()
    expect(await changeProspect(id, { stage: 'lost' })).toMatchObject({
      status: 422,
      body: { code: 'no_reason' },
    })
    expect((await changeProspect(id, { stage: 'lost', lostReason: 'Too <far>' })).body).toMatchObject({
      stage: 'lost',
      lostReason: 'Too &lt;far&gt;',
    })
    expect((await changeProspect(id, { lostReason: 'No answer' })).body).toMatchObject({
      stage: 'lost',
      lostReason: 'No answer',
    })
    await trial(await newClass(), id)
    expect((await profile(id)).prospect).toMatchObject({ stage: 'trial', lostReason: '' })
    expect((await changeProspect(id, { nextStep: 'Call' })).body).toMatchObject({
      stage: 'trial',
      nextStep: 'Call',
    })
    expect((await trailOf(id)).at(-1)).toMatchObject({
      before: { nextStep: '' },
      after: { nextStep: 'Call' },
    })
  })

  test('is shown with the source and the next step; clearing the step clears its day', async () => {
    const { id } = await newProspect()
    const response = await changeProspect(id, {
      source: 'Website',
      nextStep: 'Call the mother',
      nextOn: '2026-03-05',
    })
    expect(response.body).toMatchObject({
      source: 'Website',
      nextStep: 'Call the mother',
      nextOn: '2026-03-05',
      stage: 'enquiry',
    })
    expect((await changeProspect(id, { nextStep: '' })).body).toMatchObject({
      nextStep: '',
      nextOn: null,
      source: 'Website',
    })
    expect(await changeProspect(id, { nextOn: '2026-03-05' })).toMatchObject({
      status: 422,
      body: { code: 'no_step' },
    })
    expect(await changeProspect(id, { lostReason: 'Why not' })).toMatchObject({
      status: 422,
      body: { code: 'not_lost' },
    })
    const same = await changeProspect(id, { source: 'Website' })
    expect([same.body.version, (await trailOf(id)).length]).toEqual([2, 2])
  })

  test('starts over, with the same source, if an enrolled student becomes a prospect again', async () => {
    const made = await operator.call(students.add, {
      centerId,
      firstName: 'Nia',
      lastName: '',
      status: 'prospect',
      source: 'School',
    })
    expect(made.body.prospect).toMatchObject({ stage: 'enquiry', source: 'School' })
    const studentId = made.body._id
    await trial(await newClass(), studentId)
    await operator.call(students.change, { centerId, studentId, status: 'active' })
    expect([await stageOn(studentId), (await profile(studentId)).prospect]).toEqual(['enrolled', null])
    await operator.call(students.change, { centerId, studentId, status: 'prospect' })
    expect((await profile(studentId)).prospect).toMatchObject({ stage: 'enquiry', source: 'School' })
  })
})

describe('a change to a prospect is refused', () => {
  test('for a student who isn’t a prospect, is at another center, or is unknown', async () => {
    const { id } = await newStudent()
    expect(await changeProspect(id, { stage: 'trial' })).toMatchObject({
      status: 409,
      body: { code: 'not_prospect' },
    })
    const prospect = await newProspect()
    expect((await changeProspect(prospect.id, { stage: 'trial' }, { by: stranger })).status).toBe(404)
    expect((await changeProspect(newId(), { stage: 'trial' })).status).toBe(404)
    expect((await changeProspect(cast.elsewhere.student.id, { stage: 'trial' })).status).toBe(404)
  })

  test('if someone else has since made a change, with the current data in the response', async () => {
    const { id } = await newProspect()
    await changeProspect(id, { stage: 'trial' }, { seen: 0 })
    expect(await changeProspect(id, { stage: 'offer' }, { seen: 0 })).toMatchObject({
      status: 412,
      body: { current: { stage: 'trial', version: 1 } },
    })
  })

  test('for everyone outside the office', async () => {
    const { id } = await newProspect()
    const [editor, device] = await world.database.write(async (db) => {
      const of = factories(db)
      return [
        await of.staff('editor', centerId),
        { ...(await of.device(centerId, cast.operator.id)), kind: 'devices' as const },
      ]
    })
    for (const [who, status] of [
      [null, 401],
      [editor, 403],
      [device, 403],
      [await newStudent(), 403],
    ] as const) {
      const caller = await world.as(who)
      expect((await caller.call(prospects.board, { centerId })).status).toBe(status)
      expect((await changeProspect(id, { stage: 'trial' }, { by: caller })).status).toBe(status)
    }
    expect((await stranger.call(prospects.board, { centerId })).status).toBe(404)
  })

  test('for an invalid stage, day or reason', async () => {
    const { id: studentId } = await newProspect()
    const answer = async (raw: object) =>
      (await operator.call(prospects.change, { centerId, studentId }, { raw })).status
    for (const raw of [{ stage: 'enrolled' }, { stage: 7 }, { source: 7 }, { nextOn: false }, { more: 1 }])
      expect(await answer(raw), JSON.stringify(raw)).toBe(400)
    for (const raw of [{ nextStep: 'x', nextOn: '2026-02-30' }, { lostReason: 'x'.repeat(201) }])
      expect(await answer(raw), JSON.stringify(raw)).toBe(422)
  })
})

test('the list of oddities includes a trial whose next step is missing or overdue, but no lost prospects', async () => {
  const { id } = await newProspect()
  await trial(await newClass(), id, '2026-02-24')
  const odd = async () => {
    const { body } = await operator.call(oddities.list, { centerId, code: 'PR01' })
    return body.filter(({ studentId }) => studentId === id).length
  }
  expect(await odd()).toBe(1)
  await changeProspect(id, { nextStep: 'Call the mother', nextOn: '2026-03-03' })
  expect(await odd()).toBe(0)
  await changeProspect(id, { nextOn: '2026-03-02' })
  expect(await odd()).toBe(1)
  await changeProspect(id, { nextOn: null })
  expect(await odd()).toBe(0)
  await changeProspect(id, { nextStep: '', stage: 'lost', lostReason: 'Too far' })
  expect(await odd()).toBe(0)
})

describe('the board', () => {
  let stages: Map<Stage, string[]>
  let figures: Awaited<ReturnType<typeof board>>['figures']
  let sources: Awaited<ReturnType<typeof board>>['sources']
  const own = { centerId: '', caller: operator }

  beforeAll(async () => {
    const made = await world.database.write(async (db) => {
      const of = factories(db)
      const center = await of.center()
      const klass = await of.klass(center.id)
      const prospect = (firstName: string) =>
        of.student(center.id, { firstName, lastName: 'Lima', status: 'prospect' })
      return {
        center,
        klass,
        staff: await of.staff('operator', center.id),
        list: [
          await prospect('Zoë'),
          await prospect('Ben'),
          await prospect('Cal'),
          await prospect('Dee'),
          await prospect('Eve'),
        ],
      }
    })
    own.centerId = made.center.id
    own.caller = await world.as(made.staff)
    const [zoe, ben, cal, dee, eve] = made.list.map(({ id }) => id) as [
      string,
      string,
      string,
      string,
      string,
    ]
    const put = (studentId: string, change: ProspectChange) =>
      own.caller.call(prospects.change, { centerId: own.centerId, studentId, ...change })
    const place = (studentId: string, type: 'trial' | 'regular', startDate: string) =>
      own.caller.call(places.enroll, {
        centerId: own.centerId,
        classId: made.klass.id,
        studentId,
        type,
        startDate,
      })
    await put(eve, { source: 'a friend' })
    await put(zoe, { nextStep: 'Call', nextOn: '2026-03-09' })
    await put(ben, { nextStep: 'Write', nextOn: '2026-03-02', source: 'A friend' })
    for (const [studentId, came] of [
      [cal, true],
      [dee, false],
    ] as const) {
      await place(studentId, 'trial', '2026-02-24')
      await sql`
        insert into attendances (center_id, id, class_id, student_id, held_on, mark, arrived_at)
        values (${own.centerId}, ${newId()}, ${made.klass.id}, ${studentId}, '2026-02-24', ${came ? 'present' : 'absent'}, ${came ? '2026-02-24T21:30:00Z' : null})`
    }
    await sql`update students set created_at = '2026-02-19T15:00:00Z' where id = ${eve}`
    await place(eve, 'regular', '2026-03-10')
    await put(dee, { stage: 'lost', lostReason: 'No answer' })
    const { body } = await own.caller.call(prospects.board, { centerId: own.centerId })
    stages = new Map(
      body.stages.map((each) => [each.stage, each.prospects.map(({ firstName }) => firstName)]),
    )
    figures = body.figures
    sources = body.sources
  })

  test('has all stages in order, with the most urgent prospects on top', () => {
    expect([...stages]).toEqual([
      ['enquiry', ['Ben', 'Zoë']],
      ['assessment', []],
      ['trial', ['Cal']],
      ['offer', []],
      ['enrolled', ['Eve']],
      ['lost', ['Dee']],
    ])
  })

  test('shows how many came to their trial and enrolled in the last 90 days, and how long it took', () => {
    expect(figures).toEqual({ trials: 2, came: 1, enrolled: 1, days: 12 })
  })

  test('shows how prospects heard about the center, ignoring case, and how many of them enrolled', () => {
    expect(sources).toEqual([
      { source: '', asked: 3, enrolled: 0 },
      { source: expect.stringMatching(/^a friend$/i) as string, asked: 2, enrolled: 1 },
    ])
  })

  test('can be searched like the student list, and shows nobody from another center', async () => {
    const found = await own.caller.call(prospects.board, { centerId: own.centerId, search: 'zoe li' })
    expect(found.body.stages.flatMap((each) => each.prospects.map(({ firstName }) => firstName))).toEqual([
      'Zoë',
    ])
    expect((await board('zoe li')).stages.every(({ count }) => count === 0)).toBe(true)
  })

  test('leaves out prospects who enrolled or were lost more than 90 days ago, unless they came back', async () => {
    await sql`update prospects set stage_at = '2025-11-01T15:00:00Z' where center_id = ${own.centerId} and stage = 'lost'`
    await sql`update prospects set enrolled_on = '2025-11-01' where center_id = ${own.centerId} and enrolled_on is not null`
    const { body } = await own.caller.call(prospects.board, { centerId: own.centerId })
    expect(
      body.stages.map(({ stage, prospects: cards }) => [stage, cards.map(({ firstName }) => firstName)]),
    ).toEqual([
      ['enquiry', ['Ben', 'Zoë']],
      ['assessment', []],
      ['trial', expect.arrayContaining(['Cal', 'Dee'])],
      ['offer', []],
      ['enrolled', []],
      ['lost', []],
    ])
    expect(body.figures).toMatchObject({ enrolled: 0, days: null })
  })

  test('shows a prospect’s programs, latest note, and whether they came to their trial', async () => {
    const klass = await newClass()
    const { id: studentId } = await newProspect({ level: 'Math 3' })
    await enroll(klass, studentId, { type: 'trial', startDate: '2026-03-03' })
    await mark(klass, studentId, '2026-03-03')
    await operator.call(records.addNote, { centerId, studentId, msg: 'First.' })
    await operator.call(records.addNote, { centerId, studentId, msg: 'Second.' })
    const card = (await board()).stages.flatMap((each) => each.prospects).find(({ _id }) => _id === studentId)
    expect(card).toMatchObject({
      programs: [{ name: 'Math', level: 'Math 3' }],
      note: 'Second.',
      trial: { on: '2026-03-03', came: true },
    })
  })
})
