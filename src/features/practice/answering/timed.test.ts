import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CenterId } from '#server/gate.ts'
import { factories } from '#tests/factories.ts'
import { type Caller, openWorld } from '#tests/world.ts'
import { givenWork, assigning } from '../assigning/api.ts'
import { secondsLate } from '../lateness.ts'
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
    const questions = [
      { text: 'What is $1 + 1$?', value: '2' },
      { text: 'What is $2 + 2$?', value: '4' },
    ]
    const chapter = {
      name: 'One',
      sections: [{ name: 'Adding', questions }],
      test: [{ name: 'Adding', questions }],
    }
    const [section] = await make.level({ courseId, name: 'Math 5', chapters: [chapter] })
    return {
      centerId: centerId as CenterId,
      levelId: section?.levelId ?? '',
      manager: await make.staff('manager', centerId),
    }
  })
  cast = { ...made, manager: await world.as(made.manager) }
})

/** Creates a one-minute test that a new student with two devices started `secondsAgo` seconds ago. */
async function begun(secondsAgo: number) {
  const { centerId, levelId, manager } = cast
  const student = await database.write((db) => factories(db).student(centerId))
  const [phone, tablet] = [await world.as(student), await world.as(student)]
  const id = (await manager.call(assigning.test, { id: student.id, levelId, chapterNum: 1, minutes: 1 })).body
    ._id
  await phone.call(ownWork.test.change, { id, state: 'started' })
  const pass = (seconds: number) =>
    database.write(
      (db) => db`update work set started_at = now() - make_interval(secs => ${seconds}) where id = ${id}`,
    )
  await pass(secondsAgo)
  const look = async (n = 1) =>
    (await manager.call(givenWork.test.question, { id: student.id, itemId: id, n })).body
  return { id, phone, tablet, pass, look, run: () => completeWork({ centerId, id }, { database }) }
}

type Typed = { n?: number; seq?: number; typedAt?: string }
const answer = (device: Caller, id: string, { n = 1, seq = 1, typedAt }: Typed = {}) =>
  device.call(ownWork.test.answer, {
    id,
    n,
    seq,
    answerId: newId(),
    given: { kind: 'fr', parts: [n === 1 ? '2' : '4'] },
    ...(typedAt !== undefined && { typedAt }),
  })
const handIn = async (device: Caller, id: string) =>
  (await device.call(ownWork.test.change, { id, state: 'submitted' })).body.state
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

describe('a one-minute test', () => {
  test('accepts an answer that was being sent when time ran out, and shows the grader how late it was', async () => {
    const { id, phone, look } = await begun(63)
    expect((await answer(phone, id)).body).toMatchObject({ late: false })
    const { endsAt, history, late } = await look()
    expect([history.length, late.length]).toEqual([1, 0])
    expect(secondsLate({ endsAt, arrivedAt: history[0]?.arrivedAt ?? '' })).toBeGreaterThanOrEqual(3)
  })

  test('shows the grader no delay for an answer that arrived in time', async () => {
    const { id, phone, look } = await begun(55)
    await answer(phone, id)
    const { endsAt, history } = await look()
    expect(secondsLate({ endsAt, arrivedAt: history[0]?.arrivedAt ?? '' })).toBeNull()
  })

  test.each([
    ['now', 0],
    ['before the end', 20],
  ])(
    'stores an answer that arrives after 75 seconds as late, even if its device says it was typed %s',
    async (_, secondsAgo) => {
      const { id, phone, look } = await begun(75)
      const typedAt = ago(secondsAgo)
      expect((await answer(phone, id, { typedAt })).body).toMatchObject({ late: true, verdict: null })
      const { history, late } = await look()
      expect(history).toEqual([])
      expect(late.map((each) => Date.parse(each.typedAt ?? ''))).toEqual([Date.parse(typedAt)])
    },
  )

  test('stays open for other devices if one submits as time runs out, and is then completed automatically', async () => {
    const { id, phone, tablet, pass, look, run } = await begun(60.1)
    expect(await handIn(phone, id)).toBe('started')
    expect((await answer(tablet, id, { n: 2 })).body).toMatchObject({ late: false })
    await run()
    expect(await handIn(tablet, id)).toBe('started')
    await pass(70.5)
    await Promise.all([run(), handIn(phone, id)])
    expect((await answer(tablet, id)).body).toMatchObject({ late: true })
    const { state, history } = await look(2)
    expect([state, history.length]).toEqual(['returned', 1])
  })

  test('is completed immediately if the student submits it before the end', async () => {
    const { id, phone, tablet } = await begun(50)
    expect(await handIn(phone, id)).toBe('returned')
    expect((await answer(tablet, id)).body).toMatchObject({ late: true })
  })
})
