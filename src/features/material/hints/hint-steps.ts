/** How many steps a hint has at most. */
export const mostSteps = 40

/** A list with the item at `from` moved to where the one at `to` stands. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from]
  return item === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, item)
}
