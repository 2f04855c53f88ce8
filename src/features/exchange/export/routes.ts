import { courses, levels } from '#features/material/queries.ts'
import { notFound, refused } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import { asFile, type Handlers } from '#server/serve.ts'
import { zipLimits } from '#server/unzip.ts'
import { zipped } from '#server/zip.ts'
import type { materialExport } from './api.ts'
import { exportedFiles } from './jobs.ts'
import { countsOf, type Which } from './queries.ts'

type Asked = { courseId?: string | undefined; levelId?: string | undefined }

async function whichOf(db: Db, { courseId = null, levelId = null }: { courseId?: string | null; levelId?: string | null }): Promise<Which> {
  if (courseId) one(await courses(db, { id: courseId }), notFound)
  if (levelId) one(await levels(db, { id: levelId, courseId }), notFound)
  return { courseId, levelId }
}

/** Files of the zip besides its sections and pictures. */
const others = 4
/** What texts may grow by until they stand in a file. */
const room = 2

/** How much there is, and why it would not come in again. */
async function sizeOf(db: Db, asked: Asked) {
  const which = await whichOf(db, asked)
  const { bytes, ...counts } = one(await countsOf(db, which), notFound)
  const fits = counts.sections + counts.visuals + others <= zipLimits.files && bytes * room <= zipLimits.bytes
  const smaller = which.courseId === null && which.levelId === null ? 'Export one course after another.' : 'Export one level after another.'
  const refusal = fits ? null : `This is more than one file can hold (${zipLimits.files} sections and pictures, 100 MB). ${smaller}`
  return { which, counts, bytes, refusal }
}

export const exportRoutes: Handlers<typeof materialExport> = {
  async file({ input, actor, db }) {
    const { which, counts, refusal } = await sizeOf(db.read, input)
    if (refusal) throw refused('too_large_export', refusal)
    await db.write((write) =>
      record(write, actor, { deed: 'material.export', entity: which.levelId ?? which.courseId ?? 'all', after: counts }),
    )
    return asFile(zipped(exportedFiles(db.read, which)), 'material.zip')
  },

  async size({ input, db }) {
    const { counts, bytes, refusal } = await sizeOf(db, input)
    return { counts, bytes, refusal }
  },
}
