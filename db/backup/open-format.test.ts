import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { pack } from 'tar-stream'
import { afterAll, describe, expect, test } from 'vitest'
import { isRecipient } from '#server/backup-settings.ts'
import { connect } from '#server/connect.ts'
import { rowsOf, openBackupFixture, printOf, secrets, withKey } from '#tests/backup-fixture.ts'
import { emptyDatabase } from '#tests/world.ts'
import { tablesOf, fingerprintOf, queue, speaking } from './catalog.ts'
import { beside, drop } from './databases.ts'
import { keep } from './keep.ts'
import { type Keys, keysOf } from './keys.ts'
import { restore } from './restore.ts'
import { readTar } from './tar.ts'
import { tryBackup } from './try.ts'

const stage = await openBackupFixture(await emptyDatabase())
afterAll(stage.end)
const { url, folder } = stage
const say = () => {}
const moment = new Date('2026-03-03T16:50:00Z')
const identity = await generateX25519Identity()
const other = await generateX25519Identity()
/** Keys of an installation that can't read its own backups. */
const publicKey: Keys = { key: null, recipients: [await identityToRecipient(identity)], identities: [] }

const isThere = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0
const lacks = (...tools: string[]) => {
  const missing = tools.filter((each) => !isThere(each))
  if (missing.length > 0) console.log(`Skipped, because ${missing.join(' and ')} is not installed.`)
  return missing.length > 0
}
const nameOf = (address: string) => new URL(address).pathname.slice(1)
const fresh = (name: string) => beside(url, `${nameOf(url)}_${name}`)

/** Unpacks a backup into a new folder. `command` reads `$FILE` and decrypts it if needed. */
async function unpack(file: string, command: string) {
  const to = `${file}-unpacked`
  await rm(to, { recursive: true, force: true })
  await mkdir(to)
  execFileSync('sh', ['-c', `${command} | zstd -d | tar -x -C "${to}"`], {
    env: { ...process.env, FILE: file },
  })
  return to
}

describe('reading a backup without the product', () => {
  test.skipIf(lacks('age', 'zstd', 'tar', 'sha256sum'))(
    'needs only age, zstd and tar, and sha256sum verifies the checksums',
    async () => {
      const { file } = await stage.backUp(publicKey)
      expect(file).toMatch(/\.tar\.zst\.age$/)
      await writeFile(join(folder, 'key.txt'), `# a comment\n${identity}\n`)
      const to = await unpack(file, `age -d -i "${join(folder, 'key.txt')}" "$FILE"`)
      expect(await readdir(to)).toEqual(
        expect.arrayContaining([
          'README.txt',
          'SHA256SUMS',
          'catalog.json',
          'load.sql',
          'tables',
          'totals.json',
        ]),
      )
      const sums = spawnSync('sha256sum', ['-c', 'SHA256SUMS', '--quiet'], { cwd: to, encoding: 'utf8' })
      expect(sums).toMatchObject({ status: 0, stdout: '', stderr: '' })
      const [names = '', ...rows] = (await readFile(join(to, 'tables/people.tsv'), 'utf8'))
        .trimEnd()
        .split('\n')
      const at = names.split('\t').indexOf('first_name')
      expect(rows.map((row) => row.split('\t')[at])).toEqual(expect.arrayContaining(secrets.slice(1)))
    },
  )

  test.skipIf(lacks('zstd', 'tar', 'psql'))(
    'loads every row of every table with zstd, tar and psql',
    async () => {
      const { file } = await stage.backUp(withKey(null))
      const to = await unpack(file, 'cat "$FILE"')
      const place = fresh('loaded')
      await rowsOf(url, `create database ${nameOf(place)}`)
      execFileSync('psql', ['-q', '-d', place, '-f', 'load.sql'], { cwd: to })
      const [here, there] = [connect(url, speaking), connect(place, speaking)]
      for (const table of await tablesOf(here))
        expect([table.name, await fingerprintOf(there, table)]).toEqual([
          table.name,
          await fingerprintOf(here, table),
        ])
      expect([...(await there`select count(*)::int as n from jobs_that_wait`)]).toEqual([{ n: 1 }])
      await here.end()
      await there.end()
    },
  )

  test('yields several files for a large table, and a restore joins them', async () => {
    const sql = connect(url)
    for (let n = 0; n < 3; n += 1) {
      const picture = randomBytes(5 * 1024 * 1024)
      const id = createHash('sha256').update(picture).digest('hex')
      await sql`insert into visuals (id, name, width, height, bytes) values (${id}, 'Big', 1, 1, ${picture})`
    }
    await sql.end()
    const { file, keys } = await stage.backUp(withKey(null))
    if (isThere('zstd')) {
      const to = await unpack(file, 'cat "$FILE"')
      const parts = (await readdir(join(to, 'tables'))).filter((name) => name.startsWith('visuals'))
      expect(parts.toSorted()).toEqual(['visuals.2.tsv', 'visuals.3.tsv', 'visuals.tsv'])
    }
    const tried = await tryBackup({ file, url, keys, disk: null, moment, say })
    expect(tried).toMatchObject({ verified: 'restored', findings: [] })
    await rowsOf(url, `delete from visuals where name = 'Big'`)
  })
})

test('a backup whose README and load.sql are megabytes long can be read, and its checksums are verified', async () => {
  const long = '-- A line about a file.\n'.repeat(250_000)
  const archive = (load: string) => {
    const tar = pack()
    const sums: string[] = []
    const add = (name: string, text: string) => {
      sums.push(`${createHash('sha256').update(text).digest('hex')}  ${name}\n`)
      tar.entry({ name }, text)
    }
    add('README.txt', long)
    const head = { format: 2, product: '0.0.0', madeAt: moment.toISOString(), migrations: [], tables: [] }
    add('catalog.json', JSON.stringify(head, null, 1))
    add('tables/jobs_that_wait.tsv', `${queue.columns.join('\t')}\n`)
    add('totals.json', JSON.stringify({ tables: [], sequences: [] }))
    tar.entry({ name: 'load.sql' }, load)
    sums.push(`${createHash('sha256').update(long).digest('hex')}  load.sql\n`)
    tar.entry({ name: 'SHA256SUMS' }, sums.join(''))
    tar.finalize()
    return tar as AsyncIterable<Buffer>
  }
  const steps: string[] = []
  const take = (name: string) => async () => void steps.push(name)
  const to = { head: take('head'), table: take('table'), rows: take('rows'), foot: take('foot') }
  await readTar(archive(long), to)
  expect(steps).toEqual(['head', 'table', 'foot'])
  await expect(readTar(archive(long.replace('file', 'pile')), to)).rejects.toThrow('invalid contents')
})

describe('a backup for a public key', () => {
  test('can be restored only with its secret key', async () => {
    const { file } = await stage.backUp(publicKey)
    const bytes = await readFile(file)
    expect(secrets.filter((word) => bytes.includes(word))).toEqual([])
    const place = fresh('public')
    const order = { file, place, another: true, moment, say }
    const holding = (identities: string[], key: string | null = null) => ({ ...publicKey, key, identities })
    await expect(restore({ ...order, keys: publicKey })).rejects.toThrow(
      'This backup is encrypted for a public key. Name the file with its secret key: --identity FILE',
    )
    await expect(restore({ ...order, keys: holding([other]) })).rejects.toThrow('made for different keys')
    await expect(restore({ ...order, keys: holding([], 'a passphrase of some words') })).rejects.toThrow(
      'This backup is encrypted for a public key.',
    )
    const done = await restore({ ...order, keys: holding([other, identity]) })
    expect(done).toMatchObject({ waits: null, findings: [] })
    const altered = ['audit', 'audit_id_seq', 'devices', 'access_tokens', 'webhooks']
    expect(await printOf(place, altered)).toEqual(await printOf(url, altered))
  })

  test('is verified by the process that wrote it, which restores it immediately', async () => {
    const to = join(folder, 'kept')
    const order = { url, folder: to, product: '0.0.0', disk: null, origin: 'daily' as const, say }
    const { verified, findings, file } = await keep({ ...order, keys: publicKey })
    expect({ verified, findings }).toEqual({ verified: 'restored', findings: [] })
    expect(await rowsOf(url, `select file || ' ' || encrypted from backups where state = 'done'`)).toEqual([
      `${file.slice(to.length + 1)} true`,
    ])
  })

  test('needs an identity file that age understands', async () => {
    const settings = (file: string) => ({
      backupKey: null,
      backupRecipients: [],
      backupIdentity: join(folder, file),
    })
    await writeFile(
      join(folder, 'good.txt'),
      `# created: 2026\n# public key: age1…\n${identity}\n\n${other}\n`,
    )
    await writeFile(join(folder, 'bad.txt'), `${identity.slice(0, -1)}\n`)
    expect(keysOf(settings('good.txt')).identities).toEqual([identity, other])
    expect(() => keysOf(settings('bad.txt'))).toThrow('is not an identity file')
    expect(() => keysOf(settings('none.txt'))).toThrow("doesn't exist or can't be read")
    expect(() => keysOf(settings(identity))).toThrow(
      /^The identity must be the path of a file with the secret key, not the key itself\.$/,
    )
  })

  test('is not made for a public key with a typo', () => {
    const [recipient = ''] = publicKey.recipients
    expect(isRecipient(recipient)).toBe(true)
    const typos = [...recipient].map(
      (letter, at) => recipient.slice(0, at) + (letter === 'q' ? 'p' : 'q') + recipient.slice(at + 1),
    )
    expect(typos.filter((each) => isRecipient(each))).toEqual([])
  })
})

test.each([
  ['a key', 'key', withKey(Buffer.alloc(32, 7).toString('base64'))],
  ['a passphrase', 'passphrase', withKey('a passphrase of some words')],
  ['no encryption', 'open', withKey(null)],
])('a backup that an earlier version made with %s can be restored', async (_, name, keys) => {
  const file = resolve(`tests/fixtures/backups/${name}.blb`)
  const place = fresh(`old_${name}`)
  const done = await restore({ file, keys, place, another: true, moment, say })
  expect(done).toMatchObject({ waits: null, findings: [] })
  expect(await rowsOf(place, `select first_name from people join students using (id) order by 1`)).toEqual(
    secrets.slice(1),
  )
  await expect(
    restore({
      file,
      keys: withKey(name === 'open' ? 'a key is set now' : null),
      place: url,
      another: false,
      moment,
      say,
    }),
  ).rejects.toThrow(name === 'open' ? 'is not encrypted although' : 'This backup is encrypted.')
  await drop(place)
})
