/**
 * Returns the differences between an order and the existing levels, or null if it lists each of them exactly
 * once (spec §7; product §6, BC print).
 */
export function unlikeOrder(levels: readonly string[], order: readonly string[]) {
  const missing = levels.filter((id) => !order.includes(id))
  const unknown = order.filter((id) => !levels.includes(id))
  const isTwice = new Set(order).size < order.length
  return missing.length > 0 || unknown.length > 0 || isTwice ? { missing, unknown } : null
}

/** Moves an item of a list from one position to another, both counted from 0. */
export const moved = <T>(list: readonly T[], from: number, to: number) => {
  const rest = list.toSpliced(from, 1)
  return from < 0 || from >= list.length ? [...list] : rest.toSpliced(to, 0, list[from] as T)
}

/** Updates an edited order to match the existing levels. New levels come last. */
export const fitted = (order: readonly string[], levels: readonly string[]) => [
  ...order.filter((id) => levels.includes(id)),
  ...levels.filter((id) => !order.includes(id)),
]
