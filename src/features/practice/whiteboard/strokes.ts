import { isOpen, visibleResults, type WorkStatus, type Viewer } from '../rules.ts'

/** Colors of strokes. Staff draw in red or blue, students in green. */
export const inks = ['red', 'blue', 'green'] as const
export type Ink = (typeof inks)[number]

/**
 * A line drawn by hand. `points` alternates x and y in thousandths of the board's width, from its top left
 * corner, so that the line is in the same place on the question on every screen.
 */
export type Stroke = { _id: string; ink: Ink; points: number[] }
export type StoredStroke = Stroke & { seq: number }

/** A change to a whiteboard: strokes to draw, and ids of strokes to erase. */
export type Change = { drawn: readonly Stroke[]; erased: readonly string[] }

/** Maximum number of strokes on a whiteboard. The table's checks have the same limits. */
export const maxStrokes = 300
/** Maximum length of a stroke's `points`. */
export const maxNumbers = 400
/** Maximum number of strokes drawn by one call. */
export const maxSent = 10
export const maxAcross = 1000
export const maxDown = 6000

/** Returns the known strokes that are still on the whiteboard, followed by the new ones. */
export function merged(
  known: readonly StoredStroke[],
  { strokes, seqs }: { strokes: readonly StoredStroke[]; seqs: readonly number[] },
) {
  const left = new Set(seqs)
  const kept = known.filter(({ seq }) => left.has(seq))
  const ids = new Set(kept.map(({ seq }) => seq))
  return [...kept, ...strokes.filter(({ seq }) => !ids.has(seq))]
}

/**
 * Applies changes to strokes. Some of the changes may already be included, because the server has made them.
 */
export function changed(strokes: readonly Stroke[], changes: readonly Change[]) {
  const now = new Map(strokes.map((stroke) => [stroke._id, stroke]))
  for (const { drawn, erased } of changes) {
    for (const id of erased) now.delete(id)
    for (const stroke of drawn) now.set(stroke._id, stroke)
  }
  return [...now.values()]
}

/** Returns the change that undoes another change made to these strokes. */
export function inverse(strokes: readonly Stroke[], { drawn, erased }: Change): Change {
  const erasedIds = new Set(erased)
  // Leaves out the number that the server gave a stroke, because the stroke gets a new one.
  const back = strokes
    .filter(({ _id }) => erasedIds.has(_id))
    .map(({ _id, ink, points }) => ({ _id, ink, points }))
  return { drawn: back, erased: drawn.map(({ _id }) => _id) }
}

/** Splits a change into parts that are small enough for one call each. */
export function partsOf({ drawn, erased }: Change): Change[] {
  const first = { drawn: drawn.slice(0, maxSent), erased }
  return drawn.length > maxSent ? [first, ...partsOf({ drawn: drawn.slice(maxSent), erased: [] })] : [first]
}

/** Splits a line into strokes that are short enough to be stored, each beginning where the last one ends. */
export function piecesOf(points: readonly number[]): number[][] {
  if (points.length <= maxNumbers) return [[...points]]
  return [points.slice(0, maxNumbers), ...piecesOf(points.slice(maxNumbers - 2))]
}

/** Returns an SVG path along a stroke's points with rounded joints. A single point becomes a dot. */
export function pathOf(points: readonly number[]) {
  const at = (index: number) => points[index] ?? 0
  const last = points.length - 2
  const curves = Array.from({ length: Math.max(0, last / 2 - 1) }, (_, joint) => {
    const x = 2 * joint + 2
    return `Q${at(x)} ${at(x + 1)} ${(at(x) + at(x + 2)) / 2} ${(at(x + 1) + at(x + 3)) / 2}`
  })
  return `M${at(0)} ${at(1)}${curves.join('')}L${at(last)} ${at(last + 1)}`
}

/**
 * Returns the distance of a position from the line segment between two points, or from the first point if it
 * is the only one.
 */
function distance([x, y]: readonly [number, number], [x1 = 0, y1 = 0, x2 = x1, y2 = y1]: readonly number[]) {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const along = dx === 0 && dy === 0 ? 0 : ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)
  const nearest = Math.min(1, Math.max(0, along))
  return Math.hypot(x - x1 - nearest * dx, y - y1 - nearest * dy)
}

/** Distance from a stroke within which the eraser erases it, in thousandths of the board's width. */
const reach = 14

/** Returns the topmost stroke at a position, if any. */
export const strokeAt = (strokes: readonly Stroke[], position: readonly [number, number]) =>
  strokes.findLast(({ points }) =>
    points.some((_, index) => index % 2 === 0 && distance(position, points.slice(index, index + 4)) <= reach),
  )

/**
 * Returns true for families from the time the work is handed in until they may see how it is graded, because
 * staff may have drawn corrections on it. While the student is working, staff strokes are visible.
 */
export const hidesStaffInk = (viewer: Viewer, work: WorkStatus) =>
  viewer !== 'staff' && !isOpen(work) && !visibleResults(viewer, work).verdicts
