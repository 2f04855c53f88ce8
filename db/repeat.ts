import { setTimeout as pause } from 'node:timers/promises'

type Repetition = {
  everyMs: number
  signal: AbortSignal
  /** Handles a failure. `needsAlert` is true for the second failure in a row, then every hundredth. */
  failed: (message: string, needsAlert: boolean) => Promise<unknown>
}

/** Repeats work, with a pause after each time, until the signal is aborted. Never throws. */
export async function repeat(work: () => Promise<unknown>, { everyMs, signal, failed }: Repetition) {
  let failures = 0
  while (!signal.aborted) {
    try {
      await work()
      failures = 0
    } catch (error) {
      failures += 1
      await failed((error as Error).message, failures % 100 === 2).catch(() => {})
    }
    await pause(everyMs, undefined, { signal }).catch(() => {})
  }
}
