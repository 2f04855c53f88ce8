import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Script that is loaded into every process of a product under load (`--import`). On SIGUSR2, writes the event
 * loop delay since the last signal.
 */

/** Interval in ms at which the event loop is sampled. */
const step = 10
const loopDelay = monitorEventLoopDelay({ resolution: step })
loopDelay.enable()
process.on('SIGUSR2', () => {
  const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - step)
  appendFileSync(
    process.env['LAG_FILE'],
    `${JSON.stringify({ p99: ms(loopDelay.percentile(99)), most: ms(loopDelay.max) })}\n`,
  )
  loopDelay.reset()
})
