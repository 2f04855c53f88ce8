import { v7 as newId } from 'uuid'
import {
  centerScopes,
  type Example,
  examplesFor,
  inCenter,
  type Means,
  ownScope,
  type Target,
} from '#tests/example.ts'
import { archive } from './archive/api.ts'
import { centers } from './api.ts'

/** Archives the example's center. */
const archived = async ({ centerId }: Target, { write }: Means) => {
  await write((db) => db`update centers set archived_at = now() - interval '40 days' where id = ${centerId}`)
  return {}
}

/** Makes the center look as if it was archived 40 days ago and then exported, so that it can be deleted. */
const deletable = async ({ centerId }: Target, { write }: Means) => {
  await write(
    (db) => db`
      update centers set archived_at = now() - interval '40 days', exported_at = now() where id = ${centerId}`,
  )
  return {}
}

/** Example calls of the feature's endpoints. */
export const centersExamples: readonly Example[] = [
  ...examplesFor(centers, {
    list: { scopes: ownScope, input: () => ({}) },
    one: { scopes: centerScopes, input: inCenter },
    create: {
      scopes: ownScope,
      input: () => ({ name: `New ${newId().slice(-8)}`, timeZone: 'Asia/Kolkata' }),
    },
  }),
  ...examplesFor(archive, {
    set: {
      scopes: centerScopes,
      alters: true,
      input: ({ centerId }) => ({ centerId, archived: true }),
    },
    deletion: { scopes: centerScopes, alters: true, prepare: archived, input: inCenter },
    file: { scopes: centerScopes, alters: true, prepare: archived, input: inCenter },
    remove: {
      scopes: centerScopes,
      alters: true,
      prepare: deletable,
      input: ({ centerId }) => ({ centerId, name: centerId }),
      notRepeated: 'A job deletes the center a moment later. Until then, a repeat is refused.',
    },
  }),
]
