import type { ActionCall } from '#server/call.ts'
import { courses, levels } from '#features/material/queries.ts'
import { notFound, refused } from '#shared/problem.ts'
import { one, type Db } from '#server/db.ts'
import { guardExport } from '#server/export-guard.ts'
import { zipLimits } from '#server/unzip.ts'
import { zipped } from '#server/zip.ts'
import { lossInWords } from '../qti/losses.ts'
import { lossesIn, qtiFiles } from '../qti/write-package.ts'
import type { ExportFormat } from './api.ts'
import { exportedFiles } from './exported-files.ts'
import { countsOf, type ExportScope } from './queries.ts'

import type { Database } from '#server/db.ts'

type ExportInput = { courseId?: string | undefined; levelId?: string | undefined; format: ExportFormat }

async function whichOf(
  db: Db,
  { courseId = null, levelId = null }: { courseId?: string | null; levelId?: string | null },
): Promise<ExportScope> {
  if (courseId) one(await courses(db, { id: courseId }), notFound)
  if (levelId) one(await levels(db, { id: levelId, courseId }), notFound)
  return { courseId, levelId }
}

/** Maximum number of files in the zip besides sections (or items) and pictures. */
const others = 4
/** Factor by which the counted bytes may grow when they are written to files. */
const room = { material: 2, qti: 8 } as const
const full = {
  material: `This is too much for one file (at most ${zipLimits.files} sections and pictures, 100 MB).`,
  qti: `This is too much for one package (at most ${zipLimits.files} questions and pictures, 25 MB).`,
} as const

/**
 * Returns the scope, counts, size and losses of an export. `refusal` is a sentence if it would be too large
 * to import, otherwise null. Throws 404 if the course or level doesn't exist.
 */
async function sizeOf(db: Db, input: ExportInput) {
  const which = await whichOf(db, input)
  const { format } = input
  const { bytes, ...all } = one(await countsOf(db, which), notFound)
  const left = format === 'qti' ? await lossesIn(db, which) : null
  const counts = left ? { ...all, questions: left.questions, visuals: left.visuals, hints: 0 } : all
  const files = (left ? counts.questions : counts.sections) + counts.visuals + others
  const fits = files <= zipLimits.files && bytes * room[format] <= zipLimits.bytes
  const smaller =
    which.courseId === null && which.levelId === null
      ? 'Export one course at a time.'
      : 'Export one level at a time.'
  const lost = [...(left?.losses ?? [])].map(([loss, questions]) => ({ what: lossInWords(loss), questions }))
  return { which, counts, bytes, refusal: fits ? null : `${full[format]} ${smaller}`, lost }
}

const makers = { material: exportedFiles, qti: qtiFiles } as const
const names = { material: 'material.zip', qti: 'qti.zip' } as const

/**
 * Exports material as a zip file that is streamed while it is built. Throws 422 if it is too large for one
 * file.
 */
export async function exportMaterial({ db, actor }: ActionCall<Database>, input: ExportInput) {
  const { which, counts, refusal } = await sizeOf(db.read, input)
  if (refusal) throw refused('too_large_export', refusal)
  const { format } = input
  await guardExport(db, actor, {
    event: { kind: 'material' },
    action: 'material.export',
    entity: which.levelId ?? which.courseId ?? 'all',
    after: { format, ...counts },
  })
  return { file: zipped(makers[format](db.read, which)), name: names[format] }
}

/** Returns the counts, size and losses of an export, and the reason if it would be refused. */
export async function exportSize({ db }: ActionCall, input: ExportInput) {
  const { counts, bytes, refusal, lost } = await sizeOf(db, input)
  return { counts, bytes, refusal, lost }
}
