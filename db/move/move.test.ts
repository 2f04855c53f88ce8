import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/connect.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import { rowsOf, openBackupFixture } from '#tests/backup-fixture.ts'
import { startOtherPostgres } from '#tests/other-postgres.ts'
import { emptyDatabase } from '#tests/world.ts'
import { fingerprintOf, sequencesOf, speaking, tablesOf } from '../backup/catalog.ts'
import { beside } from '../backup/databases.ts'
import { withDatabaseUrl, withEarlierUrl } from './env-line.ts'
import { refuseMoved } from './marks.ts'
import { move, undoMove } from './move.ts'
import { eventually } from '#tests/eventually.ts'

const fixture = await openBackupFixture(await emptyDatabase())
const other = await startOtherPostgres()
const home = mkdtempSync(join(tmpdir(), 'blended-learning-move-'))
afterAll(async () => {
  await other.end()
  fixture.end()
  rmSync(home, { recursive: true, force: true })
})
const { url } = fixture
const moment = new Date('2026-03-03T16:50:00Z')
const report = () => {}
const order = (from: string, to: string) => ({ from, to, moment, say: () => {}, report })

const schemas = ['public', 'graphile_worker']

/**
 * Returns the number of rows and the checksum of every table of the product and its job queue, and the last
 * value of every sequence that has been used.
 */
async function contentOf(address: string) {
  const sql = connect(address, speaking)
  const all: Record<string, string> = {}
  for (const table of await tablesOf(sql, { schemas, without: [] })) {
    const { rows, fingerprint } = await fingerprintOf(sql, table)
    all[table.name] = `${rows} ${fingerprint}`
  }
  for (const { name, last } of await sequencesOf(sql, schemas)) all[name] = last
  await sql.end()
  return all
}

/** Returns the definitions of all constraints and indexes, and which triggers are on. */
const shapeOf = (address: string) =>
  rowsOf(
    address,
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace::regnamespace::text in ('public', 'graphile_worker')
     union all select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indrelid where relnamespace::regnamespace::text in ('public', 'graphile_worker')
     union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal order by 1`,
  )

/**
 * Runs one of our scripts, and kills it once its output contains the text `kill`, if given. Returns its exit
 * code and output. The code is null if it was killed.
 */
const run = (file: string, words: string[], kill?: string) =>
  new Promise<{ code: number | null; output: string }>((done) => {
    const { DATABASE_URL: _, ...env } = process.env
    const child = spawn(process.execPath, [resolve(file), ...words], {
      cwd: home,
      env: { ...env, DATA_DIR: home, PORT: '0', WORKERS: '1' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (kill && output.includes(kill)) child.kill('SIGKILL')
      })
    child.on('close', (code) => done({ code, output }))
  })
const command = (words: string[], kill?: string) => run('db/move/main.ts', words, kill)

describe('a move', () => {
  test('copies all data to another PostgreSQL and back; the old database stays unchanged, and the product refuses it', async () => {
    const before = await contentOf(url)
    expect(before['sessions']).toMatch(/^1 /)
    expect(before['graphile_worker._private_jobs']).toMatch(/^1 /)
    const there = await other.open('there')
    const { rows, findings } = await move(order(url, there))
    expect([rows > 100, findings]).toEqual([true, []])
    expect(await contentOf(there)).toEqual(before)
    expect(await contentOf(url)).toEqual(before)
    await refuseMoved(there)
    await expect(refuseMoved(url)).rejects.toThrow(
      `This data was moved to ${new URL(there).host}/there on 2026-03-03. Set DATABASE_URL to that database, or use this one again with: npm run move -- --undo`,
    )
    await expect(move(order(url, there))).rejects.toThrow('This data was moved to')

    const back = await startPostgres({ dataDir: join(home, 'own') })
    await move(order(there, back.url))
    await back.stop()
    const onceMore = await other.open('once_more')
    expect(await command(['--own', onceMore])).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^This moves your own data in .*Set DATABASE_URL to the address that you gave/s,
      ),
    })
    // Neither the product nor a command accepts the database that was moved.
    for (const file of ['src/server/main.mjs', 'db/backup/main.ts'])
      expect(await run(file, ['--own'])).toMatchObject({
        code: 1,
        output: expect.stringContaining(`This data was moved to ${new URL(onceMore).host}/once_more`),
      })
    const embedded = await startPostgres({ dataDir: join(home, 'own') })
    onTestFinished(embedded.stop)
    expect(await contentOf(embedded.url)).toEqual(before)
    expect(await contentOf(onceMore)).toEqual(before)
    expect(await shapeOf(embedded.url)).toEqual(await shapeOf(url))
    await expect(refuseMoved(embedded.url)).rejects.toThrow('once_more')
    await embedded.stop()
    expect(await command(['--own', '--undo'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('again. Changes made since the move are only in'),
    })
    expect(await undoMove(url)).toMatchObject({ at: moment.toISOString() })
    await refuseMoved(url)
    await expect(undoMove(url)).rejects.toThrow('was not moved.')
  })

  test('that is killed at any of four points changes nothing in the old database, and can be repeated', async () => {
    const before = await contentOf(url)
    const to = await other.open('killed')
    const env = `PORT=3000\nDATABASE_URL=${url}\n`
    writeFileSync(join(home, '.env'), env)
    for (const kill of ['Creating the tables', 'Copying', 'Creating indexes', 'Comparing']) {
      expect(await command([to], kill)).toMatchObject({ code: null, output: expect.stringContaining(kill) })
      expect(await contentOf(url)).toEqual(before)
      await refuseMoved(url)
      expect(readFileSync(join(home, '.env'), 'utf8')).toBe(env)
      // PostgreSQL notices only a moment after the kill that the client is gone. Until then, the move counts
      // as running.
      if (kill !== 'Creating the tables')
        await eventually(() =>
          expect(refuseMoved(to)).rejects.toThrow('This database is an unfinished copy.'),
        )
    }
    const done = await command([to])
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('Every table was compared.') })
    expect(await contentOf(to)).toEqual(before)
    expect(readFileSync(join(home, '.env'), 'utf8')).toBe(
      `PORT=3000\n# Before the move: DATABASE_URL=${url}\nDATABASE_URL='${to}'\n`,
    )
    const undone = await command(['--undo'])
    expect(undone).toMatchObject({
      code: 0,
      output: expect.stringContaining('again, also according to .env'),
    })
    expect(readFileSync(join(home, '.env'), 'utf8')).toBe(env)
    await refuseMoved(url)
  })

  test('is refused before anything is written if the new database is unsuitable or the product is running', async () => {
    const used = await other.open('used')
    await rowsOf(used, 'create table clients as select 7 as n')
    await expect(move(order(url, used))).rejects.toThrow('The database used is not empty.')
    expect(await rowsOf(used, 'select n from clients')).toEqual([7])
    await expect(move(order(url, url))).rejects.toThrow('is not empty.')
    await expect(move(order(url, beside(used, 'nowhere')))).rejects.toThrow(
      "The database nowhere doesn't exist there.",
    )
    await expect(move(order(url, 'postgres://x@127.0.0.1:1/x'))).rejects.toThrow(
      "The new database can't be used:",
    )
    const latin = await other.open('latin', `encoding 'LATIN1' locale 'C' template template0`)
    await expect(move(order(url, latin))).rejects.toThrow('has the encoding LATIN1. It must be UTF8.')
    await rowsOf(other.superuserUrl, 'create database foreign_one')
    await expect(move(order(url, beside(used, 'foreign_one')))).rejects.toThrow(
      'The user of the new database must own it.',
    )
    const empty = await other.open('empty')
    await expect(move(order(empty, used))).rejects.toThrow('There is nothing to move: empty is empty.')
    const guest = connect(url)
    await guest`select 1`
    await expect(move(order(url, empty))).rejects.toThrow('Stop the product first.')
    await guest.end()
    expect(await rowsOf(empty, `select count(*)::int from pg_tables where schemaname = 'public'`)).toEqual([
      0,
    ])
    await refuseMoved(url)
  })
})

test('the command is refused without a valid address, with two addresses, and for the demo', async () => {
  rmSync(join(home, '.env'), { force: true })
  for (const words of [[], ['postgres://a/b', 'postgres://a/c'], ['nonsense'], ['--undo', 'postgres://a/b']])
    expect(await command(words)).toMatchObject({
      code: 1,
      output: expect.stringContaining('Usage: npm run move'),
    })
  expect(await command(['postgres://a/b'])).toMatchObject({
    code: 1,
    output: 'The demo is not moved. To move your own data, add --own.\n',
  })
})

describe('the settings file', () => {
  test.each([
    ['DATABASE_URL=a\nPORT=1\n', "# Before the move: DATABASE_URL=a\nDATABASE_URL='b'\nPORT=1\n"],
    ['PORT=1\n', "PORT=1\n# Before the move: DATABASE_URL was not set\nDATABASE_URL='b'\n"],
    ['', "# Before the move: DATABASE_URL was not set\nDATABASE_URL='b'\n"],
    [
      ' export DATABASE_URL = "a$&"\n',
      '# Before the move:  export DATABASE_URL = "a$&"\nDATABASE_URL=\'b\'\n',
    ],
  ])('keeps the earlier address, so that the move can be undone: %j', (text, want) => {
    expect(withDatabaseUrl(text, 'b')).toBe(want)
    expect(withEarlierUrl(want)).toBe(text)
  })

  test('keeps only the latest earlier address, and isn’t changed for an address that it can’t hold', () => {
    const twice = withDatabaseUrl(withDatabaseUrl('DATABASE_URL=a\n', 'b') ?? '', 'c') ?? ''
    expect(twice).toBe("# Before the move: DATABASE_URL='b'\nDATABASE_URL='c'\n")
    expect(withEarlierUrl(twice)).toBe("DATABASE_URL='b'\n")
    expect(withDatabaseUrl('', "it's")).toBeNull()
    expect(withEarlierUrl('DATABASE_URL=a\n')).toBeNull()
  })
})
