import type { ActionCall, HandlerInput, IfMatch } from '#server/call.ts'
import { record } from '#server/audit.ts'
import { type Db, one } from '#server/db.ts'
import { isStale, withId } from '#server/records.ts'
import { pageOf } from '#server/page.ts'
import { notFound, stale } from '#shared/problem.ts'
import { lineOf, questionOf } from '../questions.ts'
import { lockQuestions } from '../queries.ts'
import type { reviews, ReviewCounts } from './api.ts'
import {
  evidence,
  putFlags,
  putNote,
  reviewAuthors,
  reviewCounts,
  reviewQueue,
  settleFlags,
} from './queries.ts'
import { flagsOf, reviewReasons } from './reasons.ts'

const page = 30

const none = Object.fromEntries(['all', ...reviewReasons].map((reason) => [reason, 0])) as ReviewCounts

/** Lists the questions waiting for a review, with counts by reason and by author. */
export async function reviewsPage({ db }: ActionCall, input: HandlerInput<(typeof reviews)['queue']>) {
  const [found, counts, authors] = await Promise.all([
    reviewQueue(db, { ...input, most: page + 1 }),
    reviewCounts(db, input),
    reviewAuthors(db),
  ])
  const { rows, last } = pageOf(found, page)
  return {
    questions: rows.map((row) => {
      const { course, level, chapter, reasons, since, author } = row
      return { ...lineOf(row), course, level, chapter, reasons, since, author }
    }),
    next: last && `${last.since} ${last.id}`,
    waiting: { ...none, ...Object.fromEntries(counts.map(({ reason, questions }) => [reason, questions])) },
    authors: authors.map(withId),
  }
}

/** Sends a question back to its author with a note. */
export async function sendBack(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  { id, note }: HandlerInput<(typeof reviews)['sendBack']>,
) {
  const { version } = one(await lockQuestions(db, [id]), notFound)
  if (isStale(ifMatch, version)) throw stale(await questionOf(db, id))
  await putNote(db, { id, note })
  await settleFlags(db, [id])
  record(db, actor, { action: 'questions.return', entity: id, after: { note } })
  return await questionOf(db, id)
}

/**
 * Flags questions that may have a problem, judging by students' answers. Jobs call this after updating the
 * statistics.
 */
export async function flagQuestions(db: Db, ids: readonly string[]) {
  const rows = await evidence(db, ids)
  await putFlags(
    db,
    rows.map((row) => ({ id: row.id, flags: flagsOf(row) })),
  )
}
