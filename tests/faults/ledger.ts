import { setTimeout as pause } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { connect } from '#server/connect.ts'
import type { Db } from '#server/db.ts'
import { fsck } from '../../db/fsck.ts'
import type { Outboxes } from './failover/outboxes.ts'

/**
 * An answer that was sent. If `outcome` is `ok`, the answer was acknowledged and must be stored exactly once.
 * If it is `info`, the answer may or may not be stored.
 */
type Entry = { homeworkId: string; n: number; answerId: string; outcome: 'ok' | 'info' }
export type Work = { homeworkId: string; headers: Record<string, string> }

/**
 * Sends answers to new questions, about `rate` a second, until stopped. Records the outcome of each. `from`
 * is the number of questions that every student has already answered. `stop` returns that number for the next
 * call.
 */
export function startAnswering({
  address,
  work,
  rate,
  from,
}: {
  address: string
  work: Work[]
  rate: number
  from: number
}) {
  const ledger: Entry[] = []
  const open = new Set<Promise<void>>()
  let next = from * work.length
  const send = async (entry: Entry, headers: Record<string, string>) => {
    const response = await fetch(
      `${address}/api/student/homework/${entry.homeworkId}/sections/1/${entry.n}`,
      {
        method: 'POST',
        headers,
        body: JSON.stringify({
          seq: 1,
          answerId: entry.answerId,
          given: { kind: 'fr', parts: [String(entry.n)] },
        }),
        signal: AbortSignal.timeout(8000),
      },
    ).catch(() => null)
    if (response?.ok) entry.outcome = 'ok'
    else if (response && response.status !== 503)
      throw new Error(`An answer got ${response.status}: ${await response.text()}`)
  }
  let failure: Error | null = null
  const timer = setInterval(() => {
    const { homeworkId, headers } = work[next % work.length] as Work
    const entry: Entry = {
      homeworkId,
      n: Math.floor(next / work.length) + 1,
      answerId: newId(),
      outcome: 'info',
    }
    next += 1
    ledger.push(entry)
    const sending = send(entry, headers).catch((error: Error) => (failure = error) && undefined)
    open.add(sending)
    void sending.finally(() => open.delete(sending))
  }, 1000 / rate)
  return {
    ledger,
    stop: async () => {
      clearInterval(timer)
      await Promise.all(open)
      if (failure) throw failure
      return Math.ceil(next / work.length)
    },
    /**
     * Resends all answers that weren't acknowledged, as a student's outbox does. Returns the number that
     * are still unacknowledged after 40 rounds.
     */
    settle: async () => {
      for (let round = 0; round < 40; round += 1) {
        const unsure = ledger.filter(({ outcome }) => outcome === 'info')
        if (unsure.length === 0) return unsure.length
        for (const entry of unsure)
          await send(entry, (work.find(({ homeworkId }) => homeworkId === entry.homeworkId) as Work).headers)
        await pause(100)
      }
      return ledger.filter(({ outcome }) => outcome === 'info').length
    },
  }
}

/**
 * Returns the differences between the ledger and the database: answers that are lost, duplicated, or stored
 * but never sent.
 */
export async function compare(db: Db, ledger: readonly Entry[], acknowledged: ReadonlySet<string>) {
  const rows = await db<
    { id: string; count: number }[]
  >`select id, count(*)::int as count from answers group by id`
  const there = new Map(rows.map(({ id, count }) => [id, count]))
  const sent = new Set(ledger.map(({ answerId }) => answerId))
  return {
    lost: [...acknowledged].filter((id) => !there.has(id)),
    doubled: rows.filter(({ count }) => count > 1).map(({ id }) => id),
    extra: rows.filter(({ id }) => !sent.has(id)).map(({ id }) => id),
  }
}

/** Compares what was acknowledged with what is stored, and checks the database. */
export async function audit(url: string, { ledger, acknowledged }: Outboxes) {
  const sql = connect(url)
  try {
    const sure = acknowledged()
    const { lost, doubled, extra } = await compare(sql, ledger, sure)
    const findings = await fsck(sql)
    return {
      acknowledged: sure.size,
      lost: lost.length,
      doubled: doubled.length + extra.length,
      fsck: findings.length,
    }
  } finally {
    await sql.end()
  }
}
