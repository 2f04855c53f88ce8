import { v7 as newId } from 'uuid'
import { attendance } from '#features/attendance/api.ts'
import { ownGoal } from '#features/goals/api.ts'
import { skills } from '#features/mastery/api.ts'
import { estimateAll } from '#features/mastery/jobs.ts'
import { ownSections, ownWork } from '#features/practice/answering/api.ts'
import { giving } from '#features/practice/assigning/api.ts'
import { connect } from '#server/connect.ts'
import type { Database } from '#server/db.ts'
import type { Day } from '#shared/days.ts'
import type { Call } from './calls.ts'
import { normal, type Random, randomFrom, sigmoid } from './learners.ts'
import type { ClassOfTerm, Problem, Pupil, TermWorld } from './term-world.ts'
import { weeks } from './term-world.ts'

/** Questions of a section by their numbers, with their ids. */
type Sections = Map<string, { id: string; problem: Problem }[]>
type Term = { call: Call; world: TermWorld; sections: Sections; today: Day; random: Random }
type Asked = { section: number; num: number; problem: Problem; sectionId: string }

/** Abilities of the children, which grow with each section that they practice. */
class Abilities {
  private readonly usual = new Map<string, number>()
  private readonly gained = new Map<string, number>()
  private readonly random: Random
  constructor(random: Random) {
    this.random = random
  }

  chance(child: string, sectionId: string) {
    const usual = this.usual.get(child) ?? 0.7 + 0.9 * normal(this.random)
    this.usual.set(child, usual)
    return 0.03 + 0.94 * sigmoid(usual + (this.gained.get(`${child} ${sectionId}`) ?? 0))
  }

  practice(child: string, sectionId: string) {
    const key = `${child} ${sectionId}`
    this.gained.set(key, Math.min(2, (this.gained.get(key) ?? 0) + 0.08))
  }
}

/** Answers one question, with up to three tries and perhaps a hint. Returns the number of answers sent. */
async function answer(
  { call, random }: Term,
  { headers }: Pupil,
  { id, asked, chance }: { id: string; asked: Asked; chance: number },
) {
  const place = { id, s: asked.section, n: asked.num }
  for (let seq = 1; seq <= 3; seq += 1) {
    const isRight = random() < Math.min(0.95, chance + 0.15 * (seq - 1))
    const wrong = asked.problem.wrong[Math.floor(random() ** 2 * asked.problem.wrong.length)] ?? '0'
    const given = { kind: 'fr' as const, parts: [isRight ? asked.problem.right : wrong] }
    const { solved } = await call(ownSections.answer, { ...place, seq, answerId: newId(), given }, headers)
    if (solved || seq === 3) return seq
    if (random() < 0.2) await call(ownSections.hint, { ...place, num: 1 }, headers)
    // Some children leave a question after a wrong answer.
    if (random() < 0.1) return seq
  }
  return 3
}

type Doing = { id: string; asked: Asked[]; handsIn: boolean }

/** Works through one piece of work. Returns the number of answers. */
async function doWork(
  term: Term,
  abilities: Abilities,
  { pupil, id, asked, handsIn }: Doing & { pupil: Pupil },
) {
  await term.call(ownWork.homework.change, { id, state: 'started' }, pupil.headers)
  let answers = 0
  for (const each of handsIn ? asked : asked.slice(0, Math.ceil(asked.length / 2))) {
    const chance = abilities.chance(pupil.id, each.sectionId)
    answers += await answer(term, pupil, { id, asked: each, chance })
    abilities.practice(pupil.id, each.sectionId)
  }
  if (handsIn) await term.call(ownWork.homework.change, { id, state: 'submitted' }, pupil.headers)
  return answers
}

/** Questions of whole sections in the order of homework. */
const wholeSections = ({ sections }: Term, ids: readonly string[]): Asked[] =>
  ids.flatMap((sectionId, at) =>
    (sections.get(sectionId) ?? []).map(({ problem }, index) => ({
      section: at + 1,
      num: index + 1,
      problem,
      sectionId,
    })),
  )

/** Questions of a warm-up, numbered within their sections. */
function chosen(
  { sections }: Term,
  questions: readonly { sectionId: string; questionId: string }[],
): Asked[] {
  const order = [...new Set(questions.map(({ sectionId }) => sectionId))]
  const asked = new Map<string, number>()
  return questions.flatMap(({ sectionId, questionId }) => {
    const found = (sections.get(sectionId) ?? []).find(({ id }) => id === questionId)
    const num = (asked.get(sectionId) ?? 0) + 1
    asked.set(sectionId, num)
    return found ? [{ section: order.indexOf(sectionId) + 1, num, problem: found.problem, sectionId }] : []
  })
}

/** Marks the roll and gives the warm-ups that are proposed. Returns the number of answers. */
async function classHour(term: Term, abilities: Abilities, klass: ClassOfTerm) {
  const { call, world, today: on, random } = term
  const { centerId } = world
  const marks = klass.pupils.map(({ id }) => ({
    studentId: id,
    mark: random() < 0.93 ? ('present' as const) : ('absent' as const),
  }))
  await call(attendance.take, { centerId, classId: klass.id, on, marks }, klass.operator)
  const { children } = await call(skills.warmUps, { centerId, classId: klass.id }, klass.operator)
  let answers = 0
  for (const { _id, questions } of children) {
    const pupil = klass.pupils.find(({ id }) => id === _id)
    if (!pupil || questions.length === 0) continue
    const ids = questions.map(({ questionId }) => questionId)
    const { _id: id } = await call(giving.warmUp, { id: _id, questions: ids }, klass.operator)
    answers += await doWork(term, abilities, { pupil, id, asked: chosen(term, questions), handsIn: true })
  }
  return answers
}

/** Assigns the proposed homework, which most children complete. Returns the number of answers. */
async function homework(term: Term, abilities: Abilities, klass: ClassOfTerm) {
  const { call, world, random } = term
  const of = { centerId: world.centerId, classId: klass.id }
  const { children } = await call(skills.nextOfClass, of, klass.operator)
  let answers = 0
  for (const { _id, next } of children) {
    const pupil = klass.pupils.find(({ id }) => id === _id)
    if (!pupil || next.length === 0) continue
    const sections = next.map(({ sectionId }) => sectionId)
    const { _id: id } = await call(giving.homework, { id: _id, sections }, klass.operator)
    const asked = wholeSections(term, sections)
    answers += await doWork(term, abilities, { pupil, id, asked, handsIn: random() > 0.07 })
    const { questions, done, celebrated } = await call(ownGoal.read, {}, pupil.headers)
    if (done >= questions && !celebrated) await call(ownGoal.celebrate, {}, pupil.headers)
  }
  return answers
}

/** Tables whose history moves into the past. */
const moving = ['work', 'answers', 'attendances', 'section_estimates', 'audit', 'question_difficulties']

/**
 * Moves everything that has happened a week into the past, so that the next week happens now. Runs as
 * superuser, because the product can't change history.
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
    // A child has one mark a day, and rows are checked one by one, so marks take a detour.
    const steps = table === 'attendances' ? [7000, 7 - 7000] : [7]
    for (const days of steps) await sql.unsafe(`update "${table}" set ${moved(days).join(', ')}`)
    await sql.unsafe(`vacuum "${table}"`)
  }
  await sql.end()
}

/**
 * Lets the center work a term through the product's own calls: marks, warm-ups, proposed homework, hints and
 * goals. After each week, the job estimates skills and finds frequent wrong answers. Returns the number of
 * answers.
 */
export async function workTerm(
  of: Omit<Term, 'random'>,
  {
    database,
    superuserUrl,
    tell,
  }: { database: Database; superuserUrl: string; tell: (line: string) => void },
) {
  const term = { ...of, random: randomFrom(2026) }
  const abilities = new Abilities(term.random)
  let answers = 0
  for (let week = 1; week <= weeks; week += 1) {
    const began = performance.now()
    const counts = await Promise.all(
      term.world.classes.map(async (klass) => {
        const inClass = await classHour(term, abilities, klass)
        return inClass + (await homework(term, abilities, klass))
      }),
    )
    answers += counts.reduce((sum, each) => sum + each, 0)
    await estimateAll(null, { database })
    tell(`  week ${week}: ${answers} answers, ${((performance.now() - began) / 1000).toFixed(0)} s`)
    if (week < weeks) await aWeekPasses(superuserUrl)
  }
  return answers
}
