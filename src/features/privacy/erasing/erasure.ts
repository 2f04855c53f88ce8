import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import { demandStepUp } from '#server/gate.ts'
import { addJob } from '#server/jobs.ts'
import type { Inventory } from '#shared/inventory.ts'
import { conflict, notFound, refused } from '#shared/problem.ts'
import type { erasing } from './api.ts'
import { countsOf, erasable, erase, parentsOnlyOf } from './queries.ts'
import { goesInWords, sameName, staysInWords } from '../erasure-words.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'

/** Returns a preview of what erasing a person would remove and keep. Throws 404 if they can't be erased. */
export async function erasurePreview({ db }: ActionCall, { id }: HandlerInput<(typeof erasing)['preview']>) {
  const person = one(await erasable(db, id), notFound)
  const [counts, parents] = await Promise.all([countsOf(db, id), parentsOnlyOf(db, [id])])
  const kept = one(counts, notFound)
  return {
    name: person.name,
    goes: goesInWords(kept),
    stays: staysInWords(kept),
    parents: parents.map(({ name }) => name),
    owing: [person, ...parents].filter(({ owing }) => owing).map(({ name }) => name),
  }
}

/**
 * Erases a child, or a parent without children. With a child, also erases the parents who have no link to
 * another child, not even an ended one. Returns the number of people erased. Throws 403 `reauth` if the
 * password wasn't entered recently, 404 if the person isn't a child or a parent, 409 for a parent with
 * children, and 422 if `name` isn't the person's name.
 */
export async function eraseStudent(
  { actor, db }: ActionCall,
  { id, name }: HandlerInput<(typeof erasing)['erase']>,
  inventory: Inventory,
) {
  await demandStepUp(db, actor)
  const whom = one(await erasable(db, id, { lock: true }), notFound)
  const [child] = whom.children
  if (child)
    throw conflict(
      'has_children',
      `This is a parent of ${child}. Erase the child or unlink the parent first.`,
    )
  if (!sameName(name, whom.name))
    throw refused('other_name', `Type the name exactly like this: ${whom.name}.`, '/name')
  const all = await erase(db, { ids: [id], kind: 'asked' }, inventory)
  await addJob(db, 'erased', {}, { key: 'erased' })
  record(db, actor, { action: 'privacy.erase', entity: id, after: { count: all.length } })
  return { erased: all.length }
}
