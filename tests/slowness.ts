import { execFileSync } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'

/**
 * Estimates how many times slower this machine is now than when it is idle, but at least 1, from the load per
 * core and the time to start and end a bare process. Time limits in tests assume an idle machine, so tests
 * multiply them by this factor.
 */
export function slowness() {
  const began = performance.now()
  execFileSync(process.execPath, ['-e', '0'])
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism(), (performance.now() - began) / 100)
}
