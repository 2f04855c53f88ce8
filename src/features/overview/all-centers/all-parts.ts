import type { TasksAndMoney } from './api.ts'

type Part = { centers: readonly TasksAndMoney[]; after: string | null }

/** Reads all parts and returns their centers. Each part starts after the last center of the previous one. */
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
