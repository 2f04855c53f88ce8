import type { Drawing } from '../../kinds/verdict.ts'

/**
 * Line drawn by hand, stored in a `Drawing`. The numbers alternate between x and y, in thousandths of the
 * paper's width, so that the line looks the same on every screen. Includes only the points that define its
 * shape.
 */
export type Stroke = readonly number[]

const most = { strokes: 300, numbers: 20_000, ofStroke: 4000, across: 1000, down: 2000 }

/**
 * Returns the height of the paper as a fraction of its width. Each line of writing takes up the same fraction
 * on every screen.
 */
export const heightOf = (lines: number) => Math.min(2, lines * 0.075)

const within = (value: number, end: number) => Math.min(Math.max(Math.round(value), 0), end)

/** Converts a position in pixels to thousandths of the paper's width. */
export const pointOf = (x: number, y: number, width: number): [number, number] => [
  within((x / width) * 1000, most.across),
  within((y / width) * 1000, most.down),
]

const numbersIn = (strokes: readonly Stroke[]) => strokes.reduce((sum, { length }) => sum + length, 0)

export const hasRoom = (strokes: readonly Stroke[]) =>
  strokes.length < most.strokes && numbersIn(strokes) < most.numbers

/** Returns the distance of a point from the line through two others. */
function distance(stroke: Stroke, at: number, from: number, to: number) {
  const [x1, y1] = [stroke[from] as number, stroke[from + 1] as number]
  const [dx, dy] = [(stroke[to] as number) - x1, (stroke[to + 1] as number) - y1]
  const [x, y] = [(stroke[at] as number) - x1, (stroke[at + 1] as number) - y1]
  const length = Math.hypot(dx, dy)
  return length === 0 ? Math.hypot(x, y) : Math.abs(dy * x - dx * y) / length
}

const tolerance = 0.8

/**
 * Removes points that barely affect the shape (Ramer–Douglas–Peucker). Isn't recursive, because a stroke may
 * be long.
 */
export function simplified(stroke: Stroke): number[] {
  const last = stroke.length - 2
  const kept = new Set([0, last])
  const spans: [number, number][] = [[0, last]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    let far = { at: -1, by: tolerance }
    for (let at = from + 2; at < to; at += 2) {
      const by = distance(stroke, at, from, to)
      if (by > far.by) far = { at, by }
    }
    if (far.at < 0) continue
    kept.add(far.at)
    spans.push([from, far.at], [far.at, to])
  }
  return [...kept].toSorted((a, b) => a - b).flatMap((at) => [stroke[at] ?? 0, stroke[at + 1] ?? 0])
}

/** Returns the drawing with one more stroke, cut off if it is too long; unchanged if there is no room. */
export function withStroke({ text, strokes }: Drawing, stroke: Stroke): Drawing {
  if (!hasRoom(strokes) || stroke.length < 2) return { text, strokes }
  const room = Math.min(most.ofStroke, most.numbers - numbersIn(strokes))
  return { text, strokes: [...strokes, simplified(stroke).slice(0, room - (room % 2))] }
}
