import type { FastifyBaseLogger } from 'fastify'

type Level = 'info' | 'warn' | 'error'
/**
 * Log line that may occur thousands of times. `kind` is the type of event. `subject` is the person or address
 * that causes the event. It is used only for counting and never logged.
 */
type LogLine = { level: Level; kind: string; subject: string; facts: object; message: string }

/** Maximum number of lines a minute: for one kind and subject, for one kind, and for one level. */
const most = { subject: 20, kind: 100, level: 400 }
/** Maximum number of counters. Once it is reached, further subjects of a kind are counted together. */
const maxCounted = 20_000
const minuteMs = 60_000

/**
 * Rate-limits log lines that callers can cause, so that a flood can't fill the disk. At the end of a minute,
 * logs how many lines were left out. Each process counts separately.
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

  /** Counts one more line. Returns true while within the limit. */
  function within(name: string, number: number) {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count <= number
  }

  return {
    /**
     * Writes the line, or only counts it once a limit is reached. `details` are facts about this one line.
     */
    write: (
      { level, kind, subject, facts, message }: LogLine,
      details: object = {},
      at: FastifyBaseLogger = log,
    ) => {
      timer ??= setTimeout(end, minuteMs).unref()
      const apart = counts.size < maxCounted ? `subject ${kind} ${subject}` : `others ${kind}`
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
