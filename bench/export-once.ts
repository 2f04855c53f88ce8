import type { Readable } from 'node:stream'
import { exportedFiles } from '#features/exchange/export/exported-files.ts'
import { qtiFiles } from '#features/exchange/qti/write-package.ts'
import { openDatabase } from '#server/db.ts'
import { zipped } from '#server/zip.ts'

/**
 * Arguments of `export-once.ts <database> <material|qti>`, which exports all material as the routes do, but
 * in a separate process, and prints the export's size and the growth in memory as JSON.
 */
const [url = '', format] = process.argv.slice(2)
const database = openDatabase(url, { pool: 3 })
const all = { courseId: null, levelId: null }

/** Reads a stream. Returns its size and the process's peak memory growth during the read, both in bytes. */
async function grown(stream: Readable) {
  const before = process.memoryUsage.rss()
  let [peak, bytes] = [before, 0]
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  return { bytes, grew: peak - before }
}

// Warm up with the second-largest level, because a running server has already loaded the modules that read
// and zip material.
const [usual] = await database.read<{ id: string }[]>`
  select l.id from levels l left join sections s on s.level_id = l.id left join questions q on q.section_id = s.id group by l.id order by count(q.id) desc, l.id offset 1
`
const files = format === 'qti' ? qtiFiles : exportedFiles
await grown(zipped(files(database.read, { courseId: null, levelId: usual?.id ?? null })))
console.log(JSON.stringify(await grown(zipped(files(database.read, all)))))
await database.close()
