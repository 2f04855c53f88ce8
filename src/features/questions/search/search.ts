import type { ActionCall, HandlerInput } from '#server/call.ts'
import { pageOf } from '#server/page.ts'
import { spoken } from '#shared/spoken.ts'
import { authorWords, renderedBy, solutionOf, textsOf } from '../rules.ts'
import type { FoundQuestion, questionSearch } from './api.ts'
import { excerptOf, hasHit, searchWords } from './excerpts.ts'
import { type FoundRow, questionsFound } from './queries.ts'

const page = 50

/** Returns a found question with excerpts from its texts in which the search words are marked. */
function shown(row: FoundRow, words: readonly string[]): FoundQuestion {
  const { id, count: _, instructions, content, texts, answers, steps, ...place } = row
  const textOf = (source: string) => spoken(renderedBy(texts)(source))
  const found = (text: string) => {
    const excerpt = excerptOf(text, words)
    return hasHit(excerpt) ? excerpt : null
  }
  const answer = [authorWords(answers, solutionOf(answers)), ...textsOf(answers).map(textOf)]
  return {
    ...place,
    _id: id,
    text: excerptOf(`${instructions && textOf(instructions)} ${spoken(content)}`, words),
    hint: found(steps.map(spoken).join(' ')),
    answer: found([...new Set(answer)].join(' · ')),
  }
}

export async function findQuestions(
  { db }: ActionCall,
  input: HandlerInput<(typeof questionSearch)['find']>,
) {
  const { kind, status, level, section } = input
  const find = input.find.trim()
  const words = searchWords(find)
  if (words.length === 0 && !(find === '' && (kind ?? status ?? level ?? section)))
    return { questions: [], count: 0, next: null }
  const found = await questionsFound(db, { ...input, find, most: page + 1 })
  const { rows, last } = pageOf(found, page)
  return {
    questions: rows.map((row) => shown(row, words)),
    count: found[0]?.count ?? 0,
    next: last?.id ?? null,
  }
}
