import { Readable } from 'node:stream'
import { idsIn, sentenceOf, type Words } from '#features/history/rules.ts'
import { wordsOf, drawingsOf } from '#features/questions/rules.ts'
import type { InputOf } from '#shared/contract.ts'
import { notFound } from '#shared/problem.ts'
import { Id } from '#shared/ids.ts'
import { plain } from '#shared/text.ts'
import { one, type Database, type Db } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { guardExport } from '#server/export-guard.ts'
import type { childRecord } from './api.ts'
import {
  answerRows,
  childRow,
  actionRows,
  namesIn,
  pageRows,
  photoRow,
  sections,
  type RecordScope,
  workRows,
} from './queries.ts'
import { forFamily, isForFamily } from './record-file.ts'

type Rows = AsyncIterable<readonly object[]>

async function* single(rows: PromiseLike<readonly object[]>) {
  yield await rows
}

/**
 * Yields one row per piece of work. Families see the results of a test or an assessment only once it is
 * returned.
 */
async function* workOf(db: Db, recordScope: RecordScope) {
  const work = await workRows(db, recordScope)
  yield work.map(({ id: _, centerId: center, isOpen, ...row }) =>
    recordScope.parentId !== null && isOpen
      ? { ...row, center, correct: null, score: null, correctedScore: null }
      : { ...row, center },
  )
}

/**
 * Yields every answer with its automatic verdict and a person's grade, one piece of work after another.
 * Families get neither verdicts nor grades while the results of the work are hidden.
 */
async function* answersOf(db: Db, recordScope: RecordScope) {
  for (const { id, centerId, isOpen, name, kind } of await workRows(db, recordScope)) {
    const rows = await answerRows(db, { centerId, id })
    const isHidden = recordScope.parentId !== null && isOpen
    yield rows.map(({ num, given, verdict, grade, comment, arrivedAt, counted }) => ({
      kind,
      work: name,
      question: num,
      given: wordsOf(given),
      drawing: JSON.stringify(drawingsOf(given)),
      verdict: isHidden || !counted ? null : verdict.status,
      score: isHidden || !counted ? null : verdict.score,
      grade: isHidden ? null : grade,
      comment: isHidden ? null : comment,
      arrived: arrivedAt,
      counted,
    }))
  }
}

/** Yields the photographed worksheet pages with their photos as data URLs, one at a time. */
async function* pagesOf(db: Db, recordScope: RecordScope) {
  for (const { id, centerId, ...page } of await pageRows(db, recordScope))
    for (const { picture } of await photoRow(db, { id, centerId }))
      yield [{ ...page, photo: `data:image/webp;base64,${picture.toString('base64')}` }]
}

const isId = (text: string) => Id.safeParse(text).success

/** Yields recorded actions as sentences, without the names of other children. */
async function* actionsOf(db: Db, recordScope: RecordScope, words: Words) {
  for (let after = '0'; ;) {
    const rows = await actionRows(db, recordScope, after)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const visibleRows =
      recordScope.parentId === null
        ? rows
        : rows.filter(({ action, isOther }) => isForFamily(action) && !isOther).map(forFamily)
    const names = new Map(
      (await namesIn(db, recordScope, idsIn(visibleRows).filter(isId))).map(({ id, name }) => [id, name]),
    )
    yield visibleRows.map((row) => ({
      at: row.at,
      what: sentenceOf(row, { by: row.by ?? 'The product', names, words }),
    }))
  }
}

/** Yields a section as JSON text, one row at a time as the rows are read. Unescapes stored text. */
async function* sectionOf(title: string, pages: Rows) {
  yield `{"title":${JSON.stringify(title)},"rows":[`
  let isFirst = true
  for await (const rows of pages) {
    for (const row of rows) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(row, (_, value: unknown) => (typeof value === 'string' ? plain(value) : value))}`
      isFirst = false
    }
  }
  yield ']}'
}

async function* fileOf(
  { read: db, single: owner }: Database,
  recordScope: RecordScope,
  { name, words }: { name: string; words: Words },
) {
  const head = {
    child: plain(name),
    id: recordScope.id,
    exportedAt: new Date().toISOString(),
    timeZone: recordScope.timeZone,
  }
  yield `${JSON.stringify(head).slice(0, -1)},"sections":[\n`
  for (const { title, rows, ofOffice, privileged } of sections) {
    if (ofOffice && recordScope.parentId !== null) continue
    yield* sectionOf(title, single(rows(privileged ? owner : db, recordScope)))
    yield ',\n'
  }
  yield* sectionOf('Work', workOf(db, recordScope))
  yield ',\n'
  yield* sectionOf('Answers', answersOf(db, recordScope))
  yield ',\n'
  yield* sectionOf('Worksheets', pagesOf(db, recordScope))
  yield ',\n'
  yield* sectionOf('What was done', actionsOf(db, recordScope, words))
  yield '\n]}\n'
}

/**
 * Streams all stored data about a child as a file. Throws 404 if the person isn't a student, 403 `reauth` if
 * the caller hasn't entered the password or a code recently, and 429 if the daily limit on exports is
 * reached.
 */
export async function exportRecord(
  db: Database,
  actor: Actor,
  {
    how,
    words,
    ...child
  }: Omit<RecordScope, 'timeZone'> & Pick<InputOf<typeof childRecord.ofChild>, 'how'> & { words: Words },
) {
  const { name, timeZone } = one(await childRow(db.read, child), notFound)
  const recordScope = { ...child, timeZone }
  await guardExport(db, actor, {
    event: { kind: how === 'opened' ? 'read' : 'record', child: plain(name) },
    action: how === 'opened' ? 'privacy.open' : 'privacy.export',
    entity: recordScope.id,
    after: { studentId: recordScope.id },
    children: [recordScope.id],
    how: how === 'opened' ? 'read' : 'record',
  })
  return Readable.from(fileOf(db, recordScope, { name, words }))
}
