import { v7 as newId } from 'uuid'
import { notFound, refused } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import { created, type Handlers } from '#server/call.ts'
import type { Snippet, snippets } from './api.ts'
import { dropSnippet, putSnippet, snippetsOf } from './queries.ts'

const most = 12

const shown = ({ id, text }: { id: string; text: string }): Snippet => ({ _id: id, text })

export const snippetRoutes: Handlers<typeof snippets> = {
  async list({ actor, db, center }) {
    return (await snippetsOf(db, center, actor.id)).map(shown)
  },

  async keep({ input, actor, db, center }) {
    const { text } = input
    const [kept] = await putSnippet(db, center, { id: newId(), personId: actor.id, text })
    const all = await snippetsOf(db, center, actor.id)
    if (!kept)
      return shown(
        one(
          all.filter((each) => each.text === text),
          notFound,
        ),
      )
    if (all.length > most) throw refused('too_many', `Keep at most ${most} comments; drop one that you use less.`, '/text')
    await record(db, actor, { deed: 'grading.keep', entity: kept.id, center, after: { text } })
    return created(shown(kept))
  },

  async drop({ input, actor, db, center }) {
    const { text } = one(await dropSnippet(db, center, { id: input.id, personId: actor.id }), notFound)
    await record(db, actor, { deed: 'grading.drop', entity: input.id, center, before: { text } })
    return null
  },
}
