import { type Shape, side, type Size, type Spot, spotIn } from '#features/questions/kinds/hotspot/areas.ts'
import type { KeyOf } from '#features/questions/rules.ts'
import { element } from './elements.ts'
import { declare, type BuiltInteraction } from './interactions.ts'

const areaId = (at: number) => `A${at + 1}`

/** Converts a position from the key's coordinates (0 to `side`) to pixels of the picture. */
const inPixels = ({ x, y }: Spot, { width, height }: Size) => [
  Math.round((x * width) / side),
  Math.round((y * height) / side),
]

/** Writes an area with coordinates in pixels, as QTI requires. */
function shaped(shape: Shape, size: Size) {
  if (shape.type === 'circle') {
    const radius = Math.max(1, Math.round((shape.radius * size.width) / side))
    return { shape: 'circle', coords: [...inPixels(shape, size), radius].join() }
  }
  if (shape.type === 'polygon')
    return { shape: 'poly', coords: shape.corners.flatMap((corner) => inPixels(corner, size)).join() }
  const end = { x: shape.x + shape.width, y: shape.y + shape.height }
  return { shape: 'rect', coords: [...inPixels(shape, size), ...inPixels(end, size)].join() }
}

/**
 * Writes an interaction on a picture: areas to choose, or points to mark. A wrong choice or point cancels a
 * right one.
 */
export function areasOf(key: KeyOf<'hotspot'>, path: string): BuiltInteraction {
  const { areas, picture, mode } = key
  const right = areas.flatMap(({ isRight }, at) => (isRight ? [at] : []))
  const worth = (isRight: boolean) => ((isRight ? 1 : -1) / right.length).toFixed(6)
  const bounds = { lowerBound: '0', upperBound: '1' }
  const size = { width: String(picture.width), height: String(picture.height) }
  const canvas = element('object', { type: 'image/webp', data: path, ...size }, picture.alt)
  if (mode === 'points') {
    const mapping = element(
      'areaMapping',
      { ...bounds, defaultValue: worth(false) },
      ...areas.map(({ shape, isRight }) =>
        element('areaMapEntry', { ...shaped(shape, picture), mappedValue: worth(isRight) }),
      ),
    )
    const points = right.flatMap((at) => {
      const shape = areas[at]?.shape
      return shape ? [inPixels(spotIn(shape), picture).join(' ')] : []
    })
    const cardinality = key.most > 1 ? 'multiple' : 'single'
    return {
      declaration: declare({ id: 'RESPONSE', right: points, baseType: 'point', cardinality, mapping }),
      shown: element(
        'selectPointInteraction',
        { responseIdentifier: 'RESPONSE', maxChoices: String(key.most) },
        canvas,
      ),
    }
  }
  const mapping = element(
    'mapping',
    { ...bounds, defaultValue: '0' },
    ...areas.map(({ isRight }, at) =>
      element('mapEntry', { mapKey: areaId(at), mappedValue: worth(isRight) }),
    ),
  )
  const many = right.length > 1
  const cardinality = many ? 'multiple' : 'single'
  return {
    declaration: declare({
      id: 'RESPONSE',
      right: right.map(areaId),
      baseType: 'identifier',
      cardinality,
      mapping,
    }),
    shown: element(
      'hotspotInteraction',
      { responseIdentifier: 'RESPONSE', maxChoices: many ? '0' : '1' },
      canvas,
      ...areas.map(({ shape, name }, at) =>
        element('hotspotChoice', {
          ...shaped(shape, picture),
          identifier: areaId(at),
          hotspotLabel: name,
        }),
      ),
    ),
  }
}
