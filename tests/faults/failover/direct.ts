import { setTimeout as pause } from 'node:timers/promises'
import type { Servers } from './servers.ts'

type Server = Servers['servers'][number]

/** Next number to write. */
let next = 1

/**
 * Writes directly to a former primary until stopped, like a program that can still reach it. The former
 * primary must not acknowledge any writes once another server is the primary.
 */
export function startWriting(servers: Servers, server: Server) {
  const acknowledged: { n: number; at: number }[] = []
  const began = performance.now()
  const over = new AbortController()
  let elected = Infinity
  let refused = Infinity
  const watch = async () => {
    while (!over.signal.aborted && elected === Infinity) {
      const leader = (await servers.membersExcept(server))?.find(({ role }) => role === 'leader')
      if (leader && leader.name !== server.name) elected = performance.now()
      await pause(200)
    }
  }
  const write = async () => {
    while (!over.signal.aborted) {
      const n = next
      next += 1
      const written = await servers.sql(server, `insert into written values (${n}) returning n`, {
        database: 'direct',
        ms: 3000,
      })
      if (written !== null) acknowledged.push({ n, at: performance.now() })
      if (refused === Infinity && (await servers.sql(server, 'select pg_is_in_recovery()'))?.trim() !== 'f')
        refused = performance.now()
      await pause(200)
    }
  }
  const running = Promise.all([watch(), write()])
  const seconds = (moment: number) => (moment === Infinity ? null : (moment - began) / 1000)
  return {
    /**
     * Stops writing. Returns the acknowledged numbers (`written`), and how many of them were acknowledged
     * after another server was elected (`second`). Also returns the seconds until that election, and until
     * this server first refused a write. Each is null if it didn't happen.
     */
    stop: async () => {
      over.abort()
      await running
      return {
        written: acknowledged.map(({ n }) => n),
        second: acknowledged.filter(({ at }) => at > elected).length,
        elected: seconds(elected),
        refused: seconds(refused),
      }
    },
  }
}

/** Returns how many of these numbers the servers have lost. */
export async function lostOf(servers: Servers, written: readonly number[]) {
  const rows = await servers.sql(await servers.primary(), 'select n from written', {
    database: 'direct',
    ms: 20_000,
  })
  if (rows === null) throw new Error('The rows written directly could not be read.')
  const there = new Set(rows.trim().split('\n').map(Number))
  return written.filter((n) => !there.has(n)).length
}
