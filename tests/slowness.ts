import { execFileSync } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'

/**
 * How many times longer than on a quiet machine things take here just now, 1 or more: by how many wait for each core, and by what it takes to
 * start and end a bare process. A promise in seconds is for a machine that does nothing else, so tests ask for it times this.
 */
export function slowness() {
  const began = performance.now()
  execFileSync(process.execPath, ['-e', '0'])
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism(), (performance.now() - began) / 100)
}
