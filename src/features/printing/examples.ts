import { v7 as newId } from 'uuid'
import { type Example, examplesFor, ownScope } from '#tests/example.ts'
import { material } from '#features/material/api.ts'
import { printing } from './api.ts'

/** Example calls of the feature's endpoints. */
export const printingExamples: readonly Example[] = [
  ...examplesFor(printing, {
    order: { scopes: ownScope, input: () => ({}) },
    putOrder: {
      scopes: ownScope,
      input: () => ({ version: 1, levels: [] }),
      prepare: async ({ courseId }, { call }) => {
        await call(material.addLevel, { courseId, name: `Level ${newId()}`, chapterCount: 0 })
        const { body: before } = await call(printing.order, {})
        const levels = before.levels.map(({ levelId }) => levelId)
        const { body: turned } = await call(printing.putOrder, {
          version: before.version,
          levels: levels.toReversed(),
        })
        return { version: turned.version, levels }
      },
    },
  }),
]
