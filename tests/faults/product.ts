import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { addressOf, ownerRole } from '#server/cluster-roles.ts'
import { freePort } from '#server/free-port.ts'
import { readSettings } from '#server/settings.ts'

const main = resolve(import.meta.dirname, '../../src/server/main.ts')

/** What the system says of a process; nothing once that is gone. */
function told(pid: number, what: string) {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').trim()
  } catch {
    return ''
  }
}

/** The children of a process, and theirs. */
function family(pid: number): number[] {
  const children = told(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(family)]
}

function kill(pids: number[], signal: NodeJS.Signals = 'SIGKILL') {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It is gone already.
    }
  }
}

/** Resolves when a started product says that it is ready. */
const served = (started: ChildProcess) =>
  new Promise<void>((ready, fail) => {
    started.stdout?.on('data', (chunk: Buffer) => chunk.toString().includes('is ready') && ready())
    started.once('exit', (code) => fail(new Error(`The product ended with ${code} before it was ready.`)))
  })

/** The server's process, which may have so many files and lines open; 0 for as many as the machine allows. */
function launch(env: NodeJS.ProcessEnv, files: number) {
  const limited = ['-c', `ulimit -n ${files}; exec "$0" "$@"`, process.execPath, main]
  const [command, words] = files > 0 ? ['/bin/sh', limited] : [process.execPath, [main]]
  return spawn(command, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** What processes print: its first lines, and how many bytes it is in all. */
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
 * The real product on a folder and a port of its own, with more settings if there are any, which may have so many files and lines open. The folder
 * outlives its processes, which are killed and started again.
 */
export async function openProduct(more: Record<string, string> = {}, files = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'blended-learning-faults-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const said = { DATA_DIR: folder, PORT: String(port), HOST: '127.0.0.1', WORKERS: '1', DEMO: 'off', LOG_LEVEL: 'silent', ...more }
  const { dataDir } = readSettings(said)
  let server: ChildProcess | null = null
  const output = listener()
  const postmaster = () => Number(readFileSync(join(realpathSync(join(dataDir, 'postgresql')), 'postmaster.pid'), 'utf8').split('\n')[0])

  async function stop() {
    if (server?.exitCode !== null || server.signalCode !== null) return
    const gone = new Promise((done) => server?.once('exit', done))
    server?.kill('SIGTERM')
    await gone
  }

  return {
    address,
    /** The folder of its database. */
    dataDir,
    /** The folder as DATA_DIR names it, which holds the demo and own data side by side. */
    folder: said.DATA_DIR,
    /** What a command beside it needs to know. */
    env: { ...process.env, DATA_DIR: said.DATA_DIR, DEMO: said.DEMO },
    /** Starts it and answers with the seconds until it served. */
    start: async () => {
      const began = performance.now()
      server = output.of(launch({ ...process.env, ...said }, files))
      await served(server)
      return (performance.now() - began) / 1000
    },
    /** The address of its database, for seeding and counting: as its owner, or as the superuser. */
    databaseUrl: (name = ownerRole) => {
      const [, , , databasePort] = readFileSync(join(realpathSync(join(dataDir, 'postgresql')), 'postmaster.pid'), 'utf8').split('\n')
      return addressOf(name, { secret: readFileSync(join(dataDir, 'postgresql-password'), 'utf8'), port: databasePort?.trim() ?? '' })
    },
    output,
    /** The server and its workers, without PostgreSQL's processes. */
    processes: () => family(server?.pid as number).filter((pid) => !['', 'postgres'].includes(told(pid, 'comm'))),
    /** kill -9 of the server and its workers; PostgreSQL is left behind. */
    killServer: async () => {
      const gone = new Promise((done) => server?.once('exit', done))
      const pid = server?.pid as number
      kill(family(pid).filter((each) => each !== postmaster() && !family(postmaster()).includes(each)))
      await gone
    },
    /** kill -9 of every PostgreSQL process. */
    killDatabase: () => kill(family(postmaster())),
    /** Every PostgreSQL process stands still until `continueDatabase`, as its files do. */
    stopDatabase: () => kill(family(postmaster()), 'SIGSTOP'),
    continueDatabase: () => kill(family(postmaster()), 'SIGCONT'),
    /** SIGTERM, until it has ended by itself. */
    stop,
    close: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
