import { putWebhook } from '#features/integrations/webhooks/queries.ts'
import type { CenterId } from '#server/gate.ts'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { connect } from '#server/connect.ts'
import { addJob } from '#server/jobs.ts'
import { openDatabase, type Db } from '#server/db.ts'
import { openSession } from '#server/session.ts'
import { fingerprintOf, sequencesOf, speaking, tablesOf } from '../db/backup/catalog.ts'
import type { Keys } from '../db/backup/keys.ts'
import { writeBackup } from '../db/backup/write.ts'
import { factories } from './factories.ts'

/**
 * Twenty recognizable words that the fixture stores in every kind of column, so that tests can search files
 * for them.
 */
export const secrets = Array.from({ length: 20 }, (_, at) => `zqcanary${String(at).padStart(2, '0')}x`)

/** Returns the keys of an installation with this BACKUP_KEY. */
export const withKey = (key: string | null): Keys => ({ key, recipients: [], identities: [] })

/** Text that COPY has to escape. */
const odd = 'tab\there\nand \\N \\. back\\slash, "quotes" – 𝛑 ünï\r\nend'

async function fill(db: Db) {
  const make = factories(db)
  const [said = '', ...names] = secrets
  const center = await make.center()
  await db`update centers set address = ${said} where id = ${center.id}`
  const admin = await make.staff('admin', null)
  const klass = await make.klass(center.id)
  const children = []
  for (const name of names)
    children.push(await make.student(center.id, { firstName: name, lastName: odd, note: odd }))
  const [child] = children as [(typeof children)[number]]
  const parent = await make.parent([child])
  await make.place(klass, child.id)
  const section = await make.section()
  await make.questions(section.id, [
    { text: said, key: { kind: 'fr', parts: [{ kind: 'words', value: said }] } },
  ])
  const picture = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  await db`insert into visuals (id, name, width, height, bytes) values (${createHash('sha256').update(picture).digest('hex')}, 'All bytes', 1, 1, ${picture})`
  await db`insert into audit (action, person_id, entity_id, after) values ('centers.change', ${admin.id}, ${center.id}, ${db.json({ note: odd })})`
  await db`
    insert into devices (center_id, id, name, key_hash, key_expires_at, created_by)
    values (${center.id}, ${newId()}, 'Room', '\\x00ff', '2100-01-01', ${admin.id})`
  await make.token(center.id, admin.id)
  const hook = { id: newId(), url: 'https://example.com/', events: ['trial.requested' as const] }
  await putWebhook(db, center.id as CenterId, { ...hook, secret: Buffer.alloc(33), by: admin.id })
  await addJob(db, 'recovery', { email: said }, { key: said, at: new Date('2100-01-01') })
  await openSession(db, { kind: 'admin', id: admin.id }, { agent: 'test', address: '::1' })
  return { center, admin, child, parent }
}

/** Runs a query in the database at a URL. Returns the first column of its rows. */
export async function rowsOf(url: string, query: string) {
  const sql = connect(url, speaking)
  try {
    return (await sql.unsafe(query)).map((row) => Object.values(row)[0] as unknown)
  } finally {
    await sql.end()
  }
}

/** Returns the fingerprints of a database's tables and the values of its sequences, except `leaveOut`. */
export async function printOf(url: string, leaveOut: readonly string[] = []) {
  const sql = connect(url, speaking)
  const all: Record<string, string> = {}
  for (const table of await tablesOf(sql)) {
    const { rows, fingerprint } = await fingerprintOf(sql, table)
    if (!leaveOut.includes(table.name)) all[table.name] = `${rows} ${fingerprint}`
  }
  for (const { name, last } of await sequencesOf(sql)) if (!leaveOut.includes(name)) all[name] = last
  await sql.end()
  return all
}

/**
 * Returns this database and all others whose names start with its name. The cluster has more databases,
 * because all tests share it.
 */
export async function databasesBeside(url: string) {
  const sql = connect(url, speaking)
  const rows = await sql<
    { name: string }[]
  >`select datname as name from pg_database where starts_with(datname, left(current_database(), 30)) order by 1`
  await sql.end()
  return rows.map(({ name }) => name)
}

/**
 * Fills an empty migrated database with a little data, and creates a folder for its backups. `end` deletes
 * the folder.
 */
export async function openBackupFixture(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'blended-learning-backup-'))
  const database = openDatabase(url, { pool: 1 })
  const cast = await database.write(fill)
  await database.close()
  let second = 0
  return {
    url,
    folder,
    cast,
    /** Makes a backup. Each one has its own timestamp. */
    backUp: (keys: Keys, say = () => {}) => {
      second += 1
      return writeBackup({
        url,
        folder,
        keys,
        product: '0.0.0',
        moment: new Date(Date.UTC(2026, 2, 3, 16, 45, second)),
        say,
      })
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}
