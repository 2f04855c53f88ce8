import { Temporal } from 'temporal-polyfill'
import { dayAt } from '#shared/calendar.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { VerdictStatus } from '#features/questions/kinds/rules.ts'
import type { AnswerKey, Given, Texts, Verdict } from '#features/questions/rules.ts'
import type { Avatar } from '#features/accounts/rules.ts'
import { one, type Db } from '#server/db.ts'
import { notFound } from '#shared/problem.ts'
import type { Activity, Homework, HomeworkLine } from './api.ts'
import { type figures, isOver, type HomeworkState } from './rules.ts'

/** Whose homework: the student's own, or one of a student within centres that the caller was shown to reach. */
export type Whose = { studentId: string; centers: readonly CenterId[] }
/** A student reaches their own work at their own centres only (`/student`). */
export const own = (actor: Actor): Whose => ({ studentId: actor.id, centers: actor.centers as CenterId[] })

export type HomeworkRow = {
  centerId: string
  id: string
  name: string
  state: HomeworkState
  dueOn: Day | null
  assignedBy: string
  /** The name of who assigned it. */
  recorder: string
  assignedAt: string
  startedAt: string | null
  submittedAt: string | null
  questions: number
  answered: number
  correct: number | null
  total: number | null
  hint: number | null
  score: number | null
  version: number
  level: string
  levelId: string
  chapter: number
}

/** A student's homework, newest first, with what is done of it and the level and chapter of its first section. */
export const homeworkOf = (db: Db, { studentId, centers }: Whose, { id = null }: { id?: string | null } = {}) => db<HomeworkRow[]>`
  select h.center_id, h.id, h.name, h.state, h.due_on, h.assigned_by, h.assigned_at, h.started_at, h.submitted_at, h.correct, h.total, h.hint,
    h.score::float8 as score, h.version, trim(by.first_name || ' ' || by.last_name) as recorder, l.name as level, l.id as level_id,
    s.chapter_num as chapter,
    case when h.state = 'assigned'
      then (select count(*)::int from homework_sections each join questions on questions.section_id = each.section_id
        where each.center_id = h.center_id and each.homework_id = h.id and questions.status <> 'error')
      else (select count(*)::int from homework_questions each where each.center_id = h.center_id and each.homework_id = h.id) end as questions,
    (select count(*)::int from homework_questions each
      where each.center_id = h.center_id and each.homework_id = h.id and each.answers > 0) as answered
  from homework h
  join homework_sections first on first.center_id = h.center_id and first.homework_id = h.id and first.num = 1
  join sections s on s.id = first.section_id
  join levels l on l.id = s.level_id
  join people by on by.id = h.assigned_by
  where h.center_id = any(${[...centers]}) and h.student_id = ${studentId} and h.state <> 'void' and (${id}::uuid is null or h.id = ${id})
  order by h.assigned_at desc, h.id desc
  limit 200
`

/** The centre at which somebody is an active or coming student, among those the caller reaches. */
export const centerOfStudent = (db: Db, { studentId, centers }: Whose) => db<{ centerId: CenterId; firstName: string }[]>`
  select s.center_id, p.first_name from students s join people p on p.id = s.id
  where s.id = ${studentId} and s.center_id = any(${[...centers]}) and s.status <> 'inactive'
  order by s.status = 'active' desc, s.center_id limit 1
`

/** The student's own name and face. */
export const student = (db: Db, id: string) => db<{ firstName: string; lastName: string; avatar: Avatar }[]>`
  select first_name, last_name, avatar from people where id = ${id}
`

/** The named sections that have questions ready to be practised, in the order asked for. */
export const sectionsToAssign = (db: Db, ids: readonly string[]) => db<{ id: string; name: string; questions: number }[]>`
  select s.id, s.name, (select count(*)::int from questions q where q.section_id = s.id and q.status <> 'error') as questions
  from unnest(${[...ids]}::uuid[]) with ordinality as asked(id, place) join sections s on s.id = asked.id
  order by asked.place
`

type NewHomework = {
  centerId: CenterId
  id: string
  studentId: string
  name: string
  item: string
  dueOn: Day | null
  assignedBy: string
  sections: string[]
}

/** Refused by `item_open_already` while the same sections are open for this student. */
export const putHomework = (db: Db, work: NewHomework) => db`
  with given as (
    insert into homework (center_id, id, student_id, name, item, due_on, assigned_by)
    values (${work.centerId}, ${work.id}, ${work.studentId}, ${work.name}, ${work.item}, ${work.dueOn}, ${work.assignedBy})
  )
  insert into homework_sections (center_id, homework_id, num, section_id)
  select ${work.centerId}, ${work.id}, place, id from unnest(${work.sections}::uuid[]) with ordinality as asked(id, place)
`

/** Takes back homework that was locked and has not begun. */
export const dropAssigned = (db: Db, { centerId, id }: { centerId: CenterId; id: string }) => db`
  with gone as (delete from homework_sections where center_id = ${centerId} and homework_id = ${id})
  update homework set state = 'void', version = version + 1 where center_id = ${centerId} and id = ${id}
`

/** Locks a student's homework for a change of its state. */
export const lockHomework = (db: Db, { studentId, centers }: Whose, id: string) => db<
  { centerId: CenterId; state: HomeworkState; version: number }[]
>`
  select center_id, state, version from homework
  where center_id = any(${[...centers]}) and student_id = ${studentId} and id = ${id} and state <> 'void' for no key update
`

/** Begins homework: its questions are pinned to the revisions that they have now, random ones to one of their variants, and numbered through all sections. */
export const startHomework = (db: Db, { centerId, id }: { centerId: CenterId; id: string }) => db`
  with begun as (
    update homework set state = 'started', started_at = now(), version = version + 1
    where center_id = ${centerId} and id = ${id} and state = 'assigned' returning center_id, id
  )
  insert into homework_questions (center_id, homework_id, num, section_num, section_ques_num, question_id, revision, variant)
  select begun.center_id, begun.id, row_number() over (order by hs.num, q.num), hs.num,
    row_number() over (partition by hs.num order by q.num), q.id, q.revision, (
      select num from question_variants v where v.question_id = q.id and v.revision = q.revision
      order by hashtextextended(begun.id::text || v.num, 0) limit 1
    )
  from begun
  join homework_sections hs on hs.center_id = begun.center_id and hs.homework_id = begun.id
  join questions q on q.section_id = hs.section_id and q.status <> 'error'
`

type Completed = { centerId: CenterId; id: string; state: 'submitted' | 'returned' } & ReturnType<typeof figures>

/** Completes homework with its figures. */
export const submitHomework = (db: Db, { centerId, id, state, correct, total, hint, score }: Completed) => db`
  update homework set state = ${state}, submitted_at = now(), correct = ${correct}, total = ${total}, hint = ${hint}, score = ${score},
    version = version + 1
  where center_id = ${centerId} and id = ${id} and state = 'started'
`

export type MapRow = {
  sectionNum: number
  sectionName: string
  quesNum: number | null
  sequenceQuesNum: number
  answers: number
  tries: number
  solved: boolean
  hintSteps: number
  /** Of the last answer; null while there is none. */
  status: VerdictStatus | null
  score: number | null
}

/** Every section of a homework with the state of its questions; a section has no questions before the work begins. */
export const homeworkMap = (db: Db, { centerId, id }: { centerId: string; id: string }) => db<MapRow[]>`
  select hs.num as section_num, s.name as section_name, q.section_ques_num as ques_num, q.num as sequence_ques_num,
    q.answers, q.tries, q.solved, q.hint_steps, q.verdict ->> 'status' as status, (q.verdict ->> 'score')::float8 as score
  from homework_sections hs
  join sections s on s.id = hs.section_id
  left join homework_questions q on q.center_id = hs.center_id and q.homework_id = hs.homework_id and q.section_num = hs.num
  where hs.center_id = ${centerId} and hs.homework_id = ${id}
  order by hs.num, q.section_ques_num
`

/** A row of homework as the wire has it. */
export const line = ({ id, ...row }: HomeworkRow): HomeworkLine => ({ _id: id, ...row })

/** Homework as it stands in the record of its student, by the time zone of its centre. */
export const activity = ({ id, ...row }: HomeworkRow, zone: string): Activity => ({
  ...row,
  _id: id,
  type: 'homework',
  date: dayAt(zone, Temporal.Instant.from(row.submittedAt ?? row.assignedAt)),
})

function sectionsOf(rows: readonly MapRow[]): Homework['sections'] {
  const sections = new Map<number, Homework['sections'][number]>()
  for (const { sectionNum, sectionName, quesNum, sequenceQuesNum, answers, tries, solved, hintSteps } of rows) {
    const section = sections.get(sectionNum) ?? { num: sectionNum, name: sectionName, questions: [] }
    sections.set(sectionNum, section)
    if (quesNum === null) continue
    section.questions.push({ quesNum, sequenceQuesNum, answered: answers > 0, solved, over: isOver({ tries, solved }), hintSteps })
  }
  return [...sections.values()]
}

/** A homework of somebody with its map, or 404. */
export async function homeworkWithMap(db: Db, whose: Whose, id: string): Promise<Homework> {
  const row = one(await homeworkOf(db, whose, { id }), notFound)
  return { ...line(row), sections: sectionsOf(await homeworkMap(db, row)) }
}

export type QuestionRow = {
  centerId: CenterId
  num: number
  state: HomeworkState
  sectionName: string
  of: number
  instructions: string
  content: unknown
  key: AnswerKey
  texts: Texts
  answers: number
  tries: number
  given: Given | null
  verdict: Verdict | null
  solved: boolean
  hintId: string | null
  opened: number
  hintSteps: number
  visual: { image: string; width: number; height: number; alt: string } | null
}

type Where = { id: string; s: number; n: number }

/** A question of a student's begun homework as it was pinned, with what was answered so far. Its key must not leave the server unasked. */
export const workQuestion = (db: Db, { studentId, centers }: Whose, { id, s, n }: Where) => db<QuestionRow[]>`
  select h.center_id, q.num, h.state, sec.name as section_name, coalesce(v.instructions, r.instructions) as instructions,
    coalesce(v.content, r.content) as content, coalesce(v.key, r.key) as key, coalesce(v.texts, r.texts) as texts, q.answers, q.tries, q.given,
    q.verdict, q.solved, r.hint_id, q.hint_steps as opened, (select count(*)::int from hint_steps where hint_id = r.hint_id) as hint_steps,
    case when pic.id is not null
      then jsonb_build_object('image', pic.id, 'width', pic.width, 'height', pic.height, 'alt', r.visual_alt) end as visual,
    (select count(*)::int from homework_questions each where each.center_id = h.center_id and each.homework_id = h.id) as of
  from homework h
  join homework_questions q on q.center_id = h.center_id and q.homework_id = h.id and q.section_num = ${s} and q.section_ques_num = ${n}
  join question_revisions r on r.question_id = q.question_id and r.revision = q.revision
  left join question_variants v on v.question_id = q.question_id and v.revision = q.revision and v.num = q.variant
  left join visuals pic on pic.id = r.visual
  join homework_sections hs on hs.center_id = h.center_id and hs.homework_id = h.id and hs.num = q.section_num
  join sections sec on sec.id = hs.section_id
  where h.center_id = any(${[...centers]}) and h.student_id = ${studentId} and h.id = ${id} and h.state <> 'void'
`

export type ToGrade = Pick<QuestionRow, 'centerId' | 'num' | 'state' | 'key' | 'answers' | 'tries' | 'given' | 'solved'>

/** What grading an answer needs. */
export const workToGrade = (db: Db, { studentId, centers }: Whose, { id, s, n }: Where) => db<ToGrade[]>`
  select h.center_id, q.num, h.state, coalesce(v.key, r.key) as key, q.answers, q.tries, q.given, q.solved
  from homework h
  join homework_questions q on q.center_id = h.center_id and q.homework_id = h.id and q.section_num = ${s} and q.section_ques_num = ${n}
  join question_revisions r on r.question_id = q.question_id and r.revision = q.revision
  left join question_variants v on v.question_id = q.question_id and v.revision = q.revision and v.num = q.variant
  where h.center_id = any(${[...centers]}) and h.student_id = ${studentId} and h.id = ${id} and h.state <> 'void'
`

type Turn = { centerId: CenterId; homeworkId: string; num: number; seq: number }

/** The answer that took a turn, if any. */
export const answerOfTurn = (db: Db, { centerId, homeworkId, num, seq }: Turn) => db<{ id: string; given: Given; verdict: Verdict }[]>`
  select id, given, verdict from answers where center_id = ${centerId} and homework_id = ${homeworkId} and num = ${num} and seq = ${seq}
`

type NewAnswer = Turn & { id: string; given: Given; verdict: Verdict; typedAt: string | null; tries: number; solved: boolean }

/**
 * Stores an answer and what it makes of its question, in one statement. No row comes back when its turn was taken meanwhile or the homework
 * was completed: the lock on the homework lets no answer slip in beside a submission.
 */
export const putAnswer = (db: Db, answer: NewAnswer) => db<{ seq: number }[]>`
  with begun as (
    select center_id, id from homework where center_id = ${answer.centerId} and id = ${answer.homeworkId} and state = 'started' for share
  ), turn as (
    update homework_questions q set answers = ${answer.seq}, tries = ${answer.tries}, solved = ${answer.solved}, given = ${db.json(answer.given)},
      verdict = ${db.json(answer.verdict)}
    from begun
    where q.center_id = begun.center_id and q.homework_id = begun.id and q.num = ${answer.num} and q.answers = ${answer.seq - 1}
    returning q.center_id, q.homework_id, q.num, q.answers, q.given, q.verdict
  )
  insert into answers (center_id, homework_id, num, seq, id, given, verdict, typed_at)
  select center_id, homework_id, num, answers, ${answer.id}, given, verdict, ${answer.typedAt}::timestamptz from turn
  returning seq
`

/** The opened steps of a question's hint. */
export const hintSteps = (db: Db, { hintId, upTo }: { hintId: string; upTo: number }) => db<{ num: number; content: unknown }[]>`
  select num, content from hint_steps where hint_id = ${hintId} and num <= ${upTo} order by num
`

/**
 * Counts a hint step as opened; steps never close again. No row comes back when the homework was completed meanwhile: the lock on it lets no
 * step open beside a submission.
 */
export const openHint = (db: Db, { centerId, homeworkId, num, opened }: Omit<Turn, 'seq'> & { opened: number }) => db<{ num: number }[]>`
  with begun as (
    select center_id, id from homework where center_id = ${centerId} and id = ${homeworkId} and state = 'started' for share
  )
  update homework_questions q set hint_steps = greatest(hint_steps, ${opened}) from begun
  where q.center_id = begun.center_id and q.homework_id = begun.id and q.num = ${num} returning q.num
`
