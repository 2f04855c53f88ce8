/** Maximum number of steps in a hint. */
export const maxSteps = 40

/** Returns the list with the item at `from` moved to index `to`. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from]
  return item === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, item)
}
