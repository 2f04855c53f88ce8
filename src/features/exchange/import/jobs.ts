import { refuseOverQuota } from '#features/centers/storage-queries.ts'
import { record } from '#server/audit.ts'
import type { JobTools } from '#server/jobs.ts'
import { executeRun, finishRun, type Run } from '#server/runs.ts'
import type { Clash } from './material-file.ts'
import { importsOf } from './queries.ts'
import { openBrought } from './read-material.ts'
import { storeMaterial } from './store-material.ts'

type RunningImport = Run & { name: string; size: number; input: { clash: Clash } }

/** Runs a queued import of material. */
export const importMaterial = ({ id }: { id: string }, { database }: JobTools) =>
  executeRun<RunningImport>(database, id, {
    interrupted: 'The import was interrupted and nothing was saved. Please try again.',
    store: async (db, work, onProgress) => {
      const { by, input } = work
      const [row] = await importsOf(db, { id })
      const source = await openBrought(database.read, work)
      const made = await storeMaterial({ db, source, by, clash: input.clash, onProgress })
      await finishRun(db, id, made)
      // By now, the uploaded file has been deleted and the pictures are stored, so the quota check sees the
      // final size.
      await refuseOverQuota(db, by)
      // The importer is an editor or admin, because nobody else can start an import.
      record(
        db,
        { kind: 'editor', id: by },
        { action: 'material.imported', entity: id, after: { ...row?.found?.counts, ...made } },
      )
    },
  })
