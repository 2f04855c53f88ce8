import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from '#server/connect.ts'
import { brokenMark, logReady, startPostgres } from '#server/embedded-postgres.ts'
import { withKey } from '#tests/backup-fixture.ts'
import { archivedName, archiveIn, type Base, forget, listArchive, notedFirst, seal } from './archive.ts'
import { startArchiver } from './archiver.ts'
import { takeBase } from './base.ts'
import { checkIndexes } from './index-check.ts'
import { recover } from './recover.ts'
import { rehearse } from './rehearsal.ts'

const home = mkdtempSync(join(tmpdir(), 'recovery-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const [dataDir, backupDir] = [join(home, 'own'), join(home, 'backups')]
const keys = withKey(Buffer.alloc(32, 7).toString('base64'))
const say = () => {}
const alerts: string[] = []

type Server = Awaited<ReturnType<typeof startPostgres>>

const archiverOf = ({ superuserUrl }: Server, to = backupDir, with_ = keys) => {
  const alert = async (text: string) => alerts.push(text)
  return startArchiver({
    dataDir,
    superuserUrl,
    backupDir: to,
    keys: with_,
    days: 7,
    alert,
    firstBaseDelayMs: 0,
  })
}

/** Waits until a condition is true. Throws after about 30 seconds. */
async function until(holds: () => Promise<boolean>) {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await holds()) return
    await pause(100)
  }
  throw new Error('It never held.')
}

type Entry = { n: number; at: string }

/**
 * Writes numbered rows for a while. Returns all rows of the ledger: the new ones with a moment just after
 * their commit, and earlier ones as stored.
 */
async function keepLedger({ superuserUrl }: Server, rows: number) {
  const sql = connect(superuserUrl)
  await sql`create table if not exists ledger (n int generated always as identity primary key, at timestamptz not null default clock_timestamp())`
  const all = [...(await sql<Entry[]>`select n, at from ledger order by n`)]
  for (let written = 0; written < rows; written += 1) {
    const [row] = await sql<{ n: number }[]>`insert into ledger default values returning n`
    // Store the moment after the commit, because on a busy machine it can be much later than the statement.
    const [{ at } = { at: '' }] = await sql<{ at: string }[]>`select clock_timestamp() as at`
    all.push({ n: row?.n ?? 0, at })
    await pause(5)
  }
  await sql.end()
  return all
}

/** Returns the highest number in a ledger recovered as of a moment, and the time of its last change. */
async function recovered(to: Date | null, from = backupDir, with_ = keys) {
  const { superuserUrl, lastChange, stop } = await recover({
    backupDir: from,
    keys: with_,
    to,
    work: join(home, 'recovering'),
    say,
  })
  const sql = connect(superuserUrl)
  try {
    const [row] = await sql<{ last: number }[]>`select max(n) as last from ledger`
    return { last: row?.last, lastChange }
  } finally {
    await sql.end()
    await stop()
  }
}

describe('an archive', () => {
  test('restores exactly the data stored at each of five moments, across a restart of the server', async () => {
    const first = await startPostgres({ dataDir, archive: true })
    const archiver = await archiverOf(first)
    // Moments can be restored from the first full second after the base backup.
    await until(async () =>
      (await listArchive(archiver.folder)).bases.some(({ at }) => at.getTime() <= Date.now()),
    )
    await keepLedger(first, 100)
    await first.stop()
    await archiver.stop()
    const second = await startPostgres({ dataDir })
    const again = await archiverOf(second)
    const rows = await keepLedger(second, 100)
    await second.stop()
    await again.stop()
    expect(rows).toHaveLength(200)
    for (let trial = 0; trial < 5; trial += 1) {
      const chosen = rows[Math.floor(((trial + 0.5) * rows.length) / 5)]!
      const to = new Date(Date.parse(chosen.at) + 2)
      const wanted = rows.findLast(({ at }) => Date.parse(at) <= to.getTime())
      expect((await recovered(to)).last).toBe(wanted?.n)
    }
    const { last, lastChange } = await recovered(null)
    expect(last).toBe(200)
    // The stored moments are from after the commits, so the last change is later than the second-to-last of
    // them.
    expect(Date.parse(lastChange ?? '')).toBeGreaterThan(Date.parse(rows.at(-2)!.at))
    expect((await recovered(new Date('2100-01-01'))).last).toBe(200)
    expect(alerts).toEqual([])
  })

  test('restores to a time during a base backup from the base backup before it', async () => {
    const server = await startPostgres({ dataDir })
    const archiver = await archiverOf(server)
    const { folder } = archiver
    const secret = await readFile(join(dataDir, 'postgresql-password'), 'utf8')
    const { superuserUrl } = server
    const taking = takeBase({ superuserUrl, cluster: join(dataDir, 'postgresql'), secret, folder, keys })
    const rows = await keepLedger(server, 20)
    const { finish } = await taking
    await finish()
    await server.stop()
    await archiver.stop()
    expect((await listArchive(folder)).bases).toHaveLength(2)
    const to = new Date(Date.parse(rows.at(-10)!.at) + 2)
    const wanted = rows.findLast(({ at }) => Date.parse(at) <= to.getTime())
    expect((await recovered(to)).last).toBe(wanted?.n)
    expect((await recovered(null)).last).toBe(rows.at(-1)?.n)
  })

  test('states the earliest time that it can restore to, and can’t be read without its key', async () => {
    await expect(recovered(new Date('2020-01-01'))).rejects.toThrow(/^The archive begins at 20.*Z\. Choose/)
    await expect(recovered(null, join(home, 'nowhere'))).rejects.toThrow(
      'There is no archive to recover from',
    )
    const order = { backupDir, to: null, work: join(home, 'recovering'), say }
    await expect(recover({ ...order, keys: withKey(null) })).rejects.toThrow('This backup is encrypted.')
    await expect(
      recover({ ...order, keys: withKey(Buffer.alloc(32, 8).toString('base64')) }),
    ).rejects.toThrow('different key')
  })

  test('reports in a sentence why a trial recovery failed', async () => {
    const order = { backupDir, work: join(home, 'rehearsing') }
    expect(await rehearse({ ...order, keys: withKey(null) })).toEqual({
      problem: 'This backup is encrypted. Set BACKUP_KEY to the key that it was made with.',
    })
    // Fails because this database has none of the product's tables.
    expect((await rehearse({ ...order, keys })).problem).toMatch(/relation .* does not exist/)
    expect(readdirSync(home)).not.toContain('rehearsing')
  })

  test('with a changed byte is refused', async () => {
    const [server = ''] = readdirSync(archiveIn(backupDir))
    const folder = join(archiveIn(backupDir), server)
    const { bases } = await listArchive(folder)
    const path = join(folder, archivedName(`${bases.at(-1)?.name}.tar`))
    const whole = await readFile(path)
    const changed = Buffer.from(whole)
    changed[5000] = (changed[5000] as number) ^ 1
    await writeFile(path, changed)
    await expect(recovered(null)).rejects.toThrow('part 1 was changed')
    await writeFile(path, whole)
  })

  test('starts over with a new base backup if part of the log is missing', async () => {
    const server = await startPostgres({ dataDir })
    const archiver = await archiverOf(server)
    const { bases } = await listArchive(archiver.folder)
    await pause(1100)
    await writeFile(join(dataDir, 'postgresql', logReady, brokenMark), '')
    await until(async () => (await listArchive(archiver.folder)).bases.length > bases.length)
    expect(readdirSync(join(dataDir, 'postgresql', logReady))).not.toContain(brokenMark)
    await server.stop()
    await archiver.stop()
  })

  test('for a public key is written and cleaned up without the secret key, which only a recovery needs', async () => {
    const identity = await generateX25519Identity()
    const publicKey = { key: null, recipients: [await identityToRecipient(identity)], identities: [] }
    const to = join(home, 'for-a-public-key')
    const server = await startPostgres({ dataDir })
    const archiver = await archiverOf(server, to, publicKey)
    await until(async () => (await listArchive(archiver.folder)).bases.length === 1)
    const rows = await keepLedger(server, 20)
    await server.stop()
    await archiver.stop()
    const [base] = (await listArchive(archiver.folder)).bases as [Base]
    expect(await notedFirst(base, publicKey)).toMatch(/^[0-9A-F]{24}$/)
    expect(await notedFirst(base, { ...publicKey, recipients: ['age1other'] })).toBeNull()
    await expect(recovered(null, to, publicKey)).rejects.toThrow('is encrypted for a public key')
    const { last } = await recovered(null, to, { ...publicKey, identities: [identity] })
    expect(last).toBe(rows.at(-1)?.n)
  })

  test('that can’t be written is reported, and does not stop other work', async () => {
    const server = await startPostgres({ dataDir })
    await writeFile(join(home, 'file'), '')
    const archiver = await archiverOf(server, join(home, 'file'))
    await keepLedger(server, 1)
    await until(async () => alerts.length > 0)
    expect(alerts[0]).toMatch(/^The archive can’t be written: /)
    await server.stop()
    await archiver.stop()
  })

  test('is not written while it is switched off, and the server keeps no log for it', async () => {
    const server = await startPostgres({ dataDir, archive: false })
    expect(readdirSync(join(dataDir, 'postgresql'))).not.toContain(logReady)
    const sql = connect(server.superuserUrl)
    expect([...(await sql`select current_setting('archive_mode') as mode`)]).toEqual([{ mode: 'off' }])
    await sql.end()
    await server.stop()
  })
})

test('the index check finds a damaged index, accepts a sound one, and leaves nothing behind', async () => {
  const server = await startPostgres({ dataDir: join(home, 'indexes') })
  const sql = connect(server.superuserUrl)
  await sql`create table numbers (n int primary key, words text[])`
  await sql`create index numbers_words on numbers using gin (words)`
  await sql`insert into numbers select n, array['odd', n::text] from generate_series(1, 500) n`
  expect(await checkIndexes(server.superuserUrl)).toEqual([])
  // Changing a function that is declared immutable leaves an index that no longer matches its table.
  await sql`create function key_of(n int) returns int immutable language sql as 'select n'`
  await sql`create index numbers_key on numbers (key_of(n))`
  await sql`create or replace function key_of(n int) returns int immutable language sql as 'select -n'`
  expect(await checkIndexes(server.superuserUrl)).toEqual([expect.stringMatching(/^numbers_key: /)])
  expect([...(await sql`select extname from pg_extension where extname = 'amcheck'`)]).toEqual([])
  await sql.end()
  await server.stop()
})

test('files that are too old are removed from the archive, except the base backup that the remaining days need', async () => {
  const folder = join(home, 'old')
  const put = (name: string) => seal([Buffer.from(name)], { folder, name, keys })
  for (const stamp of ['20260301T030000Z', '20260302T030000Z', '20260303T030000Z'])
    for (const part of ['tar', 'label']) await put(`base-${stamp}.${part}`)
  const logs = [
    '000000010000000000000002',
    '000000010000000000000005',
    '000000010000000000000009',
    '00000002.history',
  ]
  for (const name of logs) await put(name)
  const firstOf = async ({ name }: { name: string }) =>
    name.includes('20260302') ? '000000010000000000000005' : '000000010000000000000009'
  await forget(folder, { days: 1, now: new Date('2026-03-03T12:00Z'), firstOf })
  const { bases, log } = await listArchive(folder)
  expect(bases.map(({ name }) => name)).toEqual(['base-20260302T030000Z', 'base-20260303T030000Z'])
  expect(log).toEqual(logs.slice(1))
  await rm(folder, { recursive: true })
})
