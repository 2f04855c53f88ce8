import { z } from 'zod'
import { Avatar } from '#features/accounts/rules.ts'
import { Visual } from '#features/material/visuals/picture-limits.ts'
import { Given, Shown, Verdict } from '#features/questions/rules.ts'
import { Content } from '#shared/content.ts'
import { get, patch } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Instant } from '#shared/days.ts'
import { Id, Num } from '#shared/ids.ts'
import { Report } from './report/report.ts'
import { pageOfWork, WorkKind, WorkState } from './rules.ts'
import { Program } from '#features/students/api.ts'

/**
 * One line in a list of work. `score` is 0 to 1, and `score2` is a test's score after its corrections.
 * Figures are null until the work is complete, and for families until they may see them (`visibleResults`).
 * `minutes` is the time limit and `endsAt` the end time. `corrects` is the test whose wrong questions this
 * homework repeats. A `warmUp` is short homework for the start of class. `chapter` and `topic`, the chapter's
 * name, are null for an assessment. An `adaptive` assessment chooses each question based on the answers so
 * far; until it is complete, `questions` is the maximum number.
 */
export const WorkLine = record('WorkLine', {
  _id: Id,
  kind: WorkKind,
  name: z.string(),
  state: WorkState,
  level: z.string(),
  levelId: Id,
  chapter: z.int().nullable(),
  topic: z.string().nullable(),
  dueOn: Day.nullable(),
  minutes: z.int().nullable(),
  adaptive: z.boolean(),
  endsAt: Instant.nullable(),
  corrects: Id.nullable(),
  warmUp: z.boolean(),
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

/**
 * Maximum number of items in a list of work. If there are more, open work is kept first, then the newest of
 * the rest.
 */
export const works = { works: z.coerce.number().int().min(pageOfWork).max(10_000).default(pageOfWork) }

/** List of work, newest first. `more` is true if there is more work than requested. */
export const workListFields = { work: z.array(WorkLine), more: z.boolean() }

/**
 * State of a question, as far as the viewer may see it. `partly` means partly right, `waits` that the answer
 * needs a person's grade, `unread` that the answer can't be read and should be corrected, and `comment` that
 * there is a comment to read.
 */
const Dot = record('Dot', {
  quesNum: Num,
  sequenceQuesNum: z.int(),
  turn: z.int().nullable(),
  answered: z.boolean(),
  solved: z.boolean(),
  partly: z.boolean(),
  over: z.boolean(),
  waits: z.boolean(),
  unread: z.boolean(),
  comment: z.boolean(),
  hintSteps: z.int(),
})

const WorkSection = record('WorkSection', { num: Num, name: z.string(), questions: z.array(Dot) })

/**
 * An assessment, homework or test with the state of every question, for the question map. `report` is only
 * set for a complete assessment, and only for viewers who may see it.
 */
export const Work = WorkLine.extend({
  sections: z.array(WorkSection),
  report: Report.nullable(),
  /**
   * True if an adaptive assessment in progress needs no more questions and every question it asked is
   * answered.
   */
  enough: z.boolean(),
})

export type Work = z.infer<typeof Work>

export const HintStep = record('HintStep', { num: z.int(), content: Content })

/** Comment that a person wrote about the last answer. */
const Comment = record('Comment', { text: z.string(), by: z.string(), at: Instant })

/** Picture of a question, without the name of its original file. */
const Picture = Visual.pick({ image: true, width: true, height: true }).extend({ alt: z.string() })

/**
 * A question as the student and the parents may see it. `shown` doesn't contain the key. `verdict`, `comment`
 * and `solution` are null while they are hidden from families. `triesLeft` is null if answers can be changed
 * freely.
 */
export const WorkQuestion = record('WorkQuestion', {
  kind: WorkKind,
  sectionNum: Num,
  sectionName: z.string(),
  quesNum: Num,
  sequenceQuesNum: z.int(),
  turn: z.int().nullable(),
  of: z.int(),
  state: WorkState,
  endsAt: Instant.nullable(),
  instructions: Content,
  content: Content,
  visual: Picture.nullable(),
  shown: Shown,
  /** Number of answers received. The next answer's `seq` is one higher. */
  answers: z.int(),
  given: Given.nullable(),
  verdict: Verdict.nullable(),
  comment: Comment.nullable(),
  /** True if somebody has drawn on the question and the viewer may see the drawing. */
  whiteboard: z.boolean(),
  /** True if the last answer was written on a printed worksheet. */
  onPaper: z.boolean(),
  triesLeft: z.int().nullable(),
  solved: z.boolean(),
  waits: z.boolean(),
  solution: Given.nullable(),
  hintSteps: z.int(),
  hints: z.array(HintStep),
})

export type WorkQuestion = z.infer<typeof WorkQuestion>

const Self = record('Self', {
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  avatar: Avatar,
  version: z.int(),
})

/**
 * Position of a question in a student's work: in homework, its section and its number within the section; in
 * other work, its sequence number, with `section` null.
 */
const NextQuestion = z.object({ workId: Id, section: Num.nullable(), num: Num })
export type NextQuestion = z.infer<typeof NextQuestion>

/**
 * The student's own profile and work (spec §7, Student self). `next` is the question at which to continue, if
 * any.
 */
export const practice = {
  self: get('/student', {
    who: 'self.read',
    input: z.object(works),
    output: Self.extend({ ...workListFields, next: NextQuestion.nullable() }),
  }),
  /** Changes the student's own avatar. Responds with 412 if the version in If-Match isn't the current one. */
  change: patch('/student', { who: 'self.change', input: z.object({ avatar: Avatar }), output: Self }),
}

/**
 * A student with their work, as shown to staff and on classroom tablets, without contacts and notes.
 * `practiced` lists the sections of their homework, latest first (`sectionsPracticed`).
 */
const StudentAtWork = record('StudentAtWork', {
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  avatar: Avatar,
  programs: z.array(Program),
  ...workListFields,
  practiced: z.array(z.object({ sectionId: Id, at: Instant, open: z.boolean() })),
})

export const studentWork = {
  /**
   * Returns a student with their work, for staff and tablets. `works` is the maximum number of items in the
   * list.
   */
  atWork: get('/students/:id', {
    who: 'student.read',
    input: z.object({ id: Id, ...works }),
    output: StudentAtWork,
  }),
}
