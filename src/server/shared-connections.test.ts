import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { badLine } from '#tests/faults/proxy.ts'
import { openWorld, urlFor } from '#tests/world.ts'
import { type Db, openDatabase, pagePatience } from './db.ts'

/** Tests that statements of different callers can share connections without affecting each other. */

const { url } = await openWorld()
const opened: ReturnType<typeof openDatabase>[] = []
const open = (options: Parameters<typeof openDatabase>[1], at = url) => {
  const made = openDatabase(at, options)
  opened.push(made)
  return made
}
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()))
})

test('only a read that takes too long fails, and other callers’ reads behind it on the connection succeed', async () => {
  const { reads } = open({ pool: 1, patience: pagePatience })
  const as = (n: number) =>
    reads({ kind: 'admin' as const, id: `00000000-0000-7000-8000-00000000000${n}`, centers: [] })
  const slow = [1, 2].map((n) => as(n)`select pg_sleep(8)::text`.catch((error: unknown) => error))
  await pause(pagePatience - 1000)
  const others = [3, 4, 5].map((n) => as(n)`select ${n}::int as n`)
  expect(await Promise.all(others)).toEqual([[{ n: 3 }], [{ n: 4 }], [{ n: 5 }]])
  expect(await Promise.all(slow)).toMatchObject([{ code: '57014' }, { code: '57014' }])
})

test('statements don’t wait behind a slow one', async () => {
  const { read, reads, single } = open({ pool: 2 })
  const as = (n: number) =>
    reads({ kind: 'admin' as const, id: `00000000-0000-7000-8000-0000000000${n}`, centers: [] })
  await Promise.all([read`select 1`, read`select 1`, as(10)`select 1`, as(11)`select 1`])
  let isOver = false
  const slow = Promise.all([read`select pg_sleep(4)::text`, as(10)`select pg_sleep(4)::text`]).then(
    () => (isOver = true),
  )
  await pause(200)
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => [
      read`select 1`,
      single`select 1`,
      as(20 + (n % 9))`select 1`,
    ]).flat(),
  )
  expect(isOver).toBe(false)
  await slow
})

test('while one connection can’t be opened, statements use the others', async () => {
  const line = await badLine(Number(new URL(url).port), '127.0.0.1')
  const through = new URL(url)
  through.port = String(line.port)
  const { read } = open({ pool: 3 }, through.toString())
  await read`select 1`
  line.refuse(true, { cut: false })
  for (let round = 0; round < 20; round += 1) {
    const rows = await Promise.all([1, 2, 3, 4].map((n) => read`select ${n}::int as n, pg_sleep(0.01)::text`))
    expect(rows.map(([row]) => row?.['n'])).toEqual([1, 2, 3, 4])
  }
  await line.close()
})

test('notifications arrive even if a statement opened their connection before anybody listened', async () => {
  const { write, single, listen } = open({ pool: 1 })
  // The only connection for statements is occupied by the transaction.
  await write(() => single`select 1`)
  const heard: string[] = []
  await listen(
    'words',
    (payload) => heard.push(payload),
    () => {},
  )
  await single`select pg_notify('words', 'hello')`
  await expect.poll(() => heard, { timeout: 5000 }).toEqual(['hello'])
})

test('failed reads and writes leave no scope or mode behind for others on their connection, and no data', async () => {
  const { reads, write, single } = open({ pool: 2, requests: urlFor(url, 'requestsUrl'), room: 20_000 })
  await single`create table scoped (n int)`
  await single`grant select, insert on scoped to blended_requests`
  const as = (n: number) => ({
    kind: 'operator' as const,
    id: `00000000-0000-7000-8000-0000000000${10 + (n % 7)}`,
    centers: [`c${n}`],
  })
  const state = (db: Db, n: number) =>
    db<{ n: number; centers: string; who: string; mode: string }[]>`
      select ${n}::int as n, current_setting('app.centers') as centers, current_user::text as who,
        current_setting('transaction_read_only') as mode`
  const read = async (n: number) =>
    expect(await state(reads(as(n)), n)).toEqual([
      { n, centers: `{c${n}}`, who: 'blended_requests', mode: 'on' },
    ])
  const failedRead = (n: number) =>
    expect(reads(as(n))`select 1 / (${n}::int - ${n}::int)`).rejects.toMatchObject({ code: '22012' })
  const put = (n: number, fails: boolean) =>
    write(async (db) => {
      await db`insert into scoped values (${n})`
      expect(await state(db, n)).toEqual([{ n, centers: `{c${n}}`, who: 'blended_requests', mode: 'off' }])
      if (fails) await db`select 1 / (${n}::int - ${n}::int)`
    }, as(n))
  const calls = Array.from({ length: 300 }, (_, n) => [
    read(n),
    n % 3 === 0 ? failedRead(n) : read(n),
    n % 5 === 0 ? expect(put(n, true)).rejects.toMatchObject({ code: '22012' }) : put(n, false),
  ])
  await Promise.all(calls.flat())
  expect(await single`select count(*)::int as n, count(distinct n)::int as different from scoped`).toEqual([
    { n: 240, different: 240 },
  ])
})
