import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createZstdCompress } from 'node:zlib'
import { isDeepStrictEqual } from 'node:util'
import { pack } from 'tar-stream'
import { afterAll, describe, expect, test } from 'vitest'
import { connect, copyOut } from '#server/connect.ts'
import {
  rowsOf,
  secrets,
  databasesBeside,
  openBackupFixture,
  printOf,
  withKey,
} from '#tests/backup-fixture.ts'
import { emptyDatabase, urlFor } from '#tests/world.ts'
import { queue } from './catalog.ts'
import { beside, clean, makeBeside, swap } from './databases.ts'
import { keep } from './keep.ts'
import type { Keys } from './keys.ts'
import { examine } from './load.ts'
import { goThrough } from './read.ts'
import type { Foot, Head } from './records.ts'
import { restore } from './restore.ts'
import { writeSealed } from './seal.ts'
import { writeTar } from './tar.ts'
import { tryBackup } from './try.ts'

const keys = withKey(Buffer.alloc(32, 7).toString('base64'))
const none = withKey(null)
const stage = await openBackupFixture(await emptyDatabase())
afterAll(stage.end)
const { url, folder } = stage
const say = () => {}
const moment = new Date('2026-03-03T16:50:00Z')

/**
 * Tables that a restore changes, because it adds to the audit trail, ends device keys and access tokens, and
 * switches webhooks off.
 */
const altered = ['audit', 'audit_id_seq', 'devices', 'access_tokens', 'webhooks']

describe('a backup', () => {
  test('contains a consistent snapshot despite concurrent writes, and can be restored identically into another database', async () => {
    const before = await printOf(url, altered)
    let wrote: Promise<unknown> | null = null
    const { file } = await stage.backUp(keys, () => {
      wrote ??= rowsOf(url, `insert into centers (id, time_zone) values ('Later', 'UTC') returning id`)
    })
    expect(await (wrote as unknown)).toEqual(['Later'])
    const other = beside(url, `${new URL(url).pathname.slice(1)}_other`)
    const done = await restore({ file, keys, place: other, another: true, moment, say })
    expect(done).toMatchObject({ waits: null, before: null, findings: [] })
    expect(await printOf(other, altered)).toEqual(before)
    const waiting = `select task_identifier || ' ' || key from graphile_worker.jobs where task_identifier = 'recovery'`
    expect(await rowsOf(other, waiting)).toEqual([`recovery ${secrets[0]}`])
    expect(await rowsOf(url, 'select count(*)::int from sessions')).toEqual([1])
    expect(await rowsOf(other, 'select count(*)::int from sessions')).toEqual([0])
    expect(await rowsOf(other, 'select key_expires_at <= now() from devices')).toEqual([true])
    expect(await rowsOf(url, 'select revoked_at is null from access_tokens')).toEqual([true])
    expect(await rowsOf(other, 'select revoked_at <= now() from access_tokens')).toEqual([true])
    expect(await rowsOf(other, 'select enabled from webhooks')).toEqual([false])
    expect(await rowsOf(other, `select count(*)::int from audit where action = 'operation.restore'`)).toEqual(
      [1],
    )
    await rowsOf(url, `delete from centers where id = 'Later'`)
  })

  test('copies every row even if rows arrive faster than they are read, and its connection stays usable', async () => {
    const sql = connect(url)
    for (let rows = 180; rows < 300; rows += 10) {
      let bytes = 0
      await sql.begin(async (db) => {
        const out = copyOut(db, `select repeat('x', 1000) from generate_series(1, ${rows})`)
        for await (const piece of out as AsyncIterable<Buffer>) {
          bytes += piece.length
          await pause(1)
        }
      })
      expect(bytes).toBe(rows * 1001)
      expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }])
    }
    await sql.end()
  })

  test('is not restored into a database that isn’t empty, whichever schema its tables are in', async () => {
    const { file } = await stage.backUp(none)
    const other = beside(url, `${new URL(url).pathname.slice(1)}_crm`)
    await rowsOf(url, `create database ${new URL(other).pathname.slice(1)}`)
    await rowsOf(other, `create schema crm create table clients (n int default 7)`)
    await expect(restore({ file, keys: none, place: other, another: true, moment, say })).rejects.toThrow(
      'is not empty',
    )
    expect(await rowsOf(other, 'select count(*)::int from crm.clients')).toEqual([0])
  })

  test('restored by a user who can’t rename databases stays in a new database, which has the same locale and is never cleaned up', async () => {
    const [name, role] = [`${new URL(url).pathname.slice(1)}_dba`, `r_${new URL(url).pathname.slice(1)}`]
    await rowsOf(urlFor(url, 'superuserUrl'), `create role ${role} login createdb password 'x'`)
    await rowsOf(url, `create database ${name} template template0 locale_provider icu icu_locale 'de-AT'`)
    const place = Object.assign(new URL(beside(url, name)), { username: role, password: 'x' }).toString()
    const fresh = (await makeBeside(place, 'restoring', moment)) as string
    const { before, waits } = await swap(fresh, place, moment)
    expect([before, waits]).toEqual([null, `${name.slice(0, 30)}_restored_20260303t165000z`])
    await clean(place, new Date('2026-12-01'))
    const locales = `select datlocale from pg_database where datname in ('${name}', '${waits}')`
    expect(await rowsOf(url, locales)).toEqual(['de-AT', 'de-AT'])
  })

  test('is verified by reading it completely, without a trial restore, if a restore would fill the disk', async () => {
    const { file } = await stage.backUp(none)
    const tried = await tryBackup({ file, url, keys: none, disk: '/proc', moment, say })
    expect(tried).toEqual({
      verified: 'read',
      findings: null,
      room: expect.stringMatching(/^it needs \d+ MB, but only 0 bytes are free on the disk of/),
    })
  })

  test('reveals nothing without its key', async () => {
    const { file } = await stage.backUp(withKey('a passphrase of some words'))
    const bytes = await readFile(file)
    expect(secrets.filter((word) => bytes.includes(word))).toEqual([])
    for (const [wrong, words] of [
      [none, 'This backup is encrypted. Set BACKUP_KEY to the key that it was made with.'],
      [withKey('another passphrase of words'), 'This backup was made with a different key than BACKUP_KEY.'],
      [keys, 'This backup was made with a different key than BACKUP_KEY.'],
    ] as const)
      await expect(restore({ file, keys: wrong, place: url, another: false, moment, say })).rejects.toThrow(
        words,
      )
  })

  test('of your own data can’t be restored over the demo, which anyone can sign in to', async () => {
    const { file } = await stage.backUp(keys)
    const other = beside(url, `${new URL(url).pathname.slice(1)}_demo`)
    const order = { file, keys, place: other, another: false, moment, say }
    await expect(restore({ ...order, demo: true })).rejects.toThrow('Add --own')
    expect(await databasesBeside(url)).not.toContain(new URL(other).pathname.slice(1))
  })

  test('that fails is listed with its error and raises an alarm, and a killed one is listed as interrupted', async () => {
    await rowsOf(
      url,
      `insert into backups (id, origin, state) values (gen_random_uuid(), 'daily', 'running')`,
    )
    await writeFile(join(folder, 'file'), '')
    const order = {
      url,
      folder: join(folder, 'file'),
      keys,
      product: '0.0.0',
      disk: null,
      origin: 'daily' as const,
      say,
    }
    await expect(keep(order)).rejects.toThrow()
    await expect(keep(order)).rejects.toThrow()
    const words = `Backups can't be written to ${order.folder}.`
    expect(await rowsOf(url, 'select error from backups order by error')).toEqual([
      words,
      words,
      'It was interrupted.',
    ])
    expect(await rowsOf(url, `select text || ' ' || times from alarms`)).toEqual([
      `The last backup failed. ${words} 2`,
    ])
  })

  test('is not made if the list of erased people is unreadable, and missing backup files raise an alarm', async () => {
    await rowsOf(
      url,
      `insert into backups (id, file, origin, state, bytes, encrypted) values (gen_random_uuid(), 'x.blb', 'daily', 'done', 1, true)`,
    )
    const empty = join(folder, 'not-mounted')
    await mkdir(empty)
    await writeFile(join(empty, 'erased.json'), 'half of it')
    const order = { url, folder: empty, keys, product: '0.0.0', disk: null, origin: 'daily' as const, say }
    await expect(keep(order)).rejects.toThrow(
      `${join(empty, 'erased.json')}, the list of erased people, can't be read.`,
    )
    expect(await rowsOf(url, `select text from alarms where kind = 'folder'`)).toEqual([
      `None of the listed backups are in ${empty}. Is their disk mounted?`,
    ])
  })

  test('leaves nothing behind if it can’t be written', async () => {
    const before = await readdir(folder)
    await expect(
      stage.backUp(none, () => {
        throw new Error('The disk is gone.')
      }),
    ).rejects.toThrow('The disk is gone.')
    expect(await readdir(folder)).toEqual(before)
  })
})

/** Makes a copy of a backup with some parts changed. */
async function forge(
  file: string,
  change: {
    head?: (head: Head) => unknown
    foot?: (foot: Foot) => unknown
    rows?: (bytes: Buffer) => Buffer
  },
) {
  const made = join(folder, 'forged.tar.zst')
  const [from, handle] = [await open(file), await open(made, 'w')]
  const to = writeTar(await writeSealed(handle, none), moment)
  const columns = new Map<string, readonly string[]>([[queue.name, queue.columns]])
  let table: ReturnType<typeof to.table> | null = null
  await goThrough(from, none, {
    head: async (head) => {
      for (const each of head.tables) columns.set(each.name, each.columns)
      await to.begin((change.head?.(head) ?? head) as Head)
    },
    table: async (name) => {
      await table?.end()
      table = to.table({ name, columns: [...(columns.get(name) ?? [])], types: [] })
    },
    rows: async (bytes) => await table?.put(change.rows?.(bytes) ?? bytes),
    foot: async (foot) => {
      await table?.end()
      await to.end((change.foot?.(foot) ?? foot) as Foot)
    },
  })
  await from.close()
  await handle.close()
  return made
}

describe('a damaged or forged backup is refused before anything is changed', () => {
  const refused = async (file: string, words: string | RegExp, with_: Keys = keys) => {
    const before = [await databasesBeside(url), await printOf(url)]
    await expect(restore({ file, keys: with_, place: url, another: false, moment, say })).rejects.toThrow(
      words,
    )
    expect([await databasesBeside(url), await printOf(url)]).toEqual(before)
  }

  test.each([
    ['encrypted', keys, 0],
    // Some bits in zstd's format have no meaning, so changing them is harmless. Checksums prove that.
    ['not encrypted', none, 5],
  ] as const)('if one byte was changed at any of 200 positions: %s', async (_, with_, meaningless) => {
    const { file, bytes } = await stage.backUp(with_)
    const handle = await open(file, 'r+')
    const whole = await examine(handle, with_, say)
    const [byte] = [Buffer.alloc(1)]
    const passed: unknown[] = []
    for (let n = 0; n < 200; n += 1) {
      const at = n < 60 ? n : Math.floor((n * (bytes - 1)) / 199)
      await handle.read(byte, 0, 1, at)
      byte[0] = (byte[0] as number) ^ (1 << (n % 8))
      await handle.write(byte, 0, 1, at)
      await examine(handle, with_, say).then(
        (found) => passed.push(found),
        () => {},
      )
      byte[0] = byte[0] ^ (1 << (n % 8))
      await handle.write(byte, 0, 1, at)
    }
    expect(passed.length).toBeLessThanOrEqual(meaningless)
    expect(passed.every((found) => isDeepStrictEqual(found, whole))).toBe(true)
    await handle.close()
  })

  test('if its end is missing or something was appended', async () => {
    const { file, bytes } = await stage.backUp(keys)
    const whole = await readFile(file)
    await writeFile(file, Buffer.concat([whole, Buffer.alloc(1)]))
    await refused(file, 'it was changed, or its end is missing')
    for (const left of [bytes - 1, 200, 21]) {
      await truncate(file, left)
      await refused(file, left > 21 ? 'its end is missing' : 'This file is not a backup.')
    }
    await refused(join(folder, 'none.age'), "doesn't exist")
    const unsealed = await stage.backUp(none)
    const plain = await readFile(unsealed.file)
    const wrong = [
      ...[Buffer.alloc(1), plain, Buffer.alloc(300_000)].map((more) => Buffer.concat([plain, more])),
      ...[unsealed.bytes - 1, Math.floor(unsealed.bytes / 2), 6].map((left) => plain.subarray(0, left)),
    ]
    for (const bytesOf of wrong) {
      await writeFile(unsealed.file, bytesOf)
      const handle = await open(unsealed.file)
      await expect(examine(handle, none, say)).rejects.toThrow('This backup is damaged')
      await handle.close()
    }
  })

  test('if its table list or its rows were changed and all checksums were recomputed', async () => {
    const { file } = await stage.backUp(none)
    const other = (at: number) => (foot: Foot) => ({
      ...foot,
      tables: foot.tables.map((table, n) => (n === at ? { ...table, rows: table.rows + 1 } : table)),
    })
    const forged: [Parameters<typeof forge>[1], string][] = [
      [{ foot: other(3) }, 'not the ones that it lists'],
      [{ foot: (foot) => ({ ...foot, tables: foot.tables.slice(1) }) }, 'not the ones that it lists'],
      [{ foot: (foot) => ({ ...foot, more: 1 }) }, 'has invalid contents'],
      [{ head: (head) => ({ ...head, tables: head.tables.slice(1) }) }, 'has invalid contents'],
      [
        { rows: (bytes) => Buffer.from(bytes.toString('latin1').replace('5', '6'), 'latin1') },
        'not the ones that it lists',
      ],
      [
        {
          head: (head) => ({
            ...head,
            migrations: [...head.migrations, { name: '9999_future.sql', hash: 'f'.repeat(64) }],
          }),
        },
        'made by a newer version',
      ],
      [
        { head: (head) => ({ ...head, migrations: [{ name: '0001_people.sql', hash: 'f'.repeat(64) }] }) },
        "This backup was made by an older version and can't be upgraded.",
      ],
      [
        {
          head: (head) => ({
            ...head,
            migrations: head.migrations.map((each) => ({ ...each, hash: 'f'.repeat(64) })),
          }),
        },
        'was changed after',
      ],
    ]
    for (const [change, words] of forged) await refused(await forge(file, change), words, none)
    await refused(file, 'This backup is not encrypted although BACKUP_KEY or BACKUP_RECIPIENT is set')
  })

  test('if a file that should be small unpacks to gigabytes, without keeping them in memory', async () => {
    const file = join(folder, 'bomb.tar.zst')
    const zstd = createZstdCompress()
    const tar = pack()
    tar.entry({ name: 'catalog.json', size: 8 * 2 ** 30 })
    const [header] = (await once(tar, 'data')) as [Buffer]
    await pipeline(
      (function* () {
        yield header
        for (let n = 0; n < 32; n += 1) yield Buffer.alloc(32 * 1024 * 1024)
      })(),
      zstd,
      createWriteStream(file),
    )
    await refused(file, 'has invalid contents', none)
  })

  test('if the archive ends in the middle of a file', async () => {
    const file = join(folder, 'half.tar.zst')
    const tar = pack()
    tar.entry({ name: 'README.txt', size: 2 ** 30 })
    const [header] = (await once(tar, 'data')) as [Buffer]
    const content = Array.from({ length: 64 }, () => Buffer.alloc(2 ** 20))
    await pipeline([header, ...content], createZstdCompress(), createWriteStream(file))
    await refused(file, 'has invalid contents', none)
  })

  test('with a readable error message from the command, which exits with 1', async () => {
    const { file, bytes } = await stage.backUp(keys)
    await truncate(file, bytes - 9)
    const env = { ...process.env, DATABASE_URL: url, BACKUP_KEY: keys.key ?? '' }
    const { status, stderr } = spawnSync(
      process.execPath,
      [resolve(import.meta.dirname, 'restore-main.ts'), file],
      {
        env,
        encoding: 'utf8',
      },
    )
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'This backup is damaged: it was changed, or its end is missing.\n',
    })
  })
})
