import { conflict, notFound, refused } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { one, refuseOnConstraint } from '#server/db.ts'
import { enter } from '#server/gate.ts'
import type { Center, centers } from './api.ts'
import { centerNames, centerRows, type CenterRow, lockCenterNames, putCenter } from './queries.ts'
import { phoneIn } from './phones.ts'
import { mixesAlphabets, nameKey } from './rules.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'

/** Converts a center to the API's shape. */
export const shown = ({ id, ...row }: CenterRow): Center => ({ _id: id, ...row, today: today(row.timeZone) })

/**
 * Creates a center. Throws 409 for a name that is taken or looks like another center's, 422 for one with
 * mixed alphabets or for an invalid phone number.
 */
export async function createCenter(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof centers)['create']>,
) {
  const { name, ...rest } = input
  const phone = phoneIn(rest.country, rest)
  if (mixesAlphabets(name))
    throw refused(
      'mixed_alphabets',
      'Use letters from only one alphabet, because letters from different alphabets can look alike.',
      '/name',
    )
  await lockCenterNames(db)
  const alike = (await centerNames(db)).find(({ id }) => id !== name && nameKey(id) === nameKey(name))
  if (alike)
    throw conflict(
      'name_alike',
      `This name looks too similar to ${alike.id}, another center. Choose a different one.`,
    )
  await putCenter(db, { id: name, ...rest, phone }).catch(
    refuseOnConstraint('centers_pkey', conflict('name_taken', 'A center with this name already exists.')),
  )
  record(db, actor, {
    action: 'centers.create',
    entity: name,
    center: name,
    after: { ...input, phone },
  })
  return shown(one(await centerRows(db, [await enter(db, actor, name)]), notFound))
}
