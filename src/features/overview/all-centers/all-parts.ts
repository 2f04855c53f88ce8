import type { TasksAndMoney } from './api.ts'

type Part = { centers: readonly TasksAndMoney[]; after: string | null }

/** Reads part after part, each beginning after the last center of the one before, and returns all centers. */
export async function allParts(read: (after: string | undefined) => Promise<Part>) {
  const found: TasksAndMoney[] = []
  let after: string | undefined
  do {
    const part = await read(after)
    found.push(...part.centers)
    after = part.after ?? undefined
  } while (after !== undefined)
  return found
}
