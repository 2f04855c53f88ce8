import type { FastifyBaseLogger } from 'fastify'

type Level = 'info' | 'warn' | 'error'
/** A line that may come by the thousand: `kind` is what it tells, `subject` who brings it about (never written by this). */
type Told = { level: Level; kind: string; subject: string; facts: object; message: string }

/** Lines a minute: of one kind by one subject, of one kind, and of all kinds of a level together. */
const most = { subject: 20, kind: 100, level: 400 }
/** Number of subjects counted separately. */
const mostCounted = 20_000
const minuteMs = 60_000

/**
 * Rate-limits log lines that callers can cause and afterwards logs how many were left out. Works in each process and keeps a flood from filling the
 * disk with log lines.
 */
export function limitedLog(log: FastifyBaseLogger) {
  const counts = new Map<string, number>()
  const more = new Map<string, { level: Level; facts: object; message: string; more: number }>()
  let timer: NodeJS.Timeout | null = null

  function end() {
    if (timer) clearTimeout(timer)
    timer = null
    counts.clear()
    for (const { level, facts, message, more: count } of more.values())
      log[level]({ ...facts, more: count }, `${message}, and ${count.toLocaleString('en')} more`)
    more.clear()
  }

  /** Counts one more; returns true while within the limit. */
  function within(name: string, number: number) {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count <= number
  }

  return {
    /** Writes the line, or counts it. `facts` beyond the kind's own stand in `details`. */
    tell: ({ level, kind, subject, facts, message }: Told, details: object = {}, at: FastifyBaseLogger = log) => {
      timer ??= setTimeout(end, minuteMs).unref()
      const apart = counts.size < mostCounted ? `subject ${kind} ${subject}` : `others ${kind}`
      if (within(apart, most.subject) && within(kind, most.kind) && within(level, most.level))
        return at[level]({ ...facts, ...details }, message)
      const known = more.get(kind)
      if (known) known.more += 1
      else more.set(kind, { level, facts, message, more: 1 })
    },
    end,
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    limitedLog: ReturnType<typeof limitedLog>
  }
}
