import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { connect } from './connect.ts'
import { lockFolder } from './data-folder.ts'
import { startPostgres } from './embedded-postgres.ts'

// Each cluster's folder can be entered only by this user, like a checkout in a private home folder.
const folders: string[] = []
const owners: ChildProcess[] = []
const stops: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL')
  for (const stop of stops.splice(0)) await stop()
  for (const folder of folders.splice(0)) {
    const left = existsSync(pidFile(folder)) ? postmaster(folder) : 0
    if (left && runs(left)) process.kill(left, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

const pidFile = (folder: string) => join(folder, 'postgresql/postmaster.pid')
const postmaster = (folder: string) => Number(readFileSync(pidFile(folder), 'utf8').split('\n')[0])

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'blended-learning-postgres-'))
  folders.push(folder)
  return folder
}

async function start(folder: string) {
  const { url, stop } = await startPostgres({ dataDir: folder })
  stops.push(stop)
  return url
}

/**
 * Starts a separate process that locks the folder, runs PostgreSQL in it and keeps running. Returns the
 * process and the database's URL.
 */
async function startElsewhere(folder: string) {
  const script = `
    import { lockFolder } from '${join(import.meta.dirname, 'data-folder.ts')}'
    import { startPostgres } from '${join(import.meta.dirname, 'embedded-postgres.ts')}'
    lockFolder('${folder}', 'http://localhost:3999')
    console.log((await startPostgres({ dataDir: '${folder}' })).url)
  `
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  owners.push(owner)
  const [line] = (await once(owner.stdout, 'data')) as [Buffer]
  return { owner, url: line.toString().trim() }
}

async function kill(owner: ChildProcess) {
  const exited = once(owner, 'exit')
  owner.kill('SIGKILL')
  await exited
}

async function queryAt(url: string, query: string) {
  const sql = connect(url, { connectPatience: 2000 })
  try {
    return await sql.unsafe(query)
  } finally {
    await sql.end()
  }
}

function runs(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Waits until the condition is true. Vitest's own timeout ends a wait that never succeeds. */
async function until(holds: () => boolean | Promise<boolean>) {
  while (!(await holds())) await pause(100)
}

test('a cluster is stored entirely in its folder, requires a password, and keeps its data across a restart', async () => {
  const folder = newFolder()
  const url = await start(folder)
  await queryAt(url, 'create table kept as select 7 as n')
  expect(lstatSync(join(folder, 'postgresql')).isDirectory()).toBe(true)
  expect(await queryAt(url, 'show fsync')).toMatchObject([{ fsync: 'on' }])
  await expect(queryAt(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
    'password authentication failed',
  )
  const first = postmaster(folder)
  await stops.pop()?.()
  expect(runs(first)).toBe(false)
  expect(await queryAt(await start(folder), 'select n from kept')).toMatchObject([{ n: 7 }])
})

test('a second process on a folder gets an error that names the one using it, and takes over the folder if that one was killed', async () => {
  const folder = newFolder()
  const { owner, url } = await startElsewhere(folder)
  await queryAt(url, 'create table kept as select 7 as n')
  const left = postmaster(folder)
  expect(() => lockFolder(folder, 'http://localhost:3000')).toThrow(
    `${folder} is in use by process ${owner.pid}, which serves http://localhost:3999. Stop it first, or set another DATA_DIR.`,
  )
  await kill(owner)
  expect(runs(left)).toBe(true)
  const unlock = lockFolder(folder, 'http://localhost:3000')
  expect(await queryAt(await start(folder), 'select n from kept')).toMatchObject([{ n: 7 }])
  await until(() => !runs(left))
  unlock()
  expect(existsSync(join(folder, 'owner.json'))).toBe(false)
})

test('an owner in another container is detected because it keeps updating the lock file', () => {
  const folder = newFolder()
  const file = join(folder, 'owner.json')
  writeFileSync(
    file,
    JSON.stringify({
      pid: 999_999,
      start: '1',
      among: 'another container',
      address: 'http://localhost:3999',
    }),
  )
  owners.push(spawn('/bin/sh', ['-c', `while sleep 0.1; do touch '${file}'; done`], { stdio: 'ignore' }))
  expect(() => lockFolder(folder, 'http://localhost:3000')).toThrow(
    `${folder} is in use by process 999999, which serves http://localhost:3999.`,
  )
})

test('after the folder is removed, the next start creates a new database, and the old server stops', async () => {
  const folder = newFolder()
  const { owner, url } = await startElsewhere(folder)
  await queryAt(url, 'create table kept as select 7 as n')
  const left = postmaster(folder)
  await kill(owner)
  rmSync(folder, { recursive: true, maxRetries: 5 })
  const fresh = await start(folder)
  expect(await queryAt(fresh, `select to_regclass('kept') as found`)).toMatchObject([{ found: null }])
  await until(() => !runs(left))
  expect(runs(postmaster(folder))).toBe(true)
})

test('an owner whose folder was removed exits and leaves the new folder and its lock alone', async () => {
  const folder = newFolder()
  const { owner } = await startElsewhere(folder)
  let output = ''
  owner.stderr?.on('data', (text: Buffer) => (output += text.toString()))
  const ended = once(owner, 'exit')
  rmSync(folder, { recursive: true, maxRetries: 5 })
  const unlock = lockFolder(folder, 'http://localhost:3000')
  const fresh = await start(folder)
  const mine = postmaster(folder)
  expect(await ended).toEqual([1, null])
  expect(output).toContain('postgresql was removed while PostgreSQL ran in it. Start again.')
  expect(await queryAt(fresh, 'select 1 as n')).toMatchObject([{ n: 1 }])
  expect(postmaster(folder)).toBe(mine)
  writeFileSync(join(folder, 'owner.json'), JSON.stringify({ pid: 1, start: null, address: 'another' }))
  unlock()
  expect(existsSync(join(folder, 'owner.json'))).toBe(true)
})

test('a killed PostgreSQL is restarted at the same address with all committed data', async () => {
  const folder = newFolder()
  const url = await start(folder)
  await queryAt(url, 'create table kept as select 7 as n')
  const first = postmaster(folder)
  process.kill(first, 'SIGKILL')
  await until(() =>
    queryAt(url, 'select n from kept').then(
      ([row]) => row?.['n'] === 7,
      () => false,
    ),
  )
  expect(postmaster(folder)).not.toBe(first)
})

test('a process that reuses the id in an old pid file is left alone', async () => {
  const folder = newFolder()
  await start(folder)
  const before = readFileSync(pidFile(folder), 'utf8')
  await stops.pop()?.()
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' })
  owners.push(other)
  writeFileSync(pidFile(folder), before.replace(/^\d+/, String(other.pid)))
  expect(await queryAt(await start(folder), 'select 1 as n')).toMatchObject([{ n: 1 }])
  expect(runs(other.pid as number)).toBe(true)
})

test('files left unfinished by a start that was killed are recreated', async () => {
  const folder = newFolder()
  await start(folder)
  await stops.pop()?.()
  rmSync(join(folder, 'postgresql'), { recursive: true })
  writeFileSync(join(folder, 'postgresql.new'), 'what a killed start left')
  expect(await queryAt(await start(folder), 'select 1 as n')).toMatchObject([{ n: 1 }])
  expect(existsSync(join(folder, 'postgresql.new'))).toBe(false)
})
