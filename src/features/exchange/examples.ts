import { type Example, examplesFor, ownScope, sharedScopes } from '#tests/example.ts'
import { accounts } from '#features/accounts/api.ts'
import { nothing } from './rules.ts'
import { markChecked } from './import/queries.ts'
import { materialExport } from './export/api.ts'
import { materialImports } from './import/api.ts'

/** Expected results for another person's file, which even admins and editors can't access. */
const somebodyElses = { 'admin own': 'missing', 'editor own': 'missing' } as const

/** Example calls of the feature's endpoints. */
export const exchangeExamples: readonly Example[] = [
  ...examplesFor(materialExport, {
    file: { scopes: sharedScopes, input: ({ levelId }) => ({ levelId }) },
    size: { scopes: sharedScopes, input: ({ levelId }) => ({ levelId }) },
  }),
  ...examplesFor(materialImports, {
    begin: { scopes: ownScope, input: () => ({ name: 'material.zip', size: 4 }) },
    part: {
      scopes: sharedScopes,
      input: ({ broughtId }) => ({ id: broughtId, num: 1 }),
      wants: somebodyElses,
      unversioned: 'A part of a file has the same content, whoever uploads it.',
    },
    check: {
      scopes: sharedScopes,
      alters: true,
      input: ({ broughtId }) => ({ id: broughtId }),
      wants: somebodyElses,
    },
    start: {
      scopes: sharedScopes,
      input: ({ broughtId }) => ({ id: broughtId, clash: 'number' }),
      wants: somebodyElses,
      prepare: async ({ broughtId }, { call, write }) => {
        const { body: me } = await call(accounts.me, {})
        await write((db) => db`update runs set by = ${me._id} where id = ${broughtId}`)
        // Only one import runs at a time, so the fixture's own import is ended first.
        await write(
          (db) =>
            db`update runs set state = 'failed', input = null where kind = 'material' and state in ('waiting', 'running')`,
        )
        const found = {
          of: 'all' as const,
          counts: nothing,
          taken: [],
          notes: { skipped: 0, changed: 0, items: [] },
        }
        await write((db) => markChecked(db, { id: broughtId, found, total: 0 }))
        return {}
      },
    },
    list: { scopes: ownScope, input: () => ({}) },
  }),
]
