import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { freePort } from '#server/free-port.ts'
import { type Machine, openMachines } from './machines.ts'

/** Folder of the files that an admin installs. */
const files = resolve(import.meta.dirname, '../../../ops/cluster')
/** Password of the PostgreSQL roles with which the product connects. */
const password = 'practice-makes-progress'

/** Parses the variables in a file, adapted to this network and to the machine with this number (1 to 3). */
export function variables(file: string, { number, network }: { number: number; network: string }) {
  const [own, same] = readFileSync(join(files, file), 'utf8').split('# The same on all three machines') as [
    string,
    string,
  ]
  const ofMachine = own.replaceAll('10.0.0.11', `10.0.0.1${number}`).replaceAll('db1', `db${number}`)
  const lines = `${ofMachine}\n#${same}`.replaceAll('10.0.0.', network).split('\n')
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^([A-Z]\w+)=(.*)$/.exec(line) ?? []
      return name ? [[name, value as string]] : []
    }),
  )
}

/** Returns the numeric id of a system user. */
const idOf = (user: string) => Number(execFileSync('id', ['-u', user], { encoding: 'utf8' }))

/** Waits until `check` returns something other than null, and returns it. Throws after this many seconds. */
export async function until<T>(
  condition: string,
  seconds: number,
  check: () => Promise<T | null> | T | null,
) {
  const began = performance.now()
  while (performance.now() - began < seconds * 1000) {
    const answer = await check()
    if (answer !== null) return answer
    await pause(200)
  }
  throw new Error(`${condition} took longer than ${seconds} s.`)
}

const Cluster = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
})
/** State of a server as reported by itself. */
const Own = z.object({
  role: z.string(),
  timeline: z.number(),
  replication: z.array(z.object({ state: z.string(), sync_state: z.string() })).default([]),
})
/** Versions of Patroni before 4 call a primary a master. */
const isPrimary = (own: z.infer<typeof Own> | null | undefined) =>
  own?.role === 'primary' || own?.role === 'master'
const Status = z.object({ header: z.object({ member_id: z.string() }), leader: z.string().optional() })

/** Calls a service. Returns null if there is no response of this shape. */
const fetched = async <T>(shape: z.ZodType<T>, url: string, init: RequestInit = {}): Promise<T | null> =>
  await fetch(url, { ...init, signal: AbortSignal.timeout(2000) })
    .then(async (response) => shape.safeParse(await response.json()).data ?? null)
    .catch(() => null)

type Server = {
  name: string
  machine: Machine
  start: () => void
  startPatroni: () => void
  startEtcd: () => void
}

function openServer(
  machine: Machine,
  { number, network, folder }: { number: number; network: string; folder: string },
): Server & { env: Record<string, string> } {
  const own = join(folder, `db${number}`)
  mkdirSync(own)
  chownSync(own, idOf('postgres'), idOf('postgres'))
  const place = { number, network }
  const env = {
    ...variables('patroni.env', place),
    PATRONI_POSTGRESQL_DATA_DIR: join(own, 'data'),
    PATRONI_POSTGRESQL_PGPASS: join(own, 'pgpass'),
  }
  const options = { user: 'postgres', log: join(folder, `db${number}.log`) }
  const startEtcd = () =>
    void machine.start('etcd', [], {
      ...options,
      log: join(folder, `etcd${number}.log`),
      env: { ...variables('etcd.env', place), ETCD_DATA_DIR: join(own, 'etcd') },
    })
  const startPatroni = () => void machine.start('patroni', [join(files, 'patroni.yml')], { ...options, env })
  const start = () => {
    startEtcd()
    startPatroni()
  }
  return { name: `db${number}`, machine, env, start, startPatroni, startEtcd }
}

/**
 * Prepares an HAProxy with a file of `ops/cluster` and these values. `start` starts it, and can restart it
 * after a kill.
 */
export function openProxy(file: string, { env, log }: { env: Record<string, string>; log: string }) {
  let running: ChildProcess | null = null
  const kill = () =>
    new Promise<void>((done) => {
      if (!running || running.exitCode !== null || running.signalCode !== null) return done()
      running.once('exit', () => done()).kill('SIGKILL')
    })
  return {
    start: () => {
      const output = openSync(log, 'a')
      // Run it in the foreground as a single process.
      const words = ['-db', '-f', join(files, file)]
      running = spawn('haproxy', words, {
        env: { ...process.env, ...env },
        stdio: ['ignore', output, output],
      })
    },
    kill,
  }
}
export type Proxy = ReturnType<typeof openProxy>

export type Servers = Awaited<ReturnType<typeof openServers>>

/** Opens three database machines for etcd, Patroni and PostgreSQL. `start` resolves when all of them work. */
export async function openServers() {
  const folder = mkdtempSync(join(tmpdir(), 'blf-'))
  chownSync(folder, idOf('postgres'), idOf('postgres'))
  const { network, machines, close } = openMachines(3)
  const servers = machines.map((machine, index) =>
    openServer(machine, { number: index + 1, network, folder }),
  )
  const [first] = servers as [(typeof servers)[number]]

  /**
   * Returns the members of the cluster, as reported by the first of these machines whose Patroni responds, or
   * null if none does.
   */
  async function members(among = servers) {
    for (const { machine } of among) {
      const found = await fetched(Cluster, `http://${machine.address}:8008/cluster`)
      if (found) return found.members
    }
    return null
  }
  const named = (name: string | undefined) => servers.find((each) => each.name === name) ?? null
  const inRole = async (role: string) => named((await members())?.find((each) => each.role === role)?.name)

  /**
   * Waits until one server is the primary, both by its own report and in etcd, and the other two follow it,
   * one of them synchronously. The timelines in etcd aren't enough: two servers can be on different timelines
   * with the same number.
   */
  const whole = (seconds: number) =>
    until('The three servers', seconds, async () => {
      const own = await Promise.all(
        machines.map(({ address }) => fetched(Own, `http://${address}:8008/patroni`)),
      )
      const leaders = ((await members()) ?? []).filter(({ role }) => role === 'leader')
      const [primary, ...others] = own.toSorted((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)))
      const followers = (primary?.replication ?? []).filter(({ state }) => state === 'streaming')
      const isSynchronous = followers.some(({ sync_state: state }) => state === 'sync')
      const isGood =
        isPrimary(primary) &&
        others.every((each) => each?.role === 'replica' && each.timeline === primary?.timeline) &&
        followers.length === 2
      return isGood && isSynchronous && leaders.length === 1 ? true : null
    })

  return {
    folder,
    servers,
    whole,
    /** Returns the members as reported by the other machines, or null if none responds. */
    membersExcept: (server: (typeof servers)[number]) => members(servers.filter((each) => each !== server)),
    primary: () => until('A primary', 60, () => inRole('leader')),
    standby: () => until('A synchronous standby', 60, () => inRole('sync_standby')),
    /** Returns the server whose etcd is the leader. */
    leader: () =>
      until('A leader of etcd', 30, async () => {
        for (const each of servers) {
          const url = `http://${each.machine.address}:2379/v3/maintenance/status`
          const status = await fetched(Status, url, { method: 'POST', body: '{}' })
          if (status && status.header.member_id === status.leader) return each
        }
        return null
      }),
    start: async () => {
      for (const each of servers) each.start()
      await whole(180)
    },
    /** Makes another server the primary, as an admin does before maintenance. */
    switchOver: async () => {
      const words = ['-c', join(files, 'patroni.yml'), 'switchover', '--force']
      const output = await first.machine.outputOf(['patronictl', ...words], { env: first.env, ms: 60_000 })
      if (output === null) throw new Error('The switchover failed.')
    },
    /**
     * Runs SQL directly on a server, bypassing HAProxy. Returns null if that fails or takes longer than `ms`.
     */
    sql: (
      { machine, env }: (typeof servers)[number],
      statement: string,
      { database = 'postgres', ms = 4000 } = {},
    ) =>
      machine.outputOf(
        ['psql', '-XAtqc', statement, `host=127.0.0.1 user=postgres dbname=${database} connect_timeout=2`],
        { env: { PGPASSWORD: env.PATRONI_SUPERUSER_PASSWORD as string }, ms },
      ),
    /** Returns an HAProxy for a product's machine, with the URLs of the database through it. */
    databaseProxy: async (name: string) => {
      const port = await freePort()
      const env = {
        ...Object.fromEntries(machines.map(({ address }, index) => [`DB${index + 1}`, address])),
        WRITER: `127.0.0.1:${port}`,
        READERS: `127.0.0.1:${await freePort()}`,
      }
      const url = (role: string) => `postgres://${role}:${password}@127.0.0.1:${port}/blended_learning`
      const proxy = openProxy('haproxy-database.cfg', { env, log: join(folder, `${name}.log`) })
      return { ...proxy, url: url('blended_learning'), requestsUrl: url('blended_requests') }
    },
    close: () => {
      close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates the product's database and roles, and a database for `direct.ts` to write to. */
export async function createDatabases({ primary, sql }: Servers) {
  const server = await primary()
  for (const statement of [
    `create role blended_learning login createdb password '${password}'`,
    `create role blended_requests login password '${password}'`,
    'grant blended_requests to blended_learning',
    `create database blended_learning owner blended_learning encoding 'UTF8' template template0`,
    'create database direct',
  ])
    if ((await sql(server, statement, { ms: 30_000 })) === null) throw new Error(`Failed: ${statement}`)
  if ((await sql(server, 'create table written (n int)', { database: 'direct', ms: 30_000 })) === null)
    throw new Error('The table to write to directly was not created.')
}
