import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { addressOf, ownerRole } from '#server/cluster-roles.ts'
import { freePort } from '#server/free-port.ts'
import { readSettings } from '#server/settings.ts'

const ours = resolve(import.meta.dirname, '../..')

/** Reads a file of a process in /proc. Returns '' once the process is gone. */
export function procFile(pid: number, file: string) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').trim()
  } catch {
    return ''
  }
}

/** Returns a process and all of its descendants. */
function family(pid: number): number[] {
  const children = procFile(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(family)]
}

/** Sends a signal to processes. Ignores those that have ended. */
export function kill(pids: number[], signal: NodeJS.Signals = 'SIGKILL') {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has already ended.
    }
  }
}

/** Resolves when a started product reports that it is ready. */
const served = (started: ChildProcess) =>
  new Promise<void>((ready, fail) => {
    started.stdout?.on('data', (chunk: Buffer) => chunk.toString().includes('is ready') && ready())
    started.once('exit', (code) => fail(new Error(`The product ended with ${code} before it was ready.`)))
  })

/**
 * Starts the server of the version in a folder. `files` limits its open files and connections; 0 means the
 * machine's own limit.
 */
function launch(version: string, env: NodeJS.ProcessEnv, files: number) {
  const main = join(version, 'src/server/main.mjs')
  const limited = ['-c', `ulimit -n ${files}; exec "$0" "$@"`, process.execPath, main]
  const [command, words] = files > 0 ? ['/bin/sh', limited] : [process.execPath, [main]]
  return spawn(command, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Collects the beginning of what processes print, and counts all bytes that they print. */
function listener() {
  const output = { beginning: '', bytes: 0 }
  return {
    beginning: () => output.beginning,
    bytes: () => output.bytes,
    of: (started: ChildProcess) => {
      started.stdout?.on('data', (chunk: Buffer) => {
        output.bytes += chunk.length
        if (output.beginning.length < 10_000) output.beginning += chunk.toString()
      })
      return started
    },
  }
}

export type Product = Awaited<ReturnType<typeof openProduct>>

/**
 * Opens the real product on its own folder and port, with extra settings and an optional limit on open files
 * and connections. The folder outlives its processes, which tests kill and restart.
 */
export async function openProduct(more: Record<string, string> = {}, files = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'blended-learning-faults-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const settings = {
    DATA_DIR: folder,
    PORT: String(port),
    HOST: '127.0.0.1',
    WORKERS: '1',
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    // `npm start` and the files in ops/ set these, too.
    MALLOC_ARENA_MAX: '1',
    MALLOC_TRIM_THRESHOLD_: '131072',
    NODE_OPTIONS: '--max-semi-space-size=1',
    ...more,
  }
  const { dataDir } = readSettings(settings)
  let server: ChildProcess | null = null
  let version = ours
  const output = listener()
  const postmaster = () =>
    Number(
      readFileSync(join(realpathSync(join(dataDir, 'postgresql')), 'postmaster.pid'), 'utf8').split('\n')[0],
    )
  /** Returns the processes of the product's PostgreSQL, or none if the product uses an external database. */
  const databaseProcesses = () => (more['DATABASE_URL'] ? [] : family(postmaster()))

  async function stop() {
    if (server?.exitCode !== null || server.signalCode !== null) return
    const exited = new Promise((done) => server?.once('exit', done))
    server?.kill('SIGTERM')
    await exited
  }

  return {
    address,
    /** Folder of the product's database. */
    dataDir,
    /** Value of DATA_DIR, the folder that contains both the demo and real data. */
    folder: settings.DATA_DIR,
    /** Environment for other commands that run with the product. */
    env: { ...process.env, DATA_DIR: settings.DATA_DIR, DEMO: settings.DEMO },
    /** Makes the next start use the version in a folder instead of this one. */
    install: (from: string) => {
      version = from
    },
    /** Starts the product and returns the seconds until it was ready. */
    start: async () => {
      const began = performance.now()
      server = output.of(launch(version, { ...process.env, ...settings }, files))
      await served(server)
      return (performance.now() - began) / 1000
    },
    /** Returns the URL of the product's own database for a PostgreSQL role, by default the owner. */
    databaseUrl: (name = ownerRole) => {
      const [, , , databasePort] = readFileSync(
        join(realpathSync(join(dataDir, 'postgresql')), 'postmaster.pid'),
        'utf8',
      ).split('\n')
      return addressOf(name, {
        secret: readFileSync(join(dataDir, 'postgresql-password'), 'utf8'),
        port: databasePort?.trim() ?? '',
      })
    },
    output,
    /** Returns the processes of the server and its workers, without PostgreSQL's. */
    processes: () =>
      family(server?.pid as number).filter((pid) => !['', 'postgres'].includes(procFile(pid, 'comm'))),
    /** Kills the server and its workers with SIGKILL. PostgreSQL keeps running. */
    killServer: async () => {
      const exited = new Promise((done) => server?.once('exit', done))
      const pid = server?.pid as number
      const database = databaseProcesses()
      kill(family(pid).filter((each) => !database.includes(each)))
      await exited
    },
    /** Kills every PostgreSQL process with SIGKILL. */
    killDatabase: () => kill(family(postmaster())),
    /**
     * Freezes every PostgreSQL process, which also stops all writes to the database's files, until
     * `continueDatabase`.
     */
    stopDatabase: () => kill(family(postmaster()), 'SIGSTOP'),
    continueDatabase: () => kill(family(postmaster()), 'SIGCONT'),
    /** Sends SIGTERM and waits until the product has ended. */
    stop,
    close: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
