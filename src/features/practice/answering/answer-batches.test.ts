import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Given } from '#features/questions/rules.ts'
import type { CenterId } from '#server/gate.ts'
import { eventually } from '#tests/eventually.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { fsck } from '../../../../db/fsck.ts'
import { putWork } from '../assigning/queries.ts'
import { maxKept } from '../rules.ts'
import { answerBatches } from './answer-batches.ts'
import { type NewAnswer, putAnswers } from './answer-queries.ts'
import { startWork } from './queries.ts'

/** Reading and storing the answers of several students together (`inBatches`). */
const { database } = await openWorld()

type Place = { studentId: string; centers: readonly CenterId[]; id: string }
let places: Place[]

/** Starts homework of two questions for each of six students at two centers. */
beforeAll(async () => {
  places = await database.write(async (db) => {
    const make = factories(db)
    const section = await make.section({ name: 'Sums' })
    await make.questions(section.id, [
      { text: 'What is $1 + 1$?', value: '2' },
      { text: 'What is $2 + 2$?', value: '4' },
    ])
    const made: Place[] = []
    for (const center of [await make.center(), await make.center()]) {
      const centerId = center.id as CenterId
      const by = await make.staff('operator', center.id)
      for (let n = 0; n < 3; n += 1) {
        const student = await make.student(center.id)
        const work = { centerId, id: newId() }
        await putWork(db, {
          ...work,
          studentId: student.id,
          kind: 'homework',
          name: 'Sums',
          item: newId(),
          dueOn: null,
          sections: [section.id],
          assignedBy: by.id,
        })
        await startWork(db, work)
        made.push({ studentId: student.id, centers: [centerId], id: work.id })
      }
    }
    return made
  })
})

const { workToGrade, putAnswer } = answerBatches(database)

const given = (text: string): Given => ({ kind: 'fr', parts: [text] })
const question = (place: Place, n: number) => ({ ...place, kind: 'homework' as const, s: 1, n })

/** Returns an answer with this text, to be stored as correct. */
async function answerOf(place: Place, n: number, text: string, more: Partial<NewAnswer> = {}) {
  const work = await workToGrade(question(place, n))
  if (!work) throw new Error('The student has no such question.')
  return {
    ...work,
    workId: place.id,
    seq: work.answers + 1,
    id: newId(),
    given: given(text),
    verdict: { status: 'correct', score: 1, parts: [] },
    typedAt: null,
    pageId: null,
    waits: false,
    ...more,
  } as NewAnswer
}

const storedOf = (ids: readonly string[]) => database.read<{ id: string; workId: string; given: Given }[]>`
  select id, work_id, given from answers where id = any(${[...ids]}::uuid[])`

const placeAt = (at: number) => places[at] as Place

describe('answers that arrive at the same time', () => {
  test('are each stored for their own student and question', async () => {
    const answers = await Promise.all(places.map((place, at) => answerOf(place, 1, `text of ${at}`)))
    expect(await Promise.all(answers.map(putAnswer))).toEqual(places.map(() => true))
    const rows = await storedOf(answers.map(({ id }) => id))
    expect(rows.length).toBe(places.length)
    for (const { id, workId, given: stored } of answers)
      expect(rows.find((row) => row.id === id)).toEqual({ id, workId, given: stored })
    expect((await fsck(database.read)).filter(({ rule }) => /answer/i.test(rule))).toEqual([])
  })

  test('can be read by each caller only within that caller’s scope', async () => {
    const [mine, other] = [placeAt(0), placeAt(4)]
    const found = await Promise.all([
      workToGrade(question(mine, 2)),
      workToGrade({ ...question(mine, 2), studentId: other.studentId }),
      workToGrade({ ...question(other, 2), centers: mine.centers }),
      workToGrade(question(mine, 3)),
      workToGrade(question(other, 2)),
    ])
    expect(found.map((work) => work && [work.centerId, work.num])).toEqual([
      [mine.centers[0], 2],
      undefined,
      undefined,
      undefined,
      [other.centers[0], 2],
    ])
  })

  test('are stored even if one of them is refused because its id is in use', async () => {
    const [used] = await storedOf(
      (await database.read<{ id: string }[]>`select id from answers where work_id = ${placeAt(0).id}`).map(
        ({ id }) => id,
      ),
    )
    const answers = await Promise.all(
      [0, 1, 2].map((at) =>
        answerOf(placeAt(at), 2, `second of ${at}`, at === 0 ? { id: used?.id as string } : {}),
      ),
    )
    const outcomes = await Promise.allSettled(answers.map(putAnswer))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect((await storedOf(answers.slice(1).map(({ id }) => id))).length).toBe(2)
  })

  test('are refused, except for the first, if they answer the same question', async () => {
    const place = placeAt(3)
    const [one, two] = [await answerOf(place, 2, 'one'), await answerOf(place, 2, 'two')]
    const other = await answerOf(placeAt(4), 2, 'other')
    expect(await Promise.all([one, two, { ...one, given: given('same id') }, other].map(putAnswer))).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(await storedOf([one.id, two.id])).toMatchObject([{ given: given('one') }])
  })

  test('don’t wait for an answer whose work is locked by another transaction', async () => {
    const released = Promise.withResolvers<void>()
    const ready = Promise.withResolvers<void>()
    const answers = await Promise.all([
      answerOf(placeAt(5), 1, 'again'),
      answerOf(placeAt(1), 1, 'again'),
      answerOf(placeAt(2), 1, 'again'),
    ])
    const holding = database.write(async (db) => {
      await db`select from work where id = ${placeAt(5).id} for update`
      ready.resolve()
      await released.promise
    })
    await ready.promise
    const stored = await putAnswers(database.single, answers, { skipsLocked: true })
    expect(stored.map(({ id }) => id).sort()).toEqual(
      answers
        .slice(1)
        .map(({ id }) => id)
        .sort(),
    )
    const held = putAnswer(answers[0])
    released.resolve()
    await holding
    expect(await held).toBe(true)
  })
})

test('storing an answer at the limit doesn’t delete an older one that staff comment on in the meantime', async () => {
  const { id } = placeAt(2)
  const last = await answerOf(placeAt(2), 1, 'last', { seq: maxKept + 1 })
  await database.write(async (db) => {
    await db`
      insert into answers (center_id, work_id, num, seq, id, given, verdict)
      select center_id, work_id, num, n, gen_random_uuid(), given, verdict from answers, generate_series(2, ${maxKept}::int) n
      where work_id = ${id} and num = 1 and seq = 1 on conflict do nothing`
    await db`update work_questions set answers = ${maxKept} where work_id = ${id} and num = 1`
  })
  const released = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<void>()
  const commenting = database.write(async (db) => {
    await db`select from work where id = ${id} for update`
    ready.resolve()
    await released.promise
    await db`
      update answers set comment = 'Good.', commented_at = now() where work_id = ${id} and num = 1 and seq <= 3`
  })
  await ready.promise
  const stored = putAnswer(last)
  await eventually(async () => {
    const [waiting] = await database.read`select from pg_locks where not granted`
    expect(waiting).toBeDefined()
  })
  released.resolve()
  await commenting
  expect(await stored).toBe(true)
  const [kept] = await database.read<{ count: number }[]>`
    select count(*)::int from answers where work_id = ${id} and num = 1 and comment is not null`
  expect(kept).toEqual({ count: 3 })
})
