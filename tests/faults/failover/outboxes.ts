import { setTimeout as pause } from 'node:timers/promises'
import { sendRequest } from '../../load/load-generator.ts'
import type { Hall } from '../../load/hall.ts'

/** Answer to one question, and whether it has been acknowledged. */
type Entry = { homeworkId: string; n: number; answerId: string; outcome: 'ok' | 'info' }

/** A call: the times in ms when it was sent and ended, and its status, or 0 without a response. */
type Call = { sent: number; ended: number; status: number }

/** Maximum pause in ms before an answer is sent again. */
const maxPause = 4000

/**
 * Sends `rate` new answers per second until stopped. As on the students' devices, each student's answers wait
 * in a queue, and each is resent until it is acknowledged.
 */
export function startOutboxes({ address, hall, rate }: { address: string; hall: Hall; rate: number }) {
  const ledger: Entry[] = []
  const calls: Call[] = []
  const unexpected = new Map<string, number>()
  const queues = new Map<string, Promise<void>>()

  async function deliver({
    entry: { homeworkId, n, answerId },
    ask: request,
  }: ReturnType<Hall['nextAnswer']>) {
    const entry: Entry = { homeworkId, n, answerId, outcome: 'info' }
    ledger.push(entry)
    for (let tries = 0; ; tries += 1) {
      const sent = performance.now()
      const { status, text } = await sendRequest(address, request)
      calls.push({ sent, ended: performance.now(), status })
      if (status === 200) {
        entry.outcome = 'ok'
        return
      }
      // While something is being replaced, callers should get only these: no response (0, or 502 from
      // HAProxy), or a request to wait.
      if (![0, 429, 502, 503].includes(status)) {
        const response = `${status} ${text.slice(0, 200)}`
        unexpected.set(response, (unexpected.get(response) ?? 0) + 1)
      }
      await pause(Math.min(maxPause, 500 * 2 ** tries) * (0.5 + Math.random() / 2))
    }
  }

  let begun = 0
  const began = performance.now()
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * rate)
    for (; begun < due; begun += 1) {
      const next = hall.nextAnswer()
      const { id } = next.student
      queues.set(
        id,
        (queues.get(id) ?? Promise.resolve()).then(() => deliver(next)),
      )
    }
  }, 5)

  const failedSince = (since: number) => calls.filter(({ sent, status }) => sent >= since && status !== 200)
  const statusesOf = (failed: readonly Call[]) =>
    [...Map.groupBy(failed, ({ status }) => status)].map(([status, all]) => `${all.length} × ${status}`)
  const acknowledgedSince = (since: number) =>
    calls.filter(({ ended, status }) => ended >= since && status === 200).map(({ ended }) => ended)
  return {
    ledger,
    /** Returns the ids of the answers acknowledged so far. */
    acknowledged: () =>
      new Set(ledger.filter(({ outcome }) => outcome === 'ok').map(({ answerId }) => answerId)),
    /** Returns the unexpected responses by status and text, with their number. */
    unexpected: () => [...unexpected].map(([response, count]) => `${count} × ${response}`),
    /** Waits until there have been no failed calls for three seconds. Throws after `seconds`. */
    untilStable: async (seconds: number) => {
      const start = performance.now()
      while (performance.now() - start < seconds * 1000) {
        await pause(200)
        const recent = performance.now() - 3000
        const works = acknowledgedSince(performance.now() - 500).length > 0
        if (recent >= start && works && !calls.some(({ ended, status }) => ended >= recent && status !== 200))
          return
      }
      throw new Error(`Answers still failed after ${seconds} s.`)
    },
    /**
     * Returns the number of calls that have failed since a moment, and their statuses. In seconds, also
     * returns the time from that moment until every further call succeeded (`back`), the time from the first
     * to the last failed call (`span`), and the longest time without an acknowledged answer (`gap`).
     */
    since: (moment: number) => {
      const calledInVain = failedSince(moment)
      const failed = calledInVain.map(({ sent }) => sent)
      const times = [moment, ...acknowledgedSince(moment), performance.now()]
      const gaps = times.slice(1).map((each, index) => each - (times[index] as number))
      const [first, last] = failed.length > 0 ? [Math.min(...failed), Math.max(...failed)] : [moment, moment]
      return {
        failed: failed.length,
        statuses: statusesOf(calledInVain).join(', '),
        back: (last - moment) / 1000,
        span: (last - first) / 1000,
        gap: Math.max(...gaps) / 1000,
      }
    },
    /** Stops new answers and waits until all are acknowledged. */
    stop: async () => {
      clearInterval(timer)
      await Promise.all(queues.values())
    },
  }
}
export type Outboxes = ReturnType<typeof startOutboxes>
