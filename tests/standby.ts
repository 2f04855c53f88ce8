import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { connect } from '#server/connect.ts'
import { serverPrograms } from '#server/postgres-programs.ts'
import { freePort } from '#server/free-port.ts'

/** A running PostgreSQL, to replicate from. */
export type Source = { dataDir: string; superuserUrl: string }

/** Marks a stopped server's files as those of a standby. */
export function markStandby(cluster: string) {
  const signal = join(cluster, 'standby.signal')
  writeFileSync(signal, '')
  const { uid, gid } = statSync(join(cluster, 'PG_VERSION'))
  chownSync(signal, uid, gid)
}

/** Copies a running server's files, as a base backup. */
async function copyFiles({ dataDir, superuserUrl }: Source, to: string) {
  const sql = connect(superuserUrl, { isOneSession: true })
  await sql`select pg_backup_start('standby', true)`
  const { status, stderr } = spawnSync('cp', ['-a', join(dataDir, 'postgresql'), to], { encoding: 'utf8' })
  // Ignore files that disappear during the copy, because the log contains their changes.
  if (status !== 0 && !/No such file/.test(stderr)) throw new Error(stderr)
  const [label] = await sql<{ file: string }[]>`select labelfile as file from pg_backup_stop()`
  await sql.end()
  const cluster = join(to, 'postgresql')
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  writeFileSync(join(cluster, 'backup_label'), label?.file ?? '')
  const { uid, gid } = statSync(join(cluster, 'PG_VERSION'))
  chownSync(join(cluster, 'backup_label'), uid, gid)
  markStandby(cluster)
  return cluster
}

/**
 * Runs a server on the files in a standby's folder. `source` is the URL of the server that it follows, if
 * any.
 */
export async function runStandby(cluster: string, source?: string) {
  const { bin, who } = serverPrograms()
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'shared_buffers=16MB',
    'max_connections=200',
    'log_min_messages=panic',
    ...(source ? [`primary_conninfo=${source}`] : []),
  ]
  // Use the working directory, because the server's user may not be able to enter the folders above.
  const folder = existsSync('/proc/self/cwd') ? '/proc/self/cwd' : '.'
  const launch = () =>
    spawn(
      join(bin, 'postgres'),
      ['-D', folder, '-p', String(port), ...settings.flatMap((each) => ['-c', each])],
      {
        ...who,
        cwd: cluster,
        stdio: 'ignore',
      },
    )
  let server = launch()
  const at = (url: string) =>
    Object.assign(new URL(url), { port: String(port), hostname: '127.0.0.1' }).toString()
  /** Runs a statement as the superuser and returns its rows. */
  const run = async (superuserUrl: string, statement: string) => {
    const client = new Client({ connectionString: at(superuserUrl) })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(statement)).rows as unknown[]
    } finally {
      await client.end()
    }
  }
  const ready = async (superuserUrl: string) => {
    for (let tries = 0; tries < 600; tries += 1) {
      const isReady = await run(superuserUrl, 'select 1').then(
        () => true,
        () => false,
      )
      if (isReady) return
      await pause(50)
    }
    throw new Error('The standby did not start.')
  }
  return {
    /** Returns the URL of a database on this server, given the URL of that database on its source. */
    at,
    run,
    ready,
    /** Pauses all of the server's processes, or lets them continue. */
    freeze: (isFrozen: boolean) => {
      const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').split(' ')
      for (const pid of [server.pid, ...children.map(Number)])
        if (pid) process.kill(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT')
    },
    kill: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      // Wait until the server's other processes notice and end by themselves.
      await pause(500)
      rmSync(join(cluster, 'postmaster.pid'), { force: true })
    },
    launch: () => {
      server = launch()
    },
    stop: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGCONT')
      server.kill('SIGQUIT')
      await ended
    },
  }
}

/** Starts a streaming replica of a running server. */
export async function startStandby(source: Source) {
  const folder = mkdtempSync(join(tmpdir(), 'blended-learning-replica-'))
  const cluster = await copyFiles(source, folder)
  const standby = await runStandby(cluster, source.superuserUrl)
  await standby.ready(source.superuserUrl)
  return {
    ...standby,
    end: async () => {
      await standby.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
