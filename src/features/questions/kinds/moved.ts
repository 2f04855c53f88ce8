/** Moves the element at an index by a number of positions, but not beyond the ends of the list. */
export function moved<T>(list: readonly T[], at: number, by: number): T[] {
  const to = Math.min(Math.max(at + by, 0), list.length - 1)
  return list.toSpliced(at, 1).toSpliced(to, 0, ...list.slice(at, at + 1))
}
