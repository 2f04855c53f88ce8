import { v7 as newId } from 'uuid'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { waitingEmails } from './account-targets.ts'
import { settings } from '#features/schedule/center-settings/api.ts'
import { emails } from '#features/emails/api.ts'
import { markChecked } from '#features/exchange/import/queries.ts'
import { nothing } from '#features/exchange/rules.ts'
import { accounts } from '#features/accounts/api.ts'
import { material } from '#features/material/api.ts'
import { tests as chapterTests } from '#features/material/tests/api.ts'
import { printing } from '#features/printing/api.ts'
import { oddities } from '#features/oddities/api.ts'
import { giving } from '#features/practice/assigning/api.ts'
import { questions } from '#features/questions/api.ts'
import { type Endpoint, pathNames } from '#shared/contract.ts'
import type { CenterId } from '#server/gate.ts'
import { type Kind, reach } from '#shared/permissions.ts'
import { snippets } from '#features/grading/snippets/api.ts'
import { factories } from './factories.ts'
import { addingTo } from './faults/adding.ts'
import { failing } from './faults/failing.ts'
import { handIn } from './grading-fixture.ts'
import { examples, type Target } from './permission-examples.ts'
import { permissionFixture, type Fixture } from './permission-fixture.ts'
import { type Caller, openWorld } from './world.ts'

/**
 * Tests double clicks, double submits and retries (reliability F10): makes every writing call ten times at once, with one Idempotency-Key and with
 * none. New endpoints are included through their examples.
 */
vi.mock('#server/db.ts', async (original) => {
  const real = await original<typeof import('#server/db.ts')>()
  return { ...real, openDatabase: (...words: Parameters<typeof real.openDatabase>) => failing(real.openDatabase(...words)) }
})
const world = await openWorld()
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Calls that can't be repeated like this, with the reason. */
const apart: Record<string, string> = {
  'POST /logout': 'It ends the session that the key belongs to.',
  'POST /operation/backups': 'The fixture has no folder for backups; its own test calls it twice.',
  'POST /password/recovery': 'It has its own limit of three mails an hour.',
  'POST /users/me/requests/:id': 'It needs a request to the caller. Its own test responds to one twice.',
}
const writes = world.app.endpoints.filter(
  (endpoint) => endpoint.method !== 'GET' && endpoint.effect === undefined && !(nameOf(endpoint) in apart),
)
const kinds: readonly Kind[] = ['admin', 'manager', 'editor', 'students', 'parents', 'devices', 'anonymous']
const { write } = world.database
const next = '2026-03-10'

const ownHistory = 'A student’s work is its own history.'
/** Calls that add nothing to the history here, with the reason. */
const untold: Record<string, string> = {
  'POST /bl/levels/:levelId/chapters/default': 'The fixture lacks no chapter.',
  'POST /bl/imports': 'The example is a dry run.',
  'PATCH /student/homework/:id': ownHistory,
  'PATCH /student/tests/:id': ownHistory,
  'PATCH /student/assessments/:id': ownHistory,
  'PATCH /parent/students/:studentId/assessments/:id': ownHistory,
  'POST /student/homework/:id/sections/:s/:n/hints': ownHistory,
  'DELETE /centers/:centerId/students/imports/dry-run': 'The result of a dry run is no record.',
  'DELETE /parent/students/:id/absences': 'The fixture has no reported absence.',
}

type Make = (target: Target, caller: Caller) => Promise<object>
const newStudent = (centerId: string) => write((db) => factories(db).student(centerId))
const forgetMarks: Make = ({ centerId }) => write((db) => db`delete from attendances where center_id = ${centerId}`).then(() => ({}))
const neverCame: Make = ({ parentId }) => write((db) => db`update people set password_hash = null where id = ${parentId}`).then(() => ({}))
const handedIn =
  (work: 'testWorkId' | 'assessmentId'): Make =>
  async ({ centerId, [work]: id }) => {
    await write((db) => handIn(db, { centerId: centerId as CenterId, id }))
    return {}
  }
const emptyChapter = async ({ courseId }: Target, { call }: Caller) => {
  const { body } = await call(material.addLevel, { courseId, name: `Level ${newId()}`, chapterCount: 2 })
  await call(material.addChapter, { levelId: body._id, num: 1, name: 'Fractions' })
  return { levelId: body._id, chapterNum: 1 }
}

/** Functions that create what a call needs beyond the fixture and return the changed input fields. */
const made: Record<string, Make> = {
  'POST /centers/:centerId/classes/:classId/places': async ({ centerId }) => ({
    studentId: (await newStudent(centerId)).id,
    type: 'regular',
    startDate: next,
  }),
  'POST /centers/:centerId/places/:placeId/move': async ({ centerId }) => {
    const { id } = await write((db) => factories(db).klass(centerId, { day: 2, time: '18:00' }))
    return { classId: id, startDate: next }
  },
  'POST /centers/:centerId/parents/:parentId/invitation': neverCame,
  'DELETE /centers/:centerId/places/:placeId': forgetMarks,
  'DELETE /centers/:centerId/schedules/:scheduleId': forgetMarks,
  'PATCH /centers/:centerId/students/:studentId/prospect': async ({ studentId }) => {
    await write((db) => db`update students set status = 'prospect' where id = ${studentId}`)
    return { source: 'A friend.' }
  },
  'DELETE /centers/:centerId/reports/schedule-oddities/snoozes': async ({ centerId, studentId }, { call }) => {
    const key = `ST03 ${studentId}`
    await call(oddities.snooze, { centerId, key, until: next, reason: 'On a journey.' })
    return { key }
  },
  'POST /bcprint/level-order': async ({ courseId }, { call }) => {
    await call(material.addLevel, { courseId, name: `Level ${newId()}`, chapterCount: 0 })
    const { body: before } = await call(printing.order, {})
    const levels = before.levels.map(({ levelId }) => levelId)
    const { body: turned } = await call(printing.putOrder, { version: before.version, levels: levels.toReversed() })
    return { version: turned.version, levels }
  },
  'POST /centers/:centerId/emails/:id/resend': async ({ centerId, studentId }, { call }) => {
    const { body } = await call(emails.send, { centerId, audience: { studentIds: [studentId] }, subject: 'News', body: 'Hello' })
    await write((db) => db`update mail set state = 'failed' where mailing_id = ${body.mailing?._id ?? null}`)
    return { id: body.mailing?._id }
  },
  'POST /people/:id/erasure': async ({ centerId }) => {
    const { id, firstName, lastName } = await newStudent(centerId)
    return { id, name: `${firstName} ${lastName}` }
  },
  'POST /students/:id/homework': async ({ centerId }) => ({ id: (await newStudent(centerId)).id }),
  'POST /students/:id/tests': async ({ centerId }) => ({ id: (await newStudent(centerId)).id }),
  'POST /students/:id/assessments': async ({ centerId }) => ({ id: (await newStudent(centerId)).id }),
  'DELETE /students/:id/homework/:itemId': async ({ centerId, sectionId }, { call }) => {
    const { id } = await newStudent(centerId)
    const { body } = await call(giving.homework, { id, sections: [sectionId] })
    return { id, itemId: body._id }
  },
  'DELETE /students/:id/tests/:itemId': async ({ centerId, levelId, chapterNum }, { call }) => {
    const { id } = await newStudent(centerId)
    const { body } = await call(giving.test, { id, levelId, chapterNum })
    return { id, itemId: body._id }
  },
  'DELETE /students/:id/assessments/:itemId': async ({ centerId, levelId }, { call }) => {
    const { id } = await newStudent(centerId)
    const { body } = await call(giving.assessment, { id, levelId })
    return { id, itemId: body._id }
  },
  'PATCH /students/:id/tests/:itemId/:n': handedIn('testWorkId'),
  'POST /students/:id/tests/:itemId/corrections': handedIn('testWorkId'),
  'POST /student/tests/:id/corrections': handedIn('testWorkId'),
  'PATCH /students/:id/assessments/:itemId/:n': handedIn('assessmentId'),
  'POST /centers/:centerId/grading/return': async ({ centerId, testWorkId }) => {
    await write(async (db) => {
      await handIn(db, { centerId: centerId as CenterId, id: testWorkId })
      await db`update work set state = 'graded', returned_at = null where id = ${testWorkId}`
    })
    return { works: [testWorkId] }
  },
  'DELETE /centers/:centerId/snippets/:id': async ({ centerId }, { call }) => {
    const { body } = await call(snippets.keep, { centerId, text: `Look again, ${newId()}.` })
    return { id: body._id }
  },
  'PATCH /classroom/:classId/hands/:studentId': async ({ centerId, studentId, homeworkId }) => {
    await write(
      (db) => db`
        insert into work_places (center_id, student_id, work_id, num, hand_at) values (${centerId}, ${studentId}, ${homeworkId}, 1, now())
        on conflict (center_id, student_id) do update set hand_at = now(), hand_seen_at = null
      `,
    )
    return {}
  },
  'POST /users/:id/factor/reset': async ({ invitedId }) => {
    await write((db) => db`insert into second_factors (person_id, secret, confirmed_at) values (${invitedId}, '', now())`)
    return {}
  },
  ...waitingEmails(write),
  'POST /users/:id/sessions/end': async ({ invitedId: id }) => {
    await world.as({ id, kind: 'operator' })
    return { id }
  },
  'POST /operation/alarms/:id/seen': async () => {
    const id = newId()
    await write((db) => db`insert into alarms (id, kind, text) values (${id}, ${id}, 'The last backup failed.')`)
    return { id }
  },
  'DELETE /bl/courses/:id': async (_, { call }) => {
    const { body } = await call(material.addCourse, { name: `Course ${newId()}`, subject: 'Math' })
    return { id: body._id }
  },
  'DELETE /bl/levels/:id': async ({ courseId }, { call }) => {
    const { body } = await call(material.addLevel, { courseId, name: `Level ${newId()}`, chapterCount: 2 })
    return { id: body._id }
  },
  'POST /bl/levels/:levelId/chapters': async (...at) => ({ levelId: (await emptyChapter(...at)).levelId }),
  'DELETE /bl/levels/:levelId/chapters/:chapterNum': emptyChapter,
  'POST /bl/levels/:levelId/chapters/:chapterNum/test': emptyChapter,
  'DELETE /bl/levels/:levelId/chapters/:chapterNum/sections/:sectionNum': async (...at) => {
    const chapter = await emptyChapter(...at)
    await at[1].call(material.addSection, { ...chapter, name: 'More' })
    return { ...chapter, sectionNum: 1 }
  },
  'DELETE /bl/levels/:levelId/chapters/:chapterNum/test/sections/:id': async ({ levelId, chapterNum }, { call }) => {
    const { body } = await call(chapterTests.addSection, { levelId, chapterNum, name: 'More' })
    return { id: body._id }
  },
  'POST /bl/material-imports/:id/start': async ({ broughtId }, { call }) => {
    const { body: me } = await call(accounts.me, {})
    await write((db) => db`update runs set by = ${me._id} where id = ${broughtId}`)
    // Only one import runs at a time, so the fixture's own import must not wait.
    await write((db) => db`update runs set state = 'failed', input = null where kind = 'material' and state in ('waiting', 'running')`)
    const found = { of: 'all' as const, counts: nothing, taken: [], notes: { skipped: 0, changed: 0, items: [] } }
    await write((db) => markChecked(db, { id: broughtId, found, total: 0 }))
    return {}
  },
  // Changes the question, so that its answer was graded by an older key.
  'POST /bl/questions/:id/regrade': async ({ essayQuestionId: id }, { call }) => {
    const { body } = await call(questions.one, { id })
    const { instructions, content, answers, hint, variables, tests } = body
    await call(questions.change, { id, instructions, content: `${content} Say it.`, answers, hint, variables, tests, visual: null })
    return { id, revision: 2 }
  },
  'DELETE /bl/questions/:id': async ({ questionId }, { call }) => {
    const clone = world.app.endpoints.find((endpoint) => nameOf(endpoint) === 'POST /bl/questions/:id') as Endpoint
    const { body } = await call(clone, { id: questionId })
    return { id: (body as { _id: string })._id }
  },
}

const { adding, failsWhole } = addingTo(world)

let fixture: Fixture
beforeEach(async () => void (fixture = await permissionFixture(world, { elsewhere: false })))
const histories = new Set(['audit', 'attendance_changes'])
const withoutHistory = (added: (readonly [string, number])[]) => new Map(added.filter(([name]) => !histories.has(name)))

describe.each(writes.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  const kind = kinds.find((each) => reach(each, endpoint.who)) as Kind
  async function asking() {
    const caller = await fixture.as(kind)
    const target = fixture.target(kind, 'own')
    const usual = examples[name]?.input(target) ?? {}
    const ask = { ...usual, ...(await made[name]?.(target, caller)) }
    const told = (text: string) =>
      text && endpoint.secret ? JSON.stringify({ ...(JSON.parse(text) as object), [endpoint.secret]: null }) : text
    const tenTimes = async (extra: { headers?: Record<string, string>; keyless?: true }) => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => caller.call(endpoint, ask as never, extra)))
      return answers.map(({ text, ...rest }) => ({ ...rest, text: told(text) }))
    }
    return { caller, ask, tenTimes }
  }

  test.runIf(process.env['FAULTS'])('is whole or absent, whichever of its calls to the database fails, and then works', async () => {
    const { caller, ask } = await asking()
    let at = 1
    for (let status: number | null = 0; status !== null; at += 1) {
      status = await failsWhole(() => caller.call(endpoint, ask), at)
      // A failure in optional work, such as notifying screens, lets the call succeed. Then all is done.
      if (status !== null && status < 300) return
      expect(at).toBeLessThan(200)
    }
  })

  test('ten times at once has one effect and is in the history, with and without a key', async () => {
    const { caller, ask, tenTimes } = await asking()
    const headers = { 'idempotency-key': newId() }
    // Every write makes at least this many database calls. The long run makes each one fail.
    expect(await failsWhole(() => caller.call(endpoint, ask), 2 + (writes.indexOf(endpoint) % 2))).toBe(503)
    const once = await adding(async () => {
      const answers = await tenTimes({ headers })
      const [{ status, text } = { status: 0, text: '' }] = answers
      expect([200, 201, 204], text).toContain(status)
      expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`))).toEqual(new Set([`${status} ${text}`]))
      expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true')).toHaveLength(9)
    })
    expect(once.some(([table]) => table === 'audit')).toBe(!(name in untold))
    const inPath = Object.fromEntries(Object.entries(ask).filter(([field]) => pathNames(endpoint.path).includes(field)))
    const other = await caller.call(endpoint, { ...inPath, other: 1 }, { headers })
    expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } })

    fixture = await permissionFixture(world, { elsewhere: false })
    const again = await asking()
    const keyless = await adding(async () => {
      const statuses = (await again.tenTimes({ keyless: true })).map(({ status }) => status)
      expect(statuses.some((status) => status < 300)).toBe(true)
      expect(statuses.filter((status) => ![200, 201, 204, 404, 409, 422].includes(status))).toEqual([])
    })
    expect(withoutHistory(keyless)).toEqual(withoutHistory(once))
  })
})

test('a repeat during the first call gets 409 after a moment and can be retried', async () => {
  const manager = await fixture.as('manager')
  const { centerId } = fixture.target('manager', 'own')
  const headers = { 'idempotency-key': newId() }
  const close = () => manager.call(settings.close, { centerId, date: '2026-07-06', name: 'Holiday' }, { headers })
  const claimed = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const slow = write(async (db) => {
    await db`insert into answered_calls (caller, key, request_hash) select id, ${headers['idempotency-key']}, '' from people`
    claimed.resolve()
    await held.promise
    throw new Error('rolled back')
  })
  await claimed.promise
  expect(await close()).toMatchObject({ status: 409, body: { code: 'in_flight' }, headers: { 'retry-after': '1' } })
  held.resolve()
  await expect(slow).rejects.toThrow('rolled back')
  expect((await close()).status).toBe(201)
})
