/**
 * Returns the milliseconds of processor time that `work` uses on this thread. Unlike elapsed time, this
 * doesn't grow while other programs use the machine.
 */
export function cpuMs(work: () => unknown) {
  const began = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1000
}

/**
 * Returns the limit, in ms, for something that may take `ms` on an idle machine. `npm run faults` applies
 * that limit. `npm test` shares its machine with a browser, so it allows ten times as long, which still
 * detects anything that hangs.
 */
export const timeLimit = (ms: number) => (process.env['FAULTS'] === undefined ? 10 * ms : ms)
