import { beforeAll, describe, expect, test } from 'vitest'
import { days } from '#features/schedule/days/api.ts'
import { type Endpoint, pathNames } from '#shared/contract.ts'
import { type Kind, reach } from '#shared/permissions.ts'
import type { CenterId } from '#server/gate.ts'
import { handIn } from './grading-fixture.ts'
import { examples, type Target } from './permission-examples.ts'
import { permissionFixture, type Fixture } from './permission-fixture.ts'
import { openWorld } from './world.ts'

/**
 * Tests two people changing one record (reliability F11): every call that changes or removes something uses If-Match. A new call fails here until
 * it does or has a reason not to. A new PATCH also needs two changes to different fields that must both survive.
 */
const world = await openWorld()
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const oneAfterAnother = 'States have a fixed order, and repeating a change has no effect.'
const isThereOrNot = 'It exists or not, and removing it overwrites nothing.'
/** Calls that change or remove without a version, with the reason why nobody's work gets lost. */
const unversioned: Record<string, string> = {
  'PUT /users/:id/password': 'It requires the current password.',
  'DELETE /centers/:centerId/staff/:personId/:duty': isThereOrNot,
  'DELETE /users/:id/email': isThereOrNot,
  'DELETE /centers/:centerId/requests/:id': isThereOrNot,
  'DELETE /centers/:centerId/closures/:date': isThereOrNot,
  'DELETE /centers/:centerId/reports/schedule-oddities/snoozes': isThereOrNot,
  'DELETE /students/:id/homework/:itemId': isThereOrNot,
  'DELETE /students/:id/tests/:itemId': isThereOrNot,
  'DELETE /students/:id/assessments/:itemId': isThereOrNot,
  'DELETE /parent/students/:id/absences': isThereOrNot,
  'DELETE /centers/:centerId/snippets/:id': isThereOrNot,
  'DELETE /centers/:centerId/students/imports/dry-run': isThereOrNot,
  'DELETE /bl/courses/:id': isThereOrNot,
  'DELETE /bl/levels/:id': isThereOrNot,
  'DELETE /bl/levels/:levelId/chapters/:chapterNum': isThereOrNot,
  'DELETE /bl/levels/:levelId/chapters/:chapterNum/sections/:sectionNum': isThereOrNot,
  'DELETE /bl/levels/:levelId/chapters/:chapterNum/test/sections/:id': isThereOrNot,
  'DELETE /bl/questions/:id': isThereOrNot,
  'DELETE /bl/hints/:id': isThereOrNot,
  'PUT /bl/material-imports/:id/parts/:num': 'A part of a file has the same content, whoever uploads it.',
  'DELETE /student/hand': isThereOrNot,
  'PUT /student/place': 'A student is in one place at a time.',
  'PATCH /classroom/:classId/hands/:studentId': oneAfterAnother,
  'PATCH /bl/questions': 'It sets one field of many questions.',
  'PATCH /student/homework/:id': oneAfterAnother,
  'PATCH /student/tests/:id': oneAfterAnother,
  'PATCH /student/assessments/:id': oneAfterAnother,
  'PATCH /parent/students/:studentId/assessments/:id': oneAfterAnother,
}

/** Returns two changes to different fields, and the result of both if it differs from the input. */
type Disjoint = (target: Target) => readonly [one: object, other: object, kept?: object]

const planned: Disjoint = () => [{ dueOn: '2026-03-21' }, { minutes: 45 }]

const graded: Disjoint = () => [{ grade: 0.75 }, { comment: 'Well put.' }]

const disjoint: Record<string, Disjoint> = {
  'PATCH /students/:id/homework/:itemId/:n': graded,
  'PATCH /students/:id/tests/:itemId/:n': graded,
  'PATCH /students/:id/assessments/:itemId/:n': graded,
  'PATCH /classroom/:classId/answers/:answerId': graded,
  'PATCH /students/:id/homework/:itemId': planned,
  'PATCH /students/:id/tests/:itemId': planned,
  'PATCH /students/:id/assessments/:itemId': planned,
  'PATCH /retention': () => [{ formerMonths: 36 }, { prospectMonths: 6 }],
  'PATCH /centers/:centerId': () => [{ city: 'Springfield' }, { zip: '12345' }],
  'PATCH /centers/:centerId/classes/:classId': () => [{ notes: 'Room 2.' }, { name: 'Math 6' }],
  'PATCH /centers/:centerId/places/:placeId': () => [{ firstClass: true }, { endDate: '2026-06-30' }],
  'PATCH /centers/:centerId/breaks/:breakId': () => {
    const [one, other] = [{ startDate: '2026-06-03' }, { endDate: '2026-06-08' }]
    return [one, other, { breaks: [{ ...one, ...other }] }]
  },
  'PATCH /centers/:centerId/credits/:creditId': () => {
    const one = { expiresOn: '2026-04-30' }
    return [one, { void: true }, { ...one, state: 'void' }]
  },
  'PATCH /centers/:centerId/schedules/:scheduleId': ({ classId, teacherId }) => {
    const note = 'Bring rulers.'
    const kept = { schedules: [{ note, substitute: { id: teacherId } }] }
    return [{ classes: [{ classId, note }] }, { classes: [{ classId, substituteId: teacherId }] }, kept]
  },
  'PATCH /centers/:centerId/attendances/:id': () => [{ note: 'Rang.' }, { excused: true }],
  'PATCH /centers/:centerId/students/:studentId': () => {
    const [info, center] = [{ note: 'Likes chess.' }, { grade: '5' }]
    return [info, center, { info, center }]
  },
  'PATCH /centers/:centerId/students/:studentId/tests/:testId': () => [{ score2: '9/10' }, { name: 'Spring' }],
  'PATCH /centers/:centerId/students/:studentId/notes/:noteId': () => [{ msg: 'Other words.' }, { active: false }],
  'PATCH /centers/:centerId/students/:studentId/parents/:parentId': () => {
    const [one, other] = [{ phone: '5550001111' }, { pickup: false }]
    return [one, other, { children: [{ ...one, ...other }] }]
  },
  'PATCH /centers/:centerId/students/:studentId/prospect': () => [{ source: 'A friend.' }, { nextStep: 'Ring them.' }],
  'PATCH /centers/:centerId/parents/:parentId': () => [{ firstName: 'Nia' }, { lastName: 'Okafor' }],
  'PATCH /student': () => [{ avatar: 'fox_face' }, { avatar: 'fox_face' }],
  'PATCH /parent/students/:id': () => [{ avatar: 'fox_face' }, { mails: false }],
  'PATCH /students/:id': () => {
    const [one, other] = [{ note: 'Likes chess.' }, { avatar: 'fox_face' }]
    return [one, other, { info: { ...one, ...other } }]
  },
  'PATCH /parent': () => [{ firstName: 'Nia' }, { phone: '5551234567' }],
  'PATCH /devices/:id': () => {
    const one = { name: 'Blue room' }
    return [one, { reissue: true }, { ...one, state: 'pending' }]
  },
}

const kinds: readonly Kind[] = ['admin', 'manager', 'editor', 'students', 'parents', 'devices']
const changing = world.app.endpoints.filter(
  (endpoint) => ['PUT', 'PATCH', 'DELETE'].includes(endpoint.method) && !(nameOf(endpoint) in unversioned),
)

/** Returns all stored data, except tables that any call may write to. */
async function stored() {
  const tables = await world.database.read<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('sessions', 'answered_calls', 'failed_tries')
  `
  const sums = tables.map(({ name }) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t`)
  const rows = await world.database.read.unsafe<{ name: string; sum: string }[]>(sums.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

let fixture: Fixture

/** Prepares a record so that it can be changed or removed. */
async function prepare(name: string, { centerId, classId, studentId, today, testWorkId, assessmentId }: Target) {
  const handedIn = { 'PATCH /students/:id/tests/:itemId/:n': testWorkId, 'PATCH /students/:id/assessments/:itemId/:n': assessmentId }[name]
  if (handedIn) await world.database.write((db) => handIn(db, { centerId: centerId as CenterId, id: handedIn }))
  if (name === 'DELETE /centers/:centerId/places/:placeId')
    await world.database.write((db) => db`delete from attendances where student_id = ${studentId}`)
  if (name === 'PATCH /centers/:centerId/students/:studentId/prospect')
    await world.database.write((db) => db`update students set status = 'prospect' where id = ${studentId}`)
  if (name === 'DELETE /centers/:centerId/schedules/:scheduleId') {
    await world.database.write((db) => db`delete from attendances where center_id = ${centerId}`)
    const manager = await fixture.as('manager')
    await manager.call(days.change, { centerId, scheduleId: today, classes: [{ classId, note: 'Bring rulers.' }] })
  }
}

type Current = { version?: number; schedules?: { id: string; version: number }[] }

describe.each(changing.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  const kind = kinds.find((each) => reach(each, endpoint.who)) as Kind
  beforeAll(async () => {
    fixture = await permissionFixture(world, { elsewhere: false })
    await prepare(name, fixture.target(kind, 'own'))
  })
  const target = () => fixture.target(kind, 'own')
  const changes = () => disjoint[name]?.(target()) ?? []
  const call = async (seen: number | null, change?: object) => {
    const usual = examples[name]?.input(target()) ?? {}
    const which = Object.fromEntries(Object.entries(usual).filter(([field]) => pathNames(endpoint.path).includes(field)))
    const headers = seen === null ? undefined : { 'if-match': `"${seen}"` }
    return await (await fixture.as(kind)).call(endpoint, (change ? { ...which, ...change } : usual) as never, { headers })
  }
  const refused = async () => {
    const { status, body } = await call(999_999)
    const { version, schedules } = (body as { current?: Current } | null)?.current ?? {}
    return { status, current: version ?? schedules?.find(({ id }) => id === target().classId)?.version }
  }

  test('a caller with another version gets the current one, and nothing is changed', async () => {
    const before = await stored()
    expect(await refused()).toEqual({ status: 412, current: expect.any(Number) })
    expect(await stored()).toEqual(before)
  })

  test('of two callers with the same version, the first succeeds and the second is refused', async () => {
    const { current = null } = await refused()
    const [one, other] = changes()
    const first = await call(current, one)
    expect([200, 204], first.text).toContain(first.status)
    const before = await stored()
    const second = await call(current, other)
    expect(endpoint.method === 'DELETE' ? [404, 412] : [412], second.text).toContain(second.status)
    expect(await stored()).toEqual(before)
  })

  test.runIf(endpoint.method === 'PATCH')('changes to different fields without If-Match are both kept', async () => {
    const [one, other, kept = { ...one, ...other }] = changes()
    expect(kept).not.toEqual({})
    const answers = [await call(null, one), await call(null, other)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.body).toMatchObject(kept)
  })
})
