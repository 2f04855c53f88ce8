import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { factories } from '#tests/factories.ts'
import { putVisual } from '#features/material/visuals/queries.ts'
import { openDatabase, type Database, type Db } from '#server/db.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import { remadePicture } from '#server/pictures.ts'
import { fillDemo } from '../db/fill-demo.ts'
import { migrate } from '../db/migrate.ts'

const mega = 1024 * 1024
const most = 50 * mega
/**
 * Number of sections (each in its own level), questions per section, and questions per section that have
 * their own picture.
 */
type Amounts = { sections: number; questions: number; pictured: number }
const many: Amounts = { sections: 1, questions: 1319, pictured: 100 }

/** Creates material with pictures as the product stores them. */
export async function makeMaterial(database: Database, { sections, questions, pictured }: Amounts) {
  const { id: by } = await database.write((db) => factories(db).staff('editor', null))
  for (let at = 0; at < sections; at += 1)
    await database.write((db) => makeSection(db, by, { questions, pictured }))
}

async function makeSection(db: Db, by: string, { questions, pictured }: Omit<Amounts, 'sections'>) {
  const { id } = await factories(db).section()
  const text = (n: number) =>
    `A shop gets ${n} boxes of apples, and every box holds $${n} + 1$ of them. ${'How many are left for the market? '.repeat(8)}`
  await factories(db).questions(
    id,
    Array.from({ length: questions }, (_, n) => ({ text: text(n), value: String(n) })),
  )
  for (let at = 1; at <= pictured; at += 1) {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: at }
    const create = { width: 200, height: 150, channels: 3 as const, background: '#fff', noise }
    const png = await sharp({ create }).png().toBuffer()
    const { image, ...picture } = await remadePicture(png, { pixels: 1e6, side: 1000 }, () => true)
    await putVisual(db, { id: image, name: `${newId()}.png`, by, ...picture })
    await db`update question_revisions r set visual = ${image} from questions q where q.id = r.question_id and q.section_id = ${id} and q.num = ${at}`
  }
}

/**
 * Node option that keeps the space for new objects small, so that memory growth reflects objects in use and
 * not uncollected garbage.
 */
const littleRoom = '--max-semi-space-size=4'

/** Exports in a separate process. Returns the size of the export and the memory growth in bytes. */
function exportOnce(url: string, format: string) {
  const script = resolve(import.meta.dirname, 'export-once.ts')
  const output = execFileSync(process.execPath, [littleRoom, script, url, format], { encoding: 'utf8' })
  return JSON.parse(output) as { bytes: number; grew: number }
}

/**
 * Exports all material in both formats as the routes do, and prints the memory growth. Returns false if
 * memory grows by more than 50 MiB in either format.
 */
export async function exportMemory(): Promise<boolean> {
  console.log(
    `\nExport of the demonstration and a level of ${many.questions} questions, ${many.pictured} of them with pictures`,
  )
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-bench-'))
  const cluster = await startPostgres({ dataDir })
  try {
    await migrate(cluster.url)
    await fillDemo(cluster.url, null, () => {})
    const database = openDatabase(cluster.url, { pool: 3 })
    await makeMaterial(database, many)
    await database.close()
    let good = true
    for (const format of ['material', 'qti']) {
      const { bytes, grew } = exportOnce(cluster.url, format)
      const verdict = grew > most ? '  ABOVE' : ''
      console.log(
        `  ${format.padEnd(8)} ${(bytes / mega).toFixed(1)} MB, memory grew by ${(grew / mega).toFixed(1)} MB (at most ${most / mega})${verdict}`,
      )
      good = good && grew <= most
    }
    return good
  } finally {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
