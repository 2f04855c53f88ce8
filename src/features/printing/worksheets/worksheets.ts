import { randomUUID } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { questionToGrade, reviewAnswers, scopeOf } from '#features/grading/grading.ts'
import type { PinnedQuestionRow } from '#features/grading/queries.ts'
import { visualLimits } from '#features/material/visuals/picture-limits.ts'
import { answerOnce } from '#features/practice/answering/answers.ts'
import { change } from '#features/practice/answering/own-work.ts'
import { whyNotPrinted } from '#features/practice/assigning/printable.ts'
import { holdWorks } from '#features/practice/queries.ts'
import { isOver } from '#features/practice/rules.ts'
import { refusalReasons } from '#features/practice/work-actions.ts'
import { digitsOf } from '#features/questions/kinds/bubbles.ts'
import { emptyGiven, isBlank } from '#features/questions/kinds/given.ts'
import type { Given } from '#features/questions/rules.ts'
import { record } from '#server/audit.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { type Database, type Db, one } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { remadePicture } from '#server/pictures.ts'
import { conflict, notFound, Problem, refused } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { maxPictureBytes, type PageMark, type PrintedPage, type Worksheet, type worksheets } from './api.ts'
import {
  handwritten,
  missingPages,
  printedPage,
  putPages,
  putScan,
  questionsToPrint,
  workToPrint,
} from './queries.ts'

type Input<Name extends keyof typeof worksheets> = HandlerInput<(typeof worksheets)[Name]>

const onPaper = (row: PinnedQuestionRow) => ({ ...questionToGrade(row), digits: digitsOf(row.key) })

/** Returns a student's work with its questions, to print it. */
export async function openWorksheet(db: Db, center: CenterId, workId: string): Promise<Worksheet> {
  const work = one(await workToPrint(db, center, workId), notFound)
  const rows = await questionsToPrint(db, { center, workId })
  return {
    ...work,
    questions: rows.map((row) => ({ num: row.num, revision: row.revision, ...onPaper(row) })),
  }
}

/** Locks and returns work. Throws 409 if it can't be printed. */
async function printable(db: Db, center: CenterId, workId: string) {
  const work = one(await workToPrint(db, center, workId, { lock: true }), notFound)
  const reason = whyNotPrinted(work)
  if (reason) throw conflict('not_printable', reason)
  return work
}

/** Starts work, so that its questions can be printed. */
export async function startWorksheet({ actor, db, center }: CenterCall, { workId }: Input<'start'>) {
  const { studentId, kind } = await printable(db, center, workId)
  await change(db, actor, { studentId, centers: [center] }, { id: workId, kind, state: 'started' }, 'staff')
  return await openWorksheet(db, center, workId)
}

const questionUnknown = (path: string) =>
  refused('question_unknown', 'This question isn’t part of this work.', path)

/** Stores the pages that are about to be printed. */
export async function printWorksheet({ actor, db, center }: CenterCall, { workId, pages }: Input<'print'>) {
  const { studentId } = await printable(db, center, workId)
  const known = await questionsToPrint(db, { center, workId })
  const isKnown = (place: { num: number; revision: number }) =>
    known.some(({ num, revision }) => num === place.num && revision === place.revision)
  if (!pages.flat().every(isKnown)) throw questionUnknown('/pages')
  const numbered = pages.map((questions, at) => ({ id: randomUUID(), num: at + 1, questions }))
  await putPages(db, { center, workId, sheetId: newId(), by: actor.id, pages: numbered })
  record(db, actor, {
    action: 'printing.worksheet',
    entity: workId,
    center,
    after: { studentId, pages: pages.length },
  })
  return { pages: numbered.map(({ id }) => id) }
}

/** Returns a printed page with its questions as they were printed. Throws 404 for pages of other centers. */
export async function openPage(db: Db, center: CenterId, pageId: string): Promise<PrintedPage> {
  const { id, sheetId: _, questions: places, ...page } = one(await printedPage(db, center, pageId), notFound)
  const rows = await questionsToPrint(db, { center, workId: page.workId, printed: places })
  const questions = rows.flatMap((row) =>
    places.filter(({ num }) => num === row.num).map((place) => ({ ...onPaper(row), ...place })),
  )
  return { _id: id, ...page, questions }
}

/** Re-encodes the picture of a page, which also removes everything else from its file, such as metadata. */
async function pictureOf(data: string) {
  const sent = Buffer.from(data, 'base64')
  if (sent.length > maxPictureBytes) throw new Problem(413, 'too_large', t('Pictures can be up to 2 MiB.'))
  return (await remadePicture(sent, visualLimits, (format) => format === 'jpeg')).bytes
}

type Page = Awaited<ReturnType<typeof printedPage>>[number]

/** A new answer from a page. Handwriting is stored without text, because only people read it. */
type NewAnswer = { num: number; seq: number; given: Given }

/**
 * Returns the answers on a page that aren't stored yet. An earlier attempt may have stored some of them.
 * Skips homework questions that are already solved or have no tries left.
 */
async function newAnswers(db: Db, center: CenterId, page: Page, marks: readonly PageMark[]) {
  const rows = await questionsToPrint(db, { center, workId: page.workId, printed: page.questions })
  return marks.flatMap(({ num, given }): NewAnswer[] => {
    const row = rows.find((each) => each.num === num)
    if (!row) throw questionUnknown('/marks')
    if (given && isBlank(given)) return []
    const written = given ?? emptyGiven(questionToGrade(row).shown)
    const isStored = row.pageId === page.id && JSON.stringify(row.given) === JSON.stringify(written)
    if (isStored || (page.kind === 'homework' && isOver(row))) return []
    return [{ num, seq: row.answers + 1, given: written }]
  })
}

/** Hands in the work of a page, and grades the handwriting on all pages that were printed with it. */
async function finish({ actor, db, center }: CenterCall, page: Page) {
  const { studentId, workId, kind } = page
  const studentScope = { studentId, centers: [center] }
  await change(db, actor, studentScope, { id: workId, kind, state: 'submitted' }, 'staff')
  const asks = (await handwritten(db, center, page)).map(({ id, right }) => ({
    id,
    version: null,
    grade: right ? (1 as const) : (0 as const),
  }))
  await reviewAnswers(db, actor, {
    centers: [center],
    scope: await scopeOf(db, actor, center),
    asks,
    strict: false,
  })
}

/**
 * Stores a filled-in page and its answers. The answers come first, so that the last page of a worksheet hands
 * in the work with all of them. A page that is sent again completes what an earlier attempt began.
 */
export async function savePage(
  { actor, db, center }: CenterCall<Database>,
  { pageId, data, marks, finish: isLast = false }: Input<'save'>,
) {
  const page = one(await printedPage(db.read, center, pageId), notFound)
  const { studentId, workId, kind, num, sheetId } = page
  const answers = await newAnswers(db.read, center, page, marks)
  if (page.state !== 'started' && (answers.length > 0 || page.scannedAt === null))
    throw conflict('not_answerable', refusalReasons.answer)
  const picture = await pictureOf(data)
  const studentScope = { studentId, centers: [center] }
  for (const { num: n, ...answer } of answers)
    await answerOnce(db, studentScope, { id: workId, kind, s: null, n, answerId: newId(), pageId, ...answer })
  return await db.write(async (write) => {
    // Locks the work, so that pages that arrive at the same time are stored one after the other.
    await holdWorks(write, [center], [workId])
    await putScan(write, { center, id: pageId, picture, marks, by: actor.id })
    record(write, actor, { action: 'printing.scan', entity: workId, center, after: { studentId, page: num } })
    const missing = (await missingPages(write, center, sheetId)).map((each) => each.num)
    if (missing.length === 0 || isLast || page.state !== 'started')
      await finish({ actor, db: write, center }, page)
    const { state } = one(await workToPrint(write, center, workId), notFound)
    return { state, missing }
  })
}
