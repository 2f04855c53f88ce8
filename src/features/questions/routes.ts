import { sections } from '#features/material/queries.ts'
import type { ContentNode } from '#shared/content.ts'
import { conflict, notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, refusing } from '#server/db.ts'
import type { Handlers } from '#server/serve.ts'
import type { questions } from './api.ts'
import { dropQuestion, dropUnusedHints, questionsOf, questionToDrop } from './queries.ts'

const page = 100

export const questionRoutes: Handlers<typeof questions> = {
  async list({ input, db }) {
    const { level: levelId, chapter: chapterNum, section: num, after } = input
    const section = one(await sections(db, { levelId, chapterNum, num }), notFound)
    const rows = await questionsOf(db, { sectionId: section.id, after, most: page + 1 })
    const shown = rows.slice(0, page)
    return {
      questions: shown.map(({ id, content, ...row }) => ({
        _id: id,
        levelId,
        chapterNum,
        section: { _id: section.id, name: section.name, num },
        content: content as ContentNode[],
        ...row,
      })),
      next: rows.length > page ? (shown.at(-1)?.num ?? null) : null,
    }
  },

  async drop({ input, actor, db }) {
    const before = one(await questionToDrop(db, input.id), notFound)
    const hints = await dropQuestion(db, input.id).catch(
      refusing('question_in_work', conflict('in_use', `Question ${before.num} stands in work that students have begun.`)),
    )
    await dropUnusedHints(
      db,
      hints.flatMap(({ hintId }) => hintId ?? []),
    )
    await record(db, actor, { deed: 'questions.drop', entity: input.id, before })
    return null
  },
}
