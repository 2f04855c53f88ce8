import { v7 as newId } from 'uuid'
import { refused } from '#shared/problem.ts'
import type { Snippet } from './api.ts'
import { putSnippet, snippetsOf } from './queries.ts'
import { notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import type { snippets } from './api.ts'
import { dropSnippet } from './queries.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'

/** Deletes one of the caller's saved comments. Throws 404 if it doesn't exist. */
export async function forgetSnippet(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof snippets)['drop']>,
) {
  const { text } = one(await dropSnippet(db, center, { id: input.id, personId: actor.id }), notFound)
  record(db, actor, { action: 'grading.drop', entity: input.id, center, before: { text } })
}

const most = 12

const shown = ({ id, text }: { id: string; text: string }): Snippet => ({ _id: id, text })

export async function ownSnippets({ db, actor, center }: CenterCall) {
  return (await snippetsOf(db, center, actor.id)).map(shown)
}

/** Saves a comment, unless it is already saved. Throws 422 if the caller already has twelve of them. */
export async function keepSnippet({ db, actor, center }: CenterCall, text: string) {
  const [kept] = await putSnippet(db, center, { id: newId(), personId: actor.id, text })
  const all = await snippetsOf(db, center, actor.id)
  if (!kept) {
    const same = all.filter((each) => each.text === text)
    return { snippet: shown(one(same, notFound)), isNew: false }
  }
  if (all.length > most)
    throw refused('too_many', `You can save up to ${most} comments. Delete one first.`, '/text')
  record(db, actor, { action: 'grading.keep', entity: kept.id, center, after: { text } })
  return { snippet: shown(kept), isNew: true }
}
