import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { connect } from '#server/connect.ts'
import { startBucketServer } from '#tests/bucket-server.ts'
import { eventually } from '#tests/eventually.ts'
import { emptyDatabase } from '#tests/world.ts'
import { beside } from '../backup/databases.ts'
import { writeErasedList } from '../backup/erased.ts'

const url = await emptyDatabase()
const folder = mkdtempSync(join(tmpdir(), 'fetch-'))
const store = await startBucketServer()
afterAll(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const [ann, bob, cat] = [1, 2, 3].map((n) => ({
  personId: `01890000-0000-7000-8000-00000000000${n}`,
  kind: 'asked',
  at: '2026-03-01T12:00:00Z',
}))
const list = join(folder, 'erased.json')
const put = (...people: unknown[]) => writeFileSync(list, JSON.stringify(people))
const listed = () => JSON.parse(readFileSync(list, 'utf8')) as unknown[]

/** Runs `npm run restore -- FILE --fetch` for a file that isn't in the bucket, and returns its errors. */
async function fetchMissing(place = url) {
  const child = spawn(
    process.execPath,
    [resolve('db/backup/restore-main.ts'), join(folder, 'missing.blb'), '--fetch'],
    {
      env: {
        ...process.env,
        DATABASE_URL: place,
        BACKUP_DIR: folder,
        BACKUP_KEY: 'a passphrase for the tests',
        S3_URL: store.bucket.url,
        S3_REGION: store.bucket.region,
        S3_ACCESS_KEY_ID: store.bucket.keyId,
        S3_SECRET_ACCESS_KEY: store.bucket.secret,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return errors
}
const afterFetch = `The file ${join(folder, 'missing.blb')} doesn't exist or can't be read.\n`

beforeEach(() => {
  put(ann, bob)
  store.objects.set('our-center/erased.json', Buffer.from(JSON.stringify([bob])))
})

test('a fetch removes nobody from the list of erased people, and waits while the product writes it', async () => {
  const sql = connect(url)
  store.objects.set('our-center/erased.json', Buffer.from(JSON.stringify([cat])))
  put(ann)
  const fetched = await sql.begin(async (db) => {
    await writeErasedList(db, folder)
    const errors = fetchMissing()
    await eventually(async () =>
      expect(
        await db`
          select 1 from pg_locks join pg_database d on d.oid = database
          where locktype = 'advisory' and not granted and d.datname = current_database()`,
      ).toHaveLength(1),
    )
    put(ann, bob)
    return { errors }
  })
  await sql.end()
  expect(await fetched.errors).toBe(afterFetch)
  expect(listed()).toEqual([ann, bob, cat])
  expect(readdirSync(folder)).toEqual(['erased.json'])
})

test('a fetch adds people to the list of erased people even if the database doesn’t exist yet, or the bucket has no list', async () => {
  put(ann)
  expect(await fetchMissing(beside(url, 'missing'))).toBe(afterFetch)
  expect(listed()).toEqual([ann, bob])
  store.objects.clear()
  expect(await fetchMissing()).toBe(afterFetch)
  expect(listed()).toEqual([ann, bob])
})

test.each([
  [
    'bucket’s',
    () => store.objects.set('our-center/erased.json', Buffer.from('half')),
    'erased.json in the bucket',
  ],
  ['local', () => writeFileSync(list, 'half'), list],
])(
  'a %s list of erased people that can’t be read is an error, and the local list stays as it is',
  async (_, damage, place) => {
    damage()
    const before = readFileSync(list, 'utf8')
    expect(await fetchMissing()).toBe(`${place}, the list of erased people, can't be read.\n`)
    expect(readFileSync(list, 'utf8')).toBe(before)
  },
)
