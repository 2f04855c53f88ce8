import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { connect } from '#server/connect.ts'
import { migrate } from '../db/migrate.ts'

/** Creates an empty database and a folder with these migrations. Deletes the folder when the test ends. */
export async function stage(files: Record<string, string>) {
  const { adminUrl } = inject('template')
  const admin = connect(adminUrl)
  const name = `m_${randomBytes(6).toString('hex')}`
  await admin.unsafe(`create database ${name}`)
  await admin.end()
  const address = new URL(adminUrl)
  address.pathname = `/${name}`
  const url = address.toString()
  const folder = mkdtempSync(join(tmpdir(), 'blended-learning-migrations-'))
  const put = (more: Record<string, string>) => {
    for (const [file, text] of Object.entries(more)) writeFileSync(join(folder, file), text)
  }
  put(files)
  const sql = connect(url)
  onTestFinished(async () => {
    await sql.end()
    rmSync(folder, { recursive: true })
  })
  const applied = async () =>
    (await sql`select name from migrations order by at, name`).map((row) => row['name'] as string)
  return {
    url,
    folder,
    sql,
    put,
    applied,
    remove: (file: string) => rmSync(join(folder, file)),
    migrateAll: () => migrate(url, { folder }),
  }
}

/** Migrates in a separate process, which can be killed. */
export function migrateInProcess(url: string, folder: string) {
  const code = `import { migrate } from './db/migrate.ts'; await migrate('${url}', { folder: '${folder}' })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
