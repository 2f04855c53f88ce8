import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '#server/free-port.ts'

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

export type Product = Awaited<ReturnType<typeof openProduct>>

/**
 * The real product on a folder and a port of its own, with more settings if there are any, which may have so many files and lines open. The folder
 * outlives its processes, which are killed and started again.
 */
export async function openProduct(more: Record<string, string> = {}, files = 0) {
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-faults-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  let server: ChildProcess | null = null
  const postmaster = () => Number(readFileSync(join(realpathSync(join(dataDir, 'postgresql')), 'postmaster.pid'), 'utf8').split('\n')[0])

  async function stop() {
    if (server?.exitCode !== null || server.signalCode !== null) return
    const gone = new Promise((done) => server?.once('exit', done))
    server?.kill('SIGTERM')
    await gone
  }

  return {
    address,
    dataDir,
    /** Starts it and answers with the seconds until it served. */
    start: async () => {
      const began = performance.now()
      const env = {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: String(port),
        HOST: '127.0.0.1',
        WORKERS: '1',
        DEMO: 'off',
        LOG_LEVEL: 'silent',
        ...more,
      }
      await served((server = launch(env, files)))
      return (performance.now() - began) / 1000
    },
    /** The address of its database, for seeding and counting. */
    databaseUrl: () => {
      const [, , , databasePort] = readFileSync(join(realpathSync(join(dataDir, 'postgresql')), 'postmaster.pid'), 'utf8').split('\n')
      return `postgres://postgres:${readFileSync(join(dataDir, 'postgresql-password'), 'utf8')}@127.0.0.1:${databasePort?.trim()}/postgres`
    },
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
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
