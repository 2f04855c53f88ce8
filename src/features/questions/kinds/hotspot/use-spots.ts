import { useState } from 'react'
import { t } from '#shared/language.ts'
import type { Fields } from '../../answering/fields.ts'
import { useUndo } from '../../answering/use-undo.ts'
import type { GivenOf } from '../given.ts'
import { side, type Spot } from './areas.ts'
import { spotInWords } from './spot-words.ts'

export type GivenPoints = Extract<GivenOf<'hotspot'>, { mode: 'points' }>

/** Names a point by its number and position. */
export const nameOfSpot = (at: number, spot: Spot) =>
  t('Point {num}: {place}', { num: at + 1, place: spotInWords(spot) })

/** Returns a position moved by an arrow key, farther with Shift; null for other keys. */
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

type SpotOptions = { given: GivenPoints; most: number; onChange: Fields['onChange'] }

/**
 * Returns the points on the picture with actions on them. Placing, moving and removing points is announced to
 * screen readers.
 */
export function useSpots({ given, most, onChange }: SpotOptions) {
  const { points } = given
  const [announcement, announce] = useState('')
  const { change, undo, redo } = useUndo(points, (next) =>
    onChange({ kind: 'hotspot', mode: 'points', points: next }),
  )
  const isFull = points.length >= most
  /**
   * Places a point. If students may place only one, moves that one. If all points have been placed, asks to
   * remove one first.
   */
  const place = (spot: Spot) => {
    if (isFull && most > 1)
      return announce(t('You have placed all {most} points. Remove one to place another.', { most }))
    const next = isFull ? [spot] : [...points, spot]
    change(next)
    announce(nameOfSpot(next.length - 1, spot))
  }
  const move = (at: number, spot: Spot) => {
    change(points.with(at, spot))
    announce(nameOfSpot(at, spot))
  }
  const remove = (at: number) => {
    change(points.toSpliced(at, 1))
    announce(t('Removed.'))
  }
  return {
    points,
    announcement,
    announce,
    place,
    move,
    remove,
    undo,
    redo,
    clear: points.length > 0 ? () => change([]) : null,
  }
}

export type Spots = ReturnType<typeof useSpots>
