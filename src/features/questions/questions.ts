import { isDeepStrictEqual } from 'node:util'
import { v7 as newId } from 'uuid'
import { sections } from '#features/material/queries.ts'
import { throwAway } from '#features/material/trash/queries.ts'
import type { ContentNode } from '#shared/content.ts'
import { conflict, malformed, notFound, refused, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { spend } from '#server/token-bucket.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { isOnePlace, type Draft, type Question, type QuestionLine, type questions } from './api.ts'
import {
  lockQuestions,
  keyToTry,
  lockSectionsOf,
  numbersOf,
  putStatus,
  questionById,
  type QuestionRow,
  questionsOf,
  renumber,
  roomBehind,
  statusesOf,
  testsOf,
} from './queries.ts'
import { checkGiven, grade, samplesOf, wordsOf } from './rules.ts'
import { dropTests, putFaults, putMistakes, putQuestions, putRevision, putTests } from './revision-queries.ts'
import { faultsOf, isLong, typeset } from './typesetting.ts'
import { settleFlags } from './review/queries.ts'
import { warningsOf } from './variants/warnings.ts'
import type { ActionCall, HandlerInput, IfMatch } from '#server/call.ts'
import { isStale } from '#server/records.ts'
import { pageOf } from '#server/page.ts'

const page = 100

/** Highest number of a question in its section. */
export const maxQuestionNum = 9999

export const lineOf = ({ id, source, content, texts, revision: _, ...row }: QuestionRow): QuestionLine => ({
  ...row,
  _id: id,
  content: source,
  rendered: { content: content as ContentNode[], texts },
})

export async function questionOf(db: Db, id: string): Promise<Question> {
  const [row, tests] = await Promise.all([questionById(db, id), testsOf(db, id)])
  return { ...lineOf(one(row, notFound)), tests }
}

type PlaceNumbers = {
  level: string
  chapter?: number | undefined
  test?: number | undefined
  section: number
}

/** Finds a section, or throws 404. Throws 400 unless exactly one of `chapter` and `test` is given. */
export async function sectionAt(db: Db, place: PlaceNumbers, { lock = false } = {}) {
  if (!isOnePlace(place))
    throw malformed([{ path: '/chapter', message: 'or /test is required, but not both' }])
  const chapterNum = place.chapter ?? place.test ?? 0
  const kind = place.test === undefined ? 'chapter' : 'test'
  return one(
    await sections(db, { levelId: place.level, chapterNum, num: place.section, kind, lock }),
    notFound,
  )
}

const visualOf = ({ visual }: Question) => visual && { image: visual.image, alt: visual.alt }

/** Returns the fields that the author filled in, for the audit log and for comparison with a new draft. */
const auditedDraft = (question: Question): Draft => {
  const { instructions, content, answers, hint, variables, tests } = question
  return { instructions, content, answers, hint, visual: visualOf(question), variables, tests }
}

const missing = <T>(work: Promise<T>) =>
  work
    .catch(
      refuseOnConstraint(
        'visual_in_question',
        refused('no_visual', 'This picture no longer exists. Upload it again.', '/visual'),
      ),
    )
    .catch(
      refuseOnConstraint(
        'picture_in_question',
        refused('no_visual', 'This picture no longer exists. Upload it again.', '/answers/picture'),
      ),
    )
    .catch(
      refuseOnConstraint(
        'question_revisions_hint_id_fkey',
        refused('no_hint', 'This hint no longer exists. Choose another one.', '/hint'),
      ),
    )

/** Stores a draft as the next revision of a question. */
const revise = async (db: Db, questionId: string, { by, ...draft }: Draft & { by: string }) => {
  const { instructions, content: source, answers: key, hint: hintId, visual, variables, tests } = draft
  await missing(
    putRevision(db, { questionId, instructions, source, key, hintId, visual, variables, tests, by }),
  )
  await dropTests(db, questionId)
  await putTests(db, { questionId, tests, by })
}

/** Stores the tests of a question and its messages about mistakes, which need no new revision. */
async function changeInPlace(
  db: Db,
  questionId: string,
  { instructions, content: source, answers: key, variables, tests, by }: Draft & { by: string },
) {
  await dropTests(db, questionId)
  await putTests(db, { questionId, tests, by })
  const set = await typeset({ instructions, source, key, variables })
  await putMistakes(db, { id: questionId, key, variants: set.variants })
  await putFaults(db, { id: questionId, faults: faultsOf(set, key, tests) })
}

/**
 * Frees and returns the number after `behind`, or returns the next number at the end if `behind` is null.
 * Throws 409 if a number would be too high.
 */
async function freeNum(db: Db, sectionId: string, behind: number | null) {
  const full = () => conflict('section_full', `Question numbers in a section go up to ${maxQuestionNum}.`)
  return one(await roomBehind(db, { sectionId, num: behind, most: maxQuestionNum }), full).num
}

/** Returns a value after a round trip through JSON, which drops undefined fields. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Returns the draft without the messages about mistakes, which don't affect which answers are right. */
const withoutMistakes = ({ answers: { mistakes: _, ...answers }, ...text }: Omit<Draft, 'tests'>) => ({
  ...text,
  answers,
})

const isSame = (left: unknown, right: unknown) => isDeepStrictEqual(asJson(left), asJson(right))

/** Returns one page of the questions in a section, and counts all of its questions by status. */
export async function questionsPage({ db }: ActionCall, input: HandlerInput<(typeof questions)['list']>) {
  const { status = null, search = '', after } = input
  const { id: sectionId } = await sectionAt(db, input)
  const [found, of] = await Promise.all([
    questionsOf(db, { sectionId, after, most: page + 1, status, search: search.trim() }),
    statusesOf(db, sectionId),
  ])
  const { rows, last } = pageOf(found, page)
  return { questions: rows.map(lineOf), next: last?.num ?? null, of: one(of, notFound) }
}

/**
 * Rate limit for one person's long drafts. Each takes a fraction of a second of CPU time and produces up to a
 * megabyte of output.
 */
const longDrafts = { perSecond: 0.25, burst: 20 }

/** Counts a long draft toward its author's rate limit. Throws 429 if the limit is exceeded. */
function spendIfLong(
  actor: Actor,
  {
    instructions,
    content: source,
    answers: key,
    variables,
  }: Pick<Draft, 'instructions' | 'content' | 'answers' | 'variables'>,
) {
  if (isLong({ instructions, source, key, variables })) spend(`long drafts ${actor.id}`, longDrafts)
}

export async function addQuestion({ actor, db }: ActionCall, input: HandlerInput<(typeof questions)['add']>) {
  const { level, chapter, test, section: sectionNum, behind = null, ...draft } = input
  spendIfLong(actor, draft)
  const section = await sectionAt(db, { level, chapter, test, section: sectionNum }, { lock: true })
  const num = await freeNum(db, section.id, behind)
  const id = newId()
  const { instructions, content: source, answers: key } = draft
  const { hint: hintId, visual, variables, tests } = draft
  await missing(
    putQuestions(db, [
      {
        id,
        sectionId: section.id,
        num,
        instructions,
        source,
        key,
        hintId,
        visual,
        variables,
        tests,
        by: actor.id,
      },
    ]),
  )
  const after = await questionOf(db, id)
  record(db, actor, { action: 'questions.add', entity: id, after: auditedDraft(after) })
  return after
}

/** Changes a question. Work in progress keeps the revision that it started with. */
export async function changeQuestion(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<(typeof questions)['change']>,
) {
  const { id, ...draft } = input
  spendIfLong(actor, draft)
  one(await lockQuestions(db, [id]), notFound)
  const before = await questionOf(db, id)
  if (isStale(ifMatch, before.version)) throw stale(before)
  const { tests, ...text } = draft
  const { tests: testsBefore, ...textBefore } = auditedDraft(before)
  if (isSame(text, textBefore) && isSame(tests, testsBefore)) return before
  if (isSame(withoutMistakes(text), withoutMistakes(textBefore)))
    await changeInPlace(db, id, { ...draft, by: actor.id })
  else await revise(db, id, { ...draft, by: actor.id })
  const after = await questionOf(db, id)
  record(db, actor, {
    action: 'questions.change',
    entity: id,
    before: auditedDraft(before),
    after: auditedDraft(after),
  })
  return after
}

export async function cloneQuestion(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof questions)['clone']>,
) {
  await lockSectionsOf(db, [input.id])
  const [place] = await lockQuestions(db, [input.id])
  if (!place) throw notFound()
  const before = await questionOf(db, input.id)
  const num = await freeNum(db, place.sectionId, before.num)
  const id = newId()
  const { instructions, content: source, answers: key } = before
  const { hint: hintId, variables, tests } = before
  await putQuestions(db, [
    {
      id,
      sectionId: place.sectionId,
      num,
      instructions,
      source,
      key,
      hintId,
      visual: visualOf(before),
      variables,
      tests,
      by: actor.id,
    },
  ])
  const after = await questionOf(db, id)
  record(db, actor, { action: 'questions.clone', entity: id, after: { of: input.id, num } })
  return after
}

/** Moves a question to the trash. */
export async function dropQuestion(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof questions)['drop']>,
) {
  one(await lockQuestions(db, [input.id]), notFound)
  const before = await questionOf(db, input.id)
  const name = `Question ${before.num}`
  const dropped = await throwAway(db, {
    kind: 'question',
    name,
    by: actor.id,
    scope: { questionId: input.id },
  })
  record(db, actor, { action: 'questions.drop', entity: input.id, before: auditedDraft(before) })
  return dropped
}

/** Changes the review status of questions, their order within one section, or both. */
export async function arrangeQuestions(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<(typeof questions)['arrange']>,
) {
  const ids = [...new Set(input.ids)]
  await lockSectionsOf(db, ids)
  const rows = await lockQuestions(db, ids)
  if (rows.length < ids.length) throw notFound()
  const [only] = rows
  if (only && ids.length === 1 && isStale(ifMatch, only.version)) throw stale(await questionOf(db, only.id))
  if (input.status) {
    const unfinished = rows.filter(({ status }) => status === 'error').map(({ num }) => num)
    if (unfinished.length > 0)
      throw conflict('has_faults', `Some questions aren’t finished: ${unfinished.slice(0, 20).join(', ')}.`, {
        nums: unfinished,
      })
    await putStatus(db, { ids, status: input.status, by: actor.id })
    if (input.status === 'success') await settleFlags(db, ids)
  }
  if (input.behind !== undefined) await moveBehind(db, rows, ids, input.behind)
  record(db, actor, { action: 'questions.arrange', entity: ids[0] as string, after: { ...input, ids } })
  return { changed: ids.length }
}

/** Grades an answer to a stored question, for its author. Stores nothing. */
export async function tryAnswer({ db }: ActionCall, input: HandlerInput<(typeof questions)['try']>) {
  const { key } = one(await keyToTry(db, { id: input.id, variant: input.variant ?? 1 }), notFound)
  const misfit = checkGiven(key, input.given)
  if (misfit) throw refused('answer_shape', misfit, '/given')
  return grade(key, input.given)
}

/** Renders and checks a draft, and grades sample answers to it. Stores nothing. */
export async function previewQuestion(_call: ActionCall, input: HandlerInput<(typeof questions)['preview']>) {
  const { instructions, content: source, answers: key, variables, tests } = input
  const set = await typeset({ instructions, source, key, variables })
  const shownKey = set.variants[0]?.key ?? key
  const samples = samplesOf(shownKey).map((given) => ({
    given,
    words: wordsOf(given),
    verdict: grade(shownKey, given),
  }))
  const { content, texts, variants } = set
  const warnings = warningsOf({ instructions, source, key, variables }, variants)
  return { content, texts, faults: faultsOf(set, key, tests), warnings, samples, variants }
}

/**
 * Moves questions after the number `behind` in their section, which is locked. Throws 422 if they are in
 * different sections.
 */
async function moveBehind(
  db: Db,
  rows: readonly { id: string; sectionId: string }[],
  ids: readonly string[],
  behind: number,
) {
  const [first] = rows
  if (!first || rows.some(({ sectionId }) => sectionId !== first.sectionId))
    throw refused('two_sections', 'You can only move questions within one section.', '/ids')
  const all = await numbersOf(db, first.sectionId)
  const moved = new Set(ids)
  const others = all.filter(({ id }) => !moved.has(id))
  const before = others.filter(({ num }) => num <= behind).map(({ id }) => id)
  const after = others.filter(({ num }) => num > behind).map(({ id }) => id)
  await renumber(
    db,
    [...before, ...ids, ...after].map((id, index) => ({ id, num: all[index]?.num ?? index + 1 })),
  )
}
