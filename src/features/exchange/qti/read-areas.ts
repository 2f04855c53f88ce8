import { type Shape, side, type Size, type Spot } from '#features/questions/kinds/hotspot/areas.ts'
import type { Picture } from './content.ts'
import { childOf, childrenOf, type Element, textIn } from './elements.ts'

/**
 * Placeholder for the name of a picture in a key. The name is known only once the file at the path given in
 * the item has been read.
 */
export const unreadPicture = '0'.repeat(64)

/**
 * Reads the picture of an interaction, with its size as stated in the item. Returns null if the picture or
 * the size is missing, or the size is invalid.
 */
export function canvasOf(interaction: Element): { picture: Picture; size: Size } | null {
  const shown = childOf(interaction, 'object') ?? childOf(interaction, 'img')
  const { data, src, width, height, alt } = shown?.attrs ?? {}
  const size = { width: Number(width), height: Number(height) }
  const href = data ?? src ?? ''
  const isSized = [size.width, size.height].every(
    (each) => Number.isInteger(each) && each > 0 && each <= 20_000,
  )
  if (!shown || href === '' || !isSized) return null
  return { picture: { href, alt: (alt ?? textIn(shown)).slice(0, 500) }, size }
}

const within = (value: number) => Math.min(side, Math.max(0, Math.round(value)))

/**
 * Reads the shape of an area and converts its coordinates from pixels. Returns null if the shape isn't a
 * valid rectangle, circle or polygon.
 */
export function shapeOf({ attrs }: Element, { width, height }: Size): Shape | null {
  const all = (attrs['coords'] ?? '').split(/[\s,]+/).map(Number)
  if (all.some((each) => !Number.isFinite(each))) return null
  const spot = (at: number): Spot => ({
    x: within(((all[at] ?? 0) * side) / width),
    y: within(((all[at + 1] ?? 0) * side) / height),
  })
  if (attrs['shape'] === 'rect' && all.length === 4) {
    const [from, to] = [spot(0), spot(2)]
    return { type: 'rectangle', ...from, width: to.x - from.x, height: to.y - from.y }
  }
  if (attrs['shape'] === 'circle' && all.length === 3)
    return { type: 'circle', ...spot(0), radius: within(((all[2] ?? 0) * side) / width) }
  if (attrs['shape'] !== 'poly' || all.length % 2 === 1) return null
  const corners = Array.from({ length: all.length / 2 }, (_, at) => spot(2 * at))
  const [first, last] = [corners[0], corners.at(-1)]
  // Other systems may repeat the first corner at the end.
  const isClosed = corners.length > 3 && first?.x === last?.x && first?.y === last?.y
  return { type: 'polygon', corners: isClosed ? corners.slice(0, -1) : corners }
}

/** Reads the areas that points are checked against, each with its score. */
export const mappedAreas = (declaration: Element) =>
  childrenOf(declaration, 'areaMapping').flatMap((mapping) =>
    childrenOf(mapping, 'areaMapEntry').map((area) => ({
      area,
      worth: Number(area.attrs['mappedValue'] ?? 0),
    })),
  )
