import { Id } from '#shared/ids.ts'
import { notFound, refused } from '#shared/problem.ts'
import { one } from '#server/db.ts'
import type { histories } from './api.ts'
import { inLanguage, t } from '#shared/language.ts'
import { actionsOf, isOfCenter, languageOf, namesOf, type HistorySubject } from './queries.ts'
import { idsIn, sentenceOf, type Words } from './rules.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'

const isId = (text: string) => Id.safeParse(text).success

/**
 * Returns a page of the changes to one record, or to the center's settings, described in the reader's
 * language, newest first. Throws 404 for a record outside the center, and 422 if a day is given without its
 * class.
 */
export async function historyOf(
  { db, center, actor }: CenterCall,
  input: HandlerInput<(typeof histories)['of']>,
  words: Words,
) {
  const { of = null, on = null, after = null } = input
  if (of === null && on !== null) throw refused('no_class', 'Choose the class for this day.', '/of')
  if (of !== null) one(await isOfCenter(db, center, of), notFound)
  const subject: HistorySubject = of === null ? { of } : { of, on }
  const [page, language] = await Promise.all([
    actionsOf(db, center, { subject, after }),
    languageOf(db, actor),
  ])
  const called = await namesOf(db, center, idsIn(page.rows).filter(isId))
  const names = new Map(called.map(({ id, name }) => [id, name]))
  const history = inLanguage(language, () =>
    page.rows.map((row) => ({
      id: row.id,
      at: row.at,
      by: row.by ?? '',
      sentence: sentenceOf(row, { by: row.by ?? t('The product'), names, words, classId: of }),
    })),
  )
  return { history, after: page.after }
}
