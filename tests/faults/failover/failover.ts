import { accessSync, constants } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#server/free-port.ts'
import { makeHall } from '../../load/hall.ts'
import { audit } from '../ledger.ts'
import { openProduct, type Product } from '../product.ts'
import { lostOf, startWriting } from './direct.ts'
import { startOutboxes, type Outboxes } from './outboxes.ts'
import { createDatabases, openProxy, openServers, type Proxy, type Servers } from './servers.ts'

const needed = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  'PostgreSQL 15': '/usr/lib/postgresql/15/bin/postgres',
  iproute2: '/usr/sbin/ip',
}

const runs = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the reason why this test can't run here, or null if it can. */
export function hindrance({ uid = process.getuid?.(), has = runs } = {}) {
  if (process.platform !== 'linux') return 'Failover is skipped: it needs Linux.'
  if (uid !== 0) return 'Failover is skipped: only root can make the network that it cuts.'
  const missing = Object.entries(needed).filter(([, path]) => !has(path))
  const names = missing.map(([name]) => name).join(', ')
  return names ? `Failover is skipped: it needs ${names}, which Debian has as packages.` : null
}

/** Answers per second, as in reliability L1, and the number of students who send them. */
const [rate, students] = [100, 300]
/** Maximum time in seconds until writes work again: after a kill or a cut, and after a planned switchover. */
const limits = { fault: 30, planned: 5 }

type Setting = { servers: Servers; products: Product[]; beside: Proxy[]; front: Proxy }
type Server = Servers['servers'][number]

/**
 * Effects of a fault. `repair` undoes them. `former` is the server that was the primary before the fault. It
 * must not acknowledge writes once there is a new primary. With `givesUp`, it must refuse writes even before
 * another server is elected.
 */
type Broken = { repair?: () => unknown; former?: Server; givesUp?: boolean }
type Fault = {
  what: string
  isPlanned?: boolean
  happen: (setting: Setting, round: number) => Promise<Broken>
}

/** Faults that kill machines and programs with SIGKILL. */
const kills: Fault[] = [
  {
    what: 'kill the primary’s machine',
    happen: async ({ servers }) => {
      const { machine, start } = await servers.primary()
      machine.kill()
      return { repair: start }
    },
  },
  {
    what: 'kill PostgreSQL on the primary',
    happen: async ({ servers }) => {
      ;(await servers.primary()).machine.kill('postgres')
      return {}
    },
  },
  {
    what: 'kill Patroni on the primary',
    happen: async ({ servers }) => {
      const former = await servers.primary()
      former.machine.kill('patroni')
      return { repair: former.startPatroni, former }
    },
  },
  {
    what: 'kill the synchronous replica’s machine',
    happen: async ({ servers }) => {
      const { machine, start } = await servers.standby()
      machine.kill()
      return { repair: start }
    },
  },
  {
    what: 'kill etcd’s leader',
    happen: async ({ servers }) => {
      const { machine, startEtcd } = await servers.leader()
      machine.kill('etcd')
      return { repair: startEtcd }
    },
  },
  {
    what: 'kill a product’s HAProxy',
    happen: async ({ beside }, round) => {
      const proxy = beside[round % beside.length] as Proxy
      await proxy.kill()
      return { repair: proxy.start }
    },
  },
  {
    what: 'kill HAProxy in front, restarted after 1 s',
    happen: async ({ front }) => {
      await front.kill()
      await pause(1000)
      front.start()
      return {}
    },
  },
  {
    what: 'kill a product',
    happen: async ({ products }, round) => {
      const product = products[round % products.length] as Product
      await product.killServer()
      return { repair: product.start }
    },
  },
]

const others: Fault[] = [
  {
    what: 'planned switchover',
    isPlanned: true,
    happen: async ({ servers }) => {
      await servers.switchOver()
      return {}
    },
  },
  {
    what: 'cut the primary from everything',
    happen: async ({ servers }) => {
      const former = await servers.primary()
      former.machine.cut(true)
      return { repair: () => former.machine.cut(false), former, givesUp: true }
    },
  },
  {
    what: 'cut the primary from the other servers only',
    happen: async ({ servers }) => {
      const former = await servers.primary()
      const rest = servers.servers.filter((each) => each !== former).map(({ machine }) => machine)
      former.machine.drop(rest, true)
      return { repair: () => former.machine.drop(rest, false), former, givesUp: true }
    },
  },
]

/** Result of one fault. Times are in seconds. */
export type Row = {
  what: string
  failed: number
  /** Time from the fault, or from the command for a switchover, until every further call succeeded. */
  back: number
  /** Time from the first to the last failed call. The limit for a switchover applies to it. */
  span: number
  /** Longest time without an acknowledged answer. */
  gap: number
  /** Time from the repair until all servers were in use again. */
  whole: number
  acknowledged: number
  lost: number
  doubled: number
  /**
   * Seconds until another server was the primary (`elected`), and until the former primary refused writes
   * (`refused`). Each is null if that didn't happen.
   */
  elected: number | null
  refused: number | null
  /** Writes that a former primary acknowledged while there was a new one. */
  second: number
  fsck: number
  kept: boolean
}

const rounded = (seconds: number) => Math.round(seconds * 10) / 10

type Running = { setting: Setting; outboxes: Outboxes; url: string; round: number }

async function measure(
  { what, happen, isPlanned = false }: Fault,
  { setting, outboxes, url, round }: Running,
): Promise<Row> {
  const { servers } = setting
  const began = performance.now()
  const { repair, former, givesUp = false } = await happen(setting, round)
  const writing = former ? startWriting(servers, former) : null
  await outboxes.untilStable(120)
  // Wait for the time by which a former primary must have given up.
  if (writing) await pause(5000)
  const { failed, back, span, gap } = outboxes.since(began)
  const { written, second, elected, refused } = (await writing?.stop()) ?? {
    written: [],
    second: 0,
    elected: null,
    refused: null,
  }
  const repaired = performance.now()
  await repair?.()
  await servers.whole(180)
  const whole = (performance.now() - repaired) / 1000
  await outboxes.untilStable(60)
  const found = await audit(url, outboxes)
  const lost = found.lost + (written.length > 0 ? await lostOf(servers, written) : 0)
  const inTime = isPlanned ? Math.max(span, gap) <= limits.planned : Math.max(back, gap) <= limits.fault
  const gaveUp = !givesUp || (refused ?? Infinity) < (elected ?? Infinity)
  return {
    what,
    failed,
    back: rounded(back),
    span: rounded(span),
    gap: rounded(gap),
    whole: rounded(whole),
    ...found,
    lost,
    elected: elected === null ? null : rounded(elected),
    refused: refused === null ? null : rounded(refused),
    second,
    kept: inTime && gaveUp && lost + found.doubled + second + found.fsck === 0,
  }
}

/**
 * Opens the whole installation: the servers, two products, each with its own HAProxy, and an HAProxy in front
 * of both.
 */
async function openSetting(servers: Servers) {
  await servers.start()
  await createDatabases(servers)
  const beside = [await servers.databaseProxy('haproxy1'), await servers.databaseProxy('haproxy2')] as const
  for (const each of beside) each.start()
  const products: Product[] = []
  for (const { url, requestsUrl } of beside)
    products.push(
      await openProduct({ DATABASE_URL: url, REQUESTS_DATABASE_URL: requestsUrl, TRUST_PROXY: '127.0.0.1' }),
    )
  const port = await freePort()
  const places = products.map(({ address }, index) => [`PRODUCT${index + 1}`, new URL(address).host])
  const env = {
    ...Object.fromEntries(places),
    HTTPS: `127.0.0.1:${port}`,
    HTTP: `127.0.0.1:${await freePort()}`,
  }
  const front = openProxy('haproxy-web.cfg', { env, log: `${servers.folder}/haproxy-web.log` })
  const setting: Setting = { servers, products, beside: [...beside], front }
  return { setting, address: `http://127.0.0.1:${port}`, url: beside[0].url }
}

/**
 * Kills and cuts off every part of a cluster in turn while 100 answers per second arrive, `rounds` times
 * each, and returns the interruptions and losses. `report` is called with each line about the progress.
 */
export async function failOver(
  { rounds }: { rounds: number },
  report: (line: string) => void,
): Promise<{ rows: Row[]; lost: number; strange: string[] }> {
  const servers = await openServers()
  process.once('exit', servers.close)
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
  const rows: Row[] = []
  let parts: Setting | null = null
  try {
    const { setting, address, url } = await openSetting(servers)
    parts = setting
    for (const product of setting.products) await product.start()
    setting.front.start()
    const hall = await makeHall(url, { students, questions: 250 * rounds })
    report(`Three servers, two products and ${hall.students.length} students are ready.`)
    const outboxes = startOutboxes({ address, hall, rate })
    await outboxes.untilStable(60)
    for (let round = 0; round < rounds; round += 1)
      for (const fault of [...kills, ...others]) {
        const row = await measure(fault, { setting, outboxes, url, round })
        rows.push(row)
        report(`${row.what}: back after ${row.back} s${row.kept ? '' : ', BROKEN'}`)
      }
    await outboxes.stop()
    const { acknowledged, lost, doubled } = await audit(url, outboxes)
    report(`At the end: ${acknowledged} answers acknowledged, ${lost} lost, ${doubled} duplicated.`)
    return { rows, lost: lost + doubled, strange: outboxes.unexpected() }
  } finally {
    for (const each of [parts?.front, ...(parts?.beside ?? [])]) await each?.kill()
    await Promise.all((parts?.products ?? []).map((product) => product.close()))
    servers.close()
  }
}
