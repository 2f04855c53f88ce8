import { useEffect, useState } from 'react'
import { serverNow } from '#web/api.ts'
import type { Tile } from './api.ts'
import { byNeed, orderWithoutJumps, standingOf } from './rules.ts'

const tickMs = 10_000
const holdMs = 3_000

/** Returns the server time in ms, updated regularly. */
export function useNow() {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/**
 * Returns the tiles with each student's standing, students who need attention first. After each call of
 * `touched`, tiles keep their places for three seconds. Call it when a tile is hovered, pressed or focused.
 */
export function useTileOrder(tiles: readonly Tile[]) {
  const ticked = useNow()
  // Data fetched after the last tick is newer than the tick.
  const now = Math.max(ticked, ...tiles.map(({ place }) => (place ? Date.parse(place.since) : 0)))
  const standing = tiles.map((tile) => ({ ...tile, standing: standingOf(tile.place, now) }))
  const wanted = standing.toSorted(byNeed).map(({ studentId }) => studentId)
  const [order, setOrder] = useState(wanted)
  const [heldUntil, setHeldUntil] = useState(0)
  const key = wanted.join()
  useEffect(() => {
    const timer = setTimeout(() => setOrder(key.split(',')), Math.max(0, heldUntil - Date.now()))
    return () => clearTimeout(timer)
  }, [key, heldUntil])
  const byId = new Map(standing.map((tile) => [tile.studentId, tile]))
  const shown = orderWithoutJumps(order, wanted).flatMap((id) => byId.get(id) ?? [])
  return { shown, now, touched: () => setHeldUntil(Date.now() + holdMs) }
}
