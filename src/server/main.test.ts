import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { connect } from './connect.ts'
import { freePort } from './free-port.ts'
import { startPostgres } from './embedded-postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'blended-learning-main-'))
afterAll(() => rmSync(folder, { recursive: true }))
/** Folder with the database of the servers started here, unless they run the demo. */
const dataDir = join(folder, 'own')

/** Timeout in ms. A busy machine may take a long time to start and stop everything. */
const patience = 60_000

/** Starts the whole product in its own process and waits until it is ready or has ended. */
async function start(more: Record<string, string>, words: string[] = [], cwd = process.cwd()) {
  const env = {
    ...process.env,
    DATA_DIR: folder,
    DEMO: 'off',
    WORKERS: '1',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    ...more,
  }
  const server = spawn(process.execPath, [join(import.meta.dirname, 'main.mjs'), ...words], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(server, 'exit') as Promise<[number | null]>
  onTestFinished(async () => void (server.kill('SIGTERM') && (await ended)))
  let output = ''
  const ready = new Promise<void>((done) => {
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (text: Buffer) => {
        output += text.toString()
        if (output.includes('is ready')) done()
      })
  })
  await Promise.race([ready, ended])
  return { server, ended, output: () => output }
}

/** Connects to the database that runs in the folder. Its port is the fourth line of its pid file. */
function openRunning() {
  const contentOf = (file: string) => readFileSync(join(dataDir, file), 'utf8')
  const port = contentOf('postgresql/postmaster.pid').split('\n')[3]
  return connect(`postgres://postgres:${contentOf('postgresql-password')}@127.0.0.1:${port}/postgres`)
}
const stopped = () =>
  !existsSync(join(dataDir, 'postgresql/postmaster.pid')) && !existsSync(join(dataDir, 'owner.json'))

test('unusable settings and a port in use are reported before anything is started', async () => {
  const odd = await start({ PORT: 'x' })
  expect((await odd.ended)[0]).toBe(1)
  expect(odd.output()).toBe(
    "These settings can't be used:\n  PORT must be a whole number from 0 to 65535 (it is 'x')\n",
  )

  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const late = await start({ PORT: String(port) })
  expect((await late.ended)[0]).toBe(1)
  expect(late.output()).toBe(`Port ${port} is in use by another program. Stop it, or set another PORT.\n`)
  other.close()
  expect(existsSync(join(dataDir, 'postgresql'))).toBe(false)
})

test('settings can be in the .env file, and environment variables take precedence', async () => {
  writeFileSync(join(folder, '.env'), 'PORT=x\nWORKERS=many\n')
  const odd = await start({ WORKERS: '1' }, [], folder)
  expect((await odd.ended)[0]).toBe(1)
  expect(odd.output()).toBe(
    "These settings can't be used:\n  PORT must be a whole number from 0 to 65535 (it is 'x')\n",
  )
})

test(
  'the server allows enough connections for its workers, prints its address, and stops with PostgreSQL on SIGTERM',
  async () => {
    const { server, ended, output } = await start({ PORT: '0', ADMIN_EMAIL: 'head@test.example' })
    expect(output()).toContain(`PostgreSQL 18 is running with your own data in ${dataDir}`)
    expect(output()).toContain('Blended Learning is ready: http://127.0.0.1:')
    await expect
      .poll(output)
      .toMatch(
        /The admin head@test\.example can choose a password here within seven days:\n {2}http:\/\/127\.0\.0\.1:0\/setup#token=[\w-]{43}\n/,
      )
    await expect.poll(() => output().includes('Warning: this runs as root.')).toBe(process.getuid?.() === 0)
    expect(stopped()).toBe(false)
    const sql = openRunning()
    expect(await sql`show max_connections`).toEqual([{ maxConnections: String((1 + 1) * 8 + 20) }])
    await sql.end()
    server.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    expect(stopped()).toBe(true)
  },
  patience,
)

test(
  'a job interrupted by a kill runs soon after the next start',
  async () => {
    const { url, stop } = await startPostgres({ dataDir })
    const before = connect(url)
    await before`select graphile_worker.add_job('sweep', '{}', queue_name => 'swept')`
    await before`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-killed', attempts = 1`
    await before`update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'worker-killed'`
    await before.end()
    await stop()
    const { server, ended } = await start({ PORT: '0' })
    const running = openRunning()
    while ((await running`select 1 from graphile_worker._private_jobs`).length > 0) await pause(50)
    await running.end()
    server.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
  },
  patience,
)

/** Returns the number of sockets that accept connections at a port of 127.0.0.1 (Linux). */
const listenersAt = (port: number) =>
  readFileSync('/proc/net/tcp', 'utf8').match(
    new RegExp(`: 0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A `, 'g'),
  )?.length

test(
  'metrics are summed over both workers, by route and without personal data',
  async () => {
    const port = await freePort()
    const metricsPort = await freePort()
    const { server, ended } = await start({
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      METRICS_HOST: '127.0.0.1',
      WORKERS: '2',
    })
    const look = async () => await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const value = (text: string, series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')[1],
      )
    if (process.platform === 'linux') expect(listenersAt(port)).toBe(2 * 8)
    const before = await look()
    const request = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })
    const ids = Array.from({ length: 20 }, () => crypto.randomUUID())
    const answers = await Promise.all([
      ...ids.map((id) => request(`/api/students/${id}`)),
      request('/api/users/me'),
      request('/api/nowhere/zq'),
    ])
    expect(new Set(answers.map((answer) => answer.headers.get('x-request-id'))).size).toBe(22)
    const after = await look()
    const labels = 'method="GET",route="/api/students/:id"'
    expect(value(after, `blended_requests_total{${labels},status="4xx"}`)).toBe(20)
    expect(value(after, `blended_request_seconds_count{${labels}}`)).toBe(20)
    expect(value(after, `blended_request_seconds_bucket{${labels},le="+Inf"}`)).toBe(20)
    expect(value(after, 'blended_problems_total{code="signed_out"}')).toBeGreaterThanOrEqual(20)
    for (const [series, want] of Object.entries({
      database_up: 1,
      workers: 2,
      jobs_failed: 0,
      mail_waiting: 0,
      requests_in_flight: 0,
      sockets: 0,
    }))
      expect([series, value(after, `blended_${series}`)]).toEqual([series, want])
    for (const worker of ['1', '2', 'primary'])
      expect(value(after, `blended_memory_bytes{worker="${worker}"}`)).toBeGreaterThan(1e7)
    for (const text of [before, after]) {
      expect(
        text
          .split('\n')
          .filter(
            (line) => !/^(# (HELP|TYPE) blended_\w+ .+|blended_\w+(\{[^{}]*\})? [\d.e+-]+|)$/.test(line),
          ),
      ).toEqual([])
      expect(ids.some((id) => text.includes(id))).toBe(false)
      expect(text).not.toMatch(/zq|@/)
    }
    server.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
  },
  patience,
)

test(
  'an unusable database is reported, and its server is stopped',
  async () => {
    const { url, stop } = await startPostgres({ dataDir })
    const sql = connect(url)
    await sql`insert into migrations (name, hash) values ('9999_future.sql', '')`
    await sql.end()
    await stop()
    const { ended, output } = await start({ PORT: '0' })
    expect((await ended)[0]).toBe(1)
    expect(output()).toContain(
      'This database was made by a newer version (it knows 9999_future.sql). Start that version, or restore a backup',
    )
    expect(stopped()).toBe(true)
  },
  patience,
)

test(
  'demo accounts can’t sign in after going live, whichever version ran the demo',
  async () => {
    const tried = mkdtempSync(join(tmpdir(), 'blended-learning-tried-'))
    onTestFinished(() => rmSync(tried, { recursive: true }))
    const port = await freePort()
    const here = { DATA_DIR: tried, PORT: String(port), DEMO: '' }
    const live = {
      ...here,
      PUBLIC_URL: 'https://tutors.example.com',
      BACKUP_KEY: 'a passphrase of a test',
      ADMIN_EMAIL: 'owner@test.example',
    }
    const link =
      /The admin owner@test\.example can choose a password here within seven days:\n {2}https:\/\/tutors\.example\.com\/setup#/
    const logIn = async () => {
      const body = JSON.stringify({ email: 'admin@demo.example', password: 'practice-makes-progress' })
      const headers = { 'content-type': 'application/json', connection: 'close' }
      return (await fetch(`http://127.0.0.1:${port}/api/login`, { method: 'POST', headers, body })).status
    }
    const run = async (env: Record<string, string>, words: string[] = [], work = async () => {}) => {
      const { server, ended, output } = await start(env, words)
      if (server.exitCode === null) await work()
      server.kill('SIGTERM')
      await ended
      return output()
    }

    const demo = await run(here, [], async () => expect(await logIn()).toBe(200))
    expect(demo).toContain(`the demo in ${join(tried, 'demo')}`)
    for (const words of ['admin@demo.example', 'practice-makes-progress', 'npm start -- --own'])
      expect(demo).toContain(words)

    const real = await run(live, [], async () => expect(await logIn()).toBe(401))
    expect(real).toMatch(link)
    expect(real).not.toContain('demo.example')
    expect(await run(here, ['--own'])).toContain(`your own data in ${join(tried, 'own')}`)

    // Earlier versions had a single database, directly in the folder.
    rmSync(join(tried, 'own'), { recursive: true })
    for (const name of ['postgresql', 'postgresql-password'])
      renameSync(join(tried, 'demo', name), join(tried, name))
    const refused = await run(live)
    expect(refused).toContain('This database holds the demo')
    expect(refused).not.toContain('is ready')
    const closed = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../bin/admin.mjs'), 'close-demo'],
      {
        env: { ...process.env, ...here },
        encoding: 'utf8',
      },
    )
    expect(closed.stdout).toMatch(/^This uses your own data in .*\nClosed \d+ demo accounts for good/)
    expect(await run(live, [], async () => expect(await logIn()).toBe(401))).toMatch(link)
  },
  3 * patience,
)

test('unknown or contradictory options are reported', async () => {
  expect((await start({}, ['--mine'])).output()).toBe('npm start accepts only --own, not --mine.\n')
  expect((await start({ DEMO: 'on' }, ['--own'])).output()).toBe(
    '--own and DEMO=on contradict each other. Leave one of them out.\n',
  )
})
