import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '#server/connect.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import { freePort } from '#server/free-port.ts'

/** PostgreSQL 15 from Debian, the oldest supported version. */
const debian = '/usr/lib/postgresql/15/bin'

/**
 * Returns the ids of the user `postgres` if the tests run as root, because PostgreSQL refuses to run as root.
 * Returns an empty object otherwise.
 */
function serverUser() {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

async function startDebian(folder: string) {
  const who = serverUser()
  if (who.uid) chownSync(folder, who.uid, who.gid)
  const data = join(folder, 'data')
  const cluster = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N']
  const { status, stderr } = spawnSync(join(debian, 'initdb'), cluster, {
    ...who,
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  const port = await freePort()
  const words = ['-D', data, '-p', String(port), '-c', `unix_socket_directories=${folder}`]
  const server = spawn(join(debian, 'postgres'), words, { ...who, cwd: folder, stdio: 'ignore' })
  const superuserUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
  for (let tries = 0; tries < 600; tries += 1) {
    const sql = connect(superuserUrl, { connectPatience: 1000 })
    const isReady = await sql`select 1`.then(
      () => true,
      () => false,
    )
    await sql.end()
    if (isReady) break
    await pause(100)
  }
  const stop = async () => {
    const ended = once(server, 'exit')
    // Stops immediately, because the data is no longer needed.
    server.kill('SIGQUIT')
    await ended
  }
  return { superuserUrl, stop }
}

/**
 * Starts another PostgreSQL server: the oldest supported version, from Debian, or the embedded one if that
 * isn't installed. `open` creates a database as an operator does, with an ordinary role as its owner, and
 * returns its URL.
 */
export async function startOtherPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'other-postgres-'))
  const { superuserUrl, stop } = existsSync(debian)
    ? await startDebian(folder)
    : await startPostgres({ dataDir: folder, durable: true })
  const run = async (statement: string) => {
    const sql = connect(superuserUrl)
    await sql.unsafe(statement)
    await sql.end()
  }
  await run(`create role center_owner login createdb password 'x'`)
  if (existsSync(debian)) await run('create role blended_requests nologin')
  await run('grant blended_requests to center_owner')
  return {
    open: async (name: string, options = `encoding 'UTF8' template template0`) => {
      await run(`create database ${name} owner center_owner ${options}`)
      const url = new URL(superuserUrl)
      return Object.assign(url, {
        username: 'center_owner',
        password: 'x',
        pathname: `/${name}`,
      }).toString()
    },
    superuserUrl,
    end: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
