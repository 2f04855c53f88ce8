import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { erase } from '#features/privacy/erasing/queries.ts'
import { openDatabase } from '#server/db.ts'
import { restore } from '../../db/backup/restore.ts'
import { inventory } from '../../db/columns.ts'
import { databasesBeside, openBackupFixture, printOf, withKey } from '../backup-fixture.ts'
import { emptyDatabase } from '#tests/world.ts'

const fixture = await openBackupFixture(await emptyDatabase())
afterAll(fixture.end)
const { url, cast } = fixture
const name = new URL(url).pathname.slice(1)
const beside = async () => (await databasesBeside(url)).filter((each) => each !== name)

/** Kills a restore when it prints these words. */
const killedAt = (file: string, words: string) =>
  new Promise<void>((done, fail) => {
    const env = { ...process.env, DATABASE_URL: url }
    const child = spawn(process.execPath, [resolve('db/backup/restore-main.ts'), file], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes(words) && child.kill('SIGKILL'))
    child.on('exit', (_, signal) =>
      signal === 'SIGKILL' ? done() : fail(new Error(`The restore ended before '${words}'.`)),
    )
  })

test('kill -9 of a restore leaves the served data unchanged, and the next restore succeeds without bringing back erased people', async () => {
  const { file } = await fixture.backUp(withKey(null))
  const database = openDatabase(url, { pool: 1 })
  await database.write((db) => erase(db, { ids: [cast.child.id], kind: 'asked' }, inventory))
  const order = {
    file,
    keys: withKey(null),
    place: url,
    moment: new Date('2026-03-03T16:50:00Z'),
    say: () => {},
  }
  await expect(restore({ ...order, another: false })).rejects.toThrow(
    `Someone is using the database ${name}.`,
  )
  await expect(restore({ ...order, another: true })).rejects.toThrow(`The database ${name} is not empty.`)
  await database.close()
  const before = await printOf(url)
  // `npm run faults -- restore` kills a restore at ten points.
  await killedAt(file, 'Comparing')
  expect(await printOf(url)).toEqual(before)
  expect(await beside()).not.toEqual([])
  const done = await restore({ ...order, another: false })
  expect(done).toMatchObject({ waits: null, findings: [], before: `${name}_before_20260303t165000z` })
  expect(done.erased).toBeGreaterThan(0)
  expect(await beside()).toEqual([done.before])
  const restored = openDatabase(url, { pool: 1 })
  expect(await restored.read`select first_name from people where id = ${cast.child.id}`).toMatchObject([
    { firstName: 'Erased' },
  ])
  await restored.close()
})
