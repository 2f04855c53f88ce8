import { flushCompileCache } from 'node:module'
import { buildApp } from './app.ts'
import { listen } from './listen.ts'
import { watchProcess } from './metrics.ts'
import { metricsRequest, type MetricsAnswer } from './metrics-port.ts'
import type { Settings } from './settings.ts'
import { faulty, replacementReady, serving } from './worker-messages.ts'

/** Maximum time in ms for a worker to answer its last requests once it begins to close. */
const drainMs = 10_000
/** Maximum time in ms that a faulty worker continues while its replacement starts. */
const handoverMs = 10_000

/** Serves requests until the primary tells this process to stop, or until the primary has ended. */
export async function runWorker(settings: Settings) {
  let leaving = false
  const app = await buildApp({
    settings,
    databaseUrl: process.env['DATABASE_URL_OF_PRIMARY'] as string,
    requestsUrl: process.env['REQUESTS_URL_OF_PRIMARY'] || null,
    leaving: () => leaving,
  })
  const leave = () => {
    // Anything still running by then would never finish, and every acknowledged write is already stored.
    setTimeout(() => process.exit(1), drainMs).unref()
    void app.close().finally(() => process.exit(0))
  }
  process.on('SIGTERM', () => {
    leaving = true
    setTimeout(leave, settings.drainSeconds * 1000)
  })
  // Ctrl-C reaches the whole process group. The primary decides when to stop.
  process.on('SIGINT', () => {})
  process.on('disconnect', leave)
  if (settings.metricsPort !== null) {
    const snapshot = watchProcess()
    process.on(
      'message',
      (word) => word === metricsRequest && process.send?.({ metrics: snapshot() } satisfies MetricsAnswer),
    )
  }
  // The code that threw may have left something half done, so this process ends once its replacement is
  // serving and its own requests have been answered (reliability F20).
  let faults = 0
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'a fault that nothing caught')
    faults += 1
    if (faults > 1 || leaving) return leave()
    process.send?.(faulty)
    setTimeout(leave, handoverMs)
  })
  process.on('message', (word) => word === replacementReady && leave())
  await listen(app, settings)
  process.send?.(serving)
  flushCompileCache()
}
