import { useState } from 'react'
import { t } from '#shared/language.ts'
import type { Fields } from '../../answering/fields.ts'
import { useUndo } from '../../answering/use-undo.ts'
import type { GivenOf } from '../given.ts'
import { side, type Spot } from './areas.ts'
import { spotInWords } from './spot-words.ts'

export type GivenPoints = Extract<GivenOf<'hotspot'>, { mode: 'points' }>

/** Names a point with its place. */
export const nameOfSpot = (at: number, spot: Spot) =>
  t('Point {num}: {place}', { num: at + 1, place: spotInWords(spot) })

/** Moves a place with an arrow key, farther with Shift; null for other keys. */
export function movedByKey(
  { x, y }: Spot,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): Spot | null {
  const step = shiftKey ? 100 : 10
  const to = (value: number) => Math.min(side, Math.max(0, value))
  if (key === 'ArrowLeft') return { x: to(x - step), y }
  if (key === 'ArrowRight') return { x: to(x + step), y }
  if (key === 'ArrowUp') return { x, y: to(y - step) }
  if (key === 'ArrowDown') return { x, y: to(y + step) }
  return null
}

type Placing = { given: GivenPoints; most: number; onChange: Fields['onChange'] }

/** Points on the picture with their actions, each announced to screen readers. */
export function useSpots({ given, most, onChange }: Placing) {
  const { points } = given
  const [said, say] = useState('')
  const { change, undo, redo } = useUndo(points, (next) =>
    onChange({ kind: 'hotspot', mode: 'points', points: next }),
  )
  const isFull = points.length >= most
  /** Places a point. The only point moves instead; with several, the others have to be removed first. */
  const place = (spot: Spot) => {
    if (isFull && most > 1)
      return say(t('You have placed all {most} points. Remove one to place another.', { most }))
    const next = isFull ? [spot] : [...points, spot]
    change(next)
    say(nameOfSpot(next.length - 1, spot))
  }
  const move = (at: number, spot: Spot) => {
    change(points.with(at, spot))
    say(nameOfSpot(at, spot))
  }
  const remove = (at: number) => {
    change(points.toSpliced(at, 1))
    say(t('Removed.'))
  }
  const clear = () => {
    change([])
    say(t('Removed.'))
  }
  return { points, said, say, place, move, remove, undo, redo, clear: points.length > 0 ? clear : null }
}

export type Spots = ReturnType<typeof useSpots>
