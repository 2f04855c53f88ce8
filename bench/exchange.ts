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
/** Sections in levels of their own, so many questions in each, and how many of these have a picture of their own. */
type Amounts = { sections: number; questions: number; pictured: number }
const many: Amounts = { sections: 1, questions: 1319, pictured: 100 }

/** Material with pictures as the product keeps them. */
export async function makeMaterial(database: Database, { sections, questions, pictured }: Amounts) {
  const { id: by } = await database.write((db) => factories(db).staff('editor', null))
  for (let at = 0; at < sections; at += 1) await database.write((db) => makeSection(db, by, { questions, pictured }))
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

/** With little room for what is thrown away, so that what grows is what is held, and not what nobody has collected yet. */
const littleRoom = '--max-semi-space-size=4'

/** What an export takes in a process of its own: its bytes, and those by which the memory grew. */
function exportOnce(url: string, format: string) {
  const script = resolve(import.meta.dirname, 'export-once.ts')
  const said = execFileSync(process.execPath, [littleRoom, script, url, format], { encoding: 'utf8' })
  return JSON.parse(said) as { bytes: number; grew: number }
}

/** Exports all material in both formats, as the routes do, and says by how much the memory grows: 50 MB at most. */
export async function exportMemory(): Promise<boolean> {
  console.log(`\nExport of the demonstration and a level of ${many.questions} questions, ${many.pictured} of them with pictures`)
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
