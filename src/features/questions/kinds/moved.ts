/** Moves the element at an index by a number of positions, within the list. */
export function moved(places: readonly number[], at: number, by: number): number[] {
  const [place] = places.slice(at, at + 1)
  if (place === undefined) return [...places]
  const to = Math.min(Math.max(at + by, 0), places.length - 1)
  return places.toSpliced(at, 1).toSpliced(to, 0, place)
}
