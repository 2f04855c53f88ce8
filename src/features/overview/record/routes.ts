import { childCenters, reachable } from '#server/gate.ts'
import { asFile, type Handlers } from '#server/call.ts'
import type { Words } from '#features/history/rules.ts'
import type { childRecord } from './api.ts'
import { exportRecord } from './child-record.ts'

export const childRecordRoutes = (words: Words): Handlers<typeof childRecord> => ({
  async ofStudent({ input, actor, db }) {
    return asFile(
      await exportRecord(db, actor, {
        ...input,
        centers: await reachable(db.read, actor),
        parentId: null,
        words,
      }),
      'record.json',
    )
  },

  async ofChild({ input, actor, db }) {
    return asFile(
      await exportRecord(db, actor, {
        ...input,
        centers: await childCenters(db.read, actor, input.id),
        parentId: actor.id,
        words,
      }),
      'record.json',
    )
  },
})
