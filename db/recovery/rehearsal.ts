import { setPriority } from 'node:os'
import { rm } from 'node:fs/promises'
import type { Keys } from '../backup/keys.ts'
import { check } from '../backup/try.ts'
import { recover } from './recover.ts'

export type Rehearsal = { backupDir: string; keys: Keys; work: string }
/** Result of a rehearsal: a message about the problem, or null. */
export type Rehearsed = { problem: string | null }

/** Recovers the latest data from an archive, checks it like a restored backup, and removes it. */
export async function rehearse({ backupDir, keys, work }: Rehearsal): Promise<Rehearsed> {
  try {
    const { url, stop } = await recover({ backupDir, keys, to: null, work, say: () => {} })
    try {
      const findings = await check(url)
      const rules = findings.map(({ rule }) => rule).join(' ')
      return { problem: findings.length > 0 ? `The recovered data breaks rules: ${rules}` : null }
    } finally {
      await stop()
    }
  } catch (error) {
    return { problem: (error as Error).message }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

// Runs in a separate process, so that it doesn't slow down the product or use its memory (`archiver.ts`).
if (process.send && import.meta.main) {
  try {
    setPriority(10)
  } catch {
    // Some systems don't let a process lower its priority.
  }
  process.once('message', (order: Rehearsal) => {
    void rehearse(order).then((found) => process.send?.(found, () => process.disconnect()))
  })
  process.once('disconnect', () => process.exit(0))
}
