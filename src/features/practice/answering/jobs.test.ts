import { beforeAll, expect, test } from 'vitest'
import type { CenterId } from '#server/gate.ts'
import { factories } from '#tests/factories.ts'
import { type Caller, openWorld } from '#tests/world.ts'
import { givenWork, assigning } from '../assigning/api.ts'
import { ownWork } from './api.ts'
import { completeWork } from './jobs.ts'

const world = await openWorld()
const { database } = world

let cast: { centerId: CenterId; levelId: string; manager: Caller }
beforeAll(async () => {
  const made = await database.write(async (db) => {
    const make = factories(db)
    const { id: centerId } = await make.center()
    const courseId = await make.course({ name: 'Timed', subject: 'Math' })
    const adding = [{ name: 'Adding', questions: [{ text: 'What is $1 + 1$?', value: '2' }] }]
    const chapter = { name: 'One', sections: adding, test: adding }
    const [section] = await make.level({ courseId, name: 'Math 5', chapters: [chapter] })
    return {
      centerId: centerId as CenterId,
      levelId: section?.levelId ?? '',
      manager: await make.staff('manager', centerId),
    }
  })
  cast = { ...made, manager: await world.as(made.manager) }
})

/** Creates a ten-minute test that a new student started `minutesAgo` minutes ago. */
async function begun(minutesAgo: number) {
  const { centerId, levelId, manager } = cast
  const student = await database.write((db) => factories(db).student(centerId))
  const caller = await world.as(student)
  const id = (await manager.call(assigning.test, { id: student.id, levelId, chapterNum: 1, minutes: 10 }))
    .body._id
  await caller.call(ownWork.test.change, { id, state: 'started' })
  await database.write(
    (db) =>
      db`update work set started_at = now() - make_interval(secs => ${minutesAgo * 60}) where id = ${id}`,
  )
  return { id, student, caller, run: () => completeWork({ centerId, id }, { database }) }
}

const state = async (id: string) =>
  (await database.read<{ state: string }[]>`select state from work where id = ${id}`)[0]?.state
/**
 * Selects the number of seconds until the job completes the work, rounded up to a multiple of ten. Returns no
 * row if no job is queued.
 */
const due = (id: string) =>
  database.read<{ seconds: number }[]>`
    select (ceil(extract(epoch from run_at - now()) / 10) * 10)::int as seconds from graphile_worker.jobs where key = ${`complete ${id}`}`
const forget = (id: string) =>
  database.write((db) => db`select graphile_worker.remove_job(${`complete ${id}`})`)

test('work is completed once its time limit and the grace period are over', async () => {
  const { id, run } = await begun(13)
  await Promise.all([run(), run()])
  expect(await state(id)).toBe('returned')
  expect(
    await database.read`select count(*)::int as times from audit where entity_id = ${id} and action = 'practice.timeout'`,
  ).toEqual([{ times: 1 }])
})

test('a job that runs too early, for example because clocks differ, leaves the work unchanged and is queued again', async () => {
  const { id, run } = await begun(10.05)
  await forget(id)
  await run()
  expect(await state(id)).toBe('started')
  expect(await due(id)).toEqual([{ seconds: 10 }])
})

test('extending the time postpones the completion, and without a time limit no job completes the work', async () => {
  const { id, student, run } = await begun(13)
  const change = (minutes: number | null) =>
    cast.manager.call(givenWork.test.change, { id: student.id, itemId: id, minutes })
  expect((await change(30)).status).toBe(200)
  expect(await due(id)).toEqual([{ seconds: 17 * 60 + 10 }])
  await change(null)
  await run()
  expect(await state(id)).toBe('started')
})
