import { setTimeout as pause } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { attendance } from '#features/attendance/api.ts'
import { ownGoal } from '#features/goals/api.ts'
import { skills } from '#features/mastery/api.ts'
import { estimateAll } from '#features/mastery/jobs.ts'
import { ownSections, ownWork } from '#features/practice/answering/api.ts'
import { assigning } from '#features/practice/assigning/api.ts'
import { connect } from '#server/connect.ts'
import type { Database } from '#server/db.ts'
import type { Day } from '#shared/days.ts'
import type { Call } from './calls.ts'
import { normal, type Random, randomFrom, sigmoid } from './learners.ts'
import type { ClassOfTerm, Problem, Pupil, TermWorld } from './term-world.ts'
import { weeks } from './term-world.ts'

/** Questions by section id, in order. */
type Sections = Map<string, { id: string; problem: Problem }[]>
type Term = {
  call: Call
  world: TermWorld
  sections: Sections
  today: Day
  minds: Map<string, Mind>
  database: Database
}
type WorkItem = { section: number; num: number; problem: Problem; sectionId: string }

/**
 * A simulated child, whose ability in a section grows with practice. Each child has a separate random
 * generator, so that the order in which the children work doesn't matter.
 */
class Mind {
  readonly random: Random
  private readonly usual: number
  private readonly gained = new Map<string, number>()
  constructor(seed: number) {
    this.random = randomFrom(seed)
    this.usual = 0.7 + 0.9 * normal(this.random)
  }

  /** Returns the chance of a right first try. */
  chance(sectionId: string) {
    return 0.03 + 0.94 * sigmoid(this.usual + (this.gained.get(sectionId) ?? 0))
  }

  practice(sectionId: string) {
    this.gained.set(sectionId, Math.min(2, (this.gained.get(sectionId) ?? 0) + 0.08))
  }
}

const mindOf = ({ minds }: Term, { id }: Pupil) => minds.get(id) as Mind

/** Answers one question, with up to three tries and perhaps a hint. Returns the number of answers sent. */
async function answer(term: Term, pupil: Pupil, { id, item }: { id: string; item: WorkItem }) {
  const { call } = term
  const mind = mindOf(term, pupil)
  const { random } = mind
  const chance = mind.chance(item.sectionId)
  const place = { id, s: item.section, n: item.num }
  for (let seq = 1; seq <= 3; seq += 1) {
    const isRight = random() < Math.min(0.95, chance + 0.15 * (seq - 1))
    const wrong = item.problem.wrong[Math.floor(random() ** 2 * item.problem.wrong.length)] ?? '0'
    const given = { kind: 'fr' as const, parts: [isRight ? item.problem.right : wrong] }
    const { solved } = await call(
      ownSections.answer,
      { ...place, seq, answerId: newId(), given },
      pupil.headers,
    )
    if (solved || seq === 3) return seq
    if (random() < 0.2) await call(ownSections.hint, { ...place, num: 1 }, pupil.headers)
    // Some children leave a question after a wrong answer.
    if (random() < 0.1) return seq
  }
  return 3
}

/** Returns the questions of a piece of started work, in order. */
async function questionsOf({ sections, database }: Term, id: string): Promise<WorkItem[]> {
  const pinned = await database.read<
    { sectionId: string; questionId: string; section: number; num: number }[]
  >`
    select s.section_id, q.question_id, q.section_num as section, q.section_ques_num as num from work_questions q
    join work_sections s on s.center_id = q.center_id and s.work_id = q.work_id and s.num = q.section_num
    where q.work_id = ${id} order by q.num`
  return pinned.flatMap(({ sectionId, questionId, ...at }) =>
    (sections.get(sectionId) ?? []).flatMap((found) =>
      found.id === questionId ? [{ ...at, problem: found.problem, sectionId }] : [],
    ),
  )
}

type OpenWork = { id: string; handsIn: boolean }

/** Works through one piece of work, or only half of it unless `handsIn`. Returns the number of answers. */
async function doWork(term: Term, pupil: Pupil, { id, handsIn }: OpenWork) {
  await term.call(ownWork.homework.change, { id, state: 'started' }, pupil.headers)
  const items = await questionsOf(term, id)
  let answers = 0
  for (const each of handsIn ? items : items.slice(0, Math.ceil(items.length / 2))) {
    answers += await answer(term, pupil, { id, item: each })
    mindOf(term, pupil).practice(each.sectionId)
  }
  if (handsIn) await term.call(ownWork.homework.change, { id, state: 'submitted' }, pupil.headers)
  return answers
}

/** Number of children in a class who work at the same time. */
const atOnce = 4

/** Runs `work` for each child of a class, several at a time. Returns the total number of answers. */
async function together<T extends { _id: string }>(
  klass: ClassOfTerm,
  children: readonly T[],
  work: (pupil: Pupil, child: T) => Promise<number>,
) {
  const left = [...children]
  let answers = 0
  const seat = async () => {
    for (let child = left.shift(); child; child = left.shift()) {
      const { _id } = child
      const pupil = klass.pupils.find(({ id }) => id === _id)
      const sent = pupil ? await work(pupil, child) : 0
      answers += sent
    }
  }
  await Promise.all(Array.from({ length: atOnce }, seat))
  return answers
}

/**
 * Takes attendance and assigns the proposed warm-ups, which the children complete. Returns the number of
 * answers.
 */
async function classHour(term: Term, klass: ClassOfTerm) {
  const { call, world, today: on } = term
  const { centerId } = world
  const marks = klass.pupils.map((pupil) => ({
    studentId: pupil.id,
    mark: mindOf(term, pupil).random() < 0.93 ? ('present' as const) : ('absent' as const),
  }))
  await call(attendance.take, { centerId, classId: klass.id, on, marks }, klass.operator)
  const { children } = await call(skills.warmUps, { centerId, classId: klass.id }, klass.operator)
  return await together(klass, children, async (pupil, { questions }) => {
    if (questions.length === 0) return 0
    const ids = questions.map(({ questionId }) => questionId)
    const { _id: id } = await call(assigning.warmUp, { id: pupil.id, questions: ids }, klass.operator)
    return await doWork(term, pupil, { id, handsIn: true })
  })
}

/** Assigns the proposed homework, which most children complete. Returns the number of answers. */
async function homework(term: Term, klass: ClassOfTerm) {
  const { call, world } = term
  const of = { centerId: world.centerId, classId: klass.id }
  const { children } = await call(skills.nextOfClass, of, klass.operator)
  return await together(klass, children, async (pupil, { next }) => {
    if (next.length === 0) return 0
    const sections = next.map(({ sectionId }) => sectionId)
    const halfSections = next.filter(({ isHalf }) => isHalf).map(({ sectionId }) => sectionId)
    const { _id: id } = await call(
      assigning.homework,
      { id: pupil.id, sections, ...(halfSections.length > 0 && { halfSections }) },
      klass.operator,
    )
    const handsIn = mindOf(term, pupil).random() > 0.07
    const answers = await doWork(term, pupil, { id, handsIn })
    const { questions, done, celebrated } = await call(ownGoal.read, {}, pupil.headers)
    if (done >= questions && !celebrated) await call(ownGoal.celebrate, {}, pupil.headers)
    return answers
  })
}

const lockTimeout = '55P03'

/** Tables whose rows are shifted into the past. */
const moving = ['work', 'answers', 'attendances', 'section_estimates', 'audit', 'question_difficulties']

/**
 * Shifts all dates and times in the `moving` tables a week into the past, so that the next week starts now.
 * Runs as superuser, because the product can't change history.
 */
async function aWeekPasses(superuserUrl: string) {
  const sql = connect(superuserUrl)
  const columns = await sql<{ table: string; column: string; type: string }[]>`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = any(${moving}) and data_type in ('timestamp with time zone', 'date')`
  await sql.unsafe('set session_replication_role = replica')
  for (const [table, of] of Map.groupBy(columns, (each) => each.table)) {
    const moved = (days: number) =>
      of.map(({ column, type }) =>
        type === 'date'
          ? `"${column}" = "${column}" - (${days})`
          : `"${column}" = "${column}" - interval '${days} days'`,
      )
    // A child can have only one mark per class and day, and rows are checked one by one, so marks are first
    // shifted far away and then back.
    const steps = table === 'attendances' ? [7000, 7 - 7000] : [7]
    for (const days of steps) await sql.unsafe(`update "${table}" set ${moved(days).join(', ')}`)
    await sql.unsafe(`vacuum "${table}"`)
  }
  await sql.end()
}

/**
 * Runs the job that estimates skills and finds frequent wrong answers. Retries, as the queue does, if the
 * server's own run of that job holds the lock for too long.
 */
async function estimate(database: Database) {
  for (let tries = 1; ; tries += 1)
    try {
      return await estimateAll(null, { database })
    } catch (error) {
      const { code } = error as { code?: string }
      if (code !== lockTimeout || tries === 20) throw error
      await pause(1000)
    }
}

/**
 * Simulates a term at the center with the product's own calls: marks, warm-ups, proposed homework, hints and
 * goals. After each week, a job estimates skills and finds frequent wrong answers. Returns the number of
 * answers.
 */
export async function workTerm(
  of: Omit<Term, 'minds' | 'database'>,
  {
    database,
    superuserUrl,
    report,
  }: { database: Database; superuserUrl: string; report: (line: string) => void },
) {
  const pupils = of.world.classes.flatMap((klass) => klass.pupils)
  const term = { ...of, database, minds: new Map(pupils.map(({ id }, at) => [id, new Mind(2026 + at)])) }
  let answers = 0
  for (let week = 1; week <= weeks; week += 1) {
    const began = performance.now()
    const counts = await Promise.all(
      term.world.classes.map(async (klass) => (await classHour(term, klass)) + (await homework(term, klass))),
    )
    answers += counts.reduce((sum, each) => sum + each, 0)
    await estimate(database)
    report(`  week ${week}: ${answers} answers, ${((performance.now() - began) / 1000).toFixed(0)} s`)
    if (week < weeks) await aWeekPasses(superuserUrl)
  }
  return answers
}
