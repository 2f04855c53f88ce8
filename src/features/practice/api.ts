import { z } from 'zod'
import { Avatar } from '#features/accounts/rules.ts'
import { Visual } from '#features/material/visuals/picture-limits.ts'
import { Given, Shown, Verdict } from '#features/questions/rules.ts'
import { Content } from '#shared/content.ts'
import { get, patch } from '#shared/contract.ts'
import { Day, Instant } from '#shared/days.ts'
import { Id, Num } from '#shared/ids.ts'
import { Report } from './report/report.ts'
import { pageOfWork, WorkKind, WorkState } from './rules.ts'
import { Program } from '#features/students/api.ts'

/**
 * One line of a list of work. `score` is 0 to 1, `score2` a test's after its corrections; figures are null until it is complete, and for a
 * family until it may see them (`shows`). `minutes` is the time that there is and `endsAt` when it is over; `corrects` the test whose wrong
 * questions this is made of. `chapter` is null for an assessment.
 */
export const WorkLine = z.object({
  _id: Id,
  kind: WorkKind,
  name: z.string(),
  state: WorkState,
  level: z.string(),
  levelId: Id,
  chapter: z.int().nullable(),
  dueOn: Day.nullable(),
  minutes: z.int().nullable(),
  endsAt: Instant.nullable(),
  corrects: Id.nullable(),
  assignedAt: Instant,
  startedAt: Instant.nullable(),
  submittedAt: Instant.nullable(),
  returnedAt: Instant.nullable(),
  questions: z.int(),
  answered: z.int(),
  correct: z.int().nullable(),
  total: z.int().nullable(),
  hint: z.int().nullable(),
  score: z.number().nullable(),
  score2: z.number().nullable(),
  version: z.int(),
})

export type WorkLine = z.infer<typeof WorkLine>

/** How many pieces of work a list is to have: what is open, then the newest of the rest. */
export const works = { works: z.coerce.number().int().min(pageOfWork).max(10_000).default(pageOfWork) }

/** Work, newest first, and whether there is `more` than was asked for. */
export const listed = { work: z.array(WorkLine), more: z.boolean() }

/** How a question stands, as far as the viewer may see it: `partly` right, `waits` for a person, `comment` when there is one to read. */
const Dot = z.object({
  quesNum: Num,
  sequenceQuesNum: z.int(),
  answered: z.boolean(),
  solved: z.boolean(),
  partly: z.boolean(),
  over: z.boolean(),
  waits: z.boolean(),
  comment: z.boolean(),
  hintSteps: z.int(),
})

const WorkSection = z.object({ num: Num, name: z.string(), questions: z.array(Dot) })

/** Work with the state of every question: what the map of dots shows. `report` is an assessment's, for whom it is, once it is complete. */
export const Work = WorkLine.extend({ sections: z.array(WorkSection), report: Report.nullable() })

export type Work = z.infer<typeof Work>

export const HintStep = z.object({ num: z.int(), content: Content })

/** What a person wrote about the last answer. */
const Comment = z.object({ text: z.string(), by: z.string(), at: Instant })

/** The picture of a question, without the name of the file that it came from. */
const Picture = Visual.pick({ image: true, width: true, height: true }).extend({ alt: z.string() })

/**
 * A question as its student may see it: `shown` has no key, `verdict` and `comment` stay null until they may be seen, `solution` until the question
 * is over. `triesLeft` is null where answers can be changed freely.
 */
export const WorkQuestion = z.object({
  kind: WorkKind,
  sectionNum: Num,
  sectionName: z.string(),
  quesNum: Num,
  sequenceQuesNum: z.int(),
  of: z.int(),
  state: WorkState,
  endsAt: Instant.nullable(),
  instructions: Content,
  content: Content,
  visual: Picture.nullable(),
  shown: Shown,
  /** How many answers have arrived; the next one has `seq` one higher. */
  answers: z.int(),
  given: Given.nullable(),
  verdict: Verdict.nullable(),
  comment: Comment.nullable(),
  triesLeft: z.int().nullable(),
  solved: z.boolean(),
  waits: z.boolean(),
  solution: Given.nullable(),
  hintSteps: z.int(),
  hints: z.array(HintStep),
})

export type WorkQuestion = z.infer<typeof WorkQuestion>

const Self = z.object({ _id: Id, firstName: z.string(), lastName: z.string(), avatar: Avatar, version: z.int() })

/** Spec §7, Student self: who they are, and their work. */
export const practice = {
  self: get('/student', {
    who: 'self.read',
    input: z.object(works),
    output: Self.extend(listed),
  }),
  /** The student's own picture. 412 when the version in If-Match is not the current one. */
  change: patch('/student', { who: 'self.change', input: z.object({ avatar: Avatar }), output: Self }),
}

/**
 * A student as a classroom may see them: no contacts, no notes. `practiced` are the sections that their homework had, the latest first: when it was
 * handed in, or given while it is `open`.
 */
const StudentAtWork = z.object({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  avatar: Avatar,
  programs: z.array(Program),
  ...listed,
  practiced: z.array(z.object({ sectionId: Id, at: Instant, open: z.boolean() })),
})

export const studentWork = {
  /** A student with their work, for staff and tablets; `works`: how many of each kind at most. */
  atWork: get('/students/:id', { who: 'student.read', input: z.object({ id: Id, ...works }), output: StudentAtWork }),
}
