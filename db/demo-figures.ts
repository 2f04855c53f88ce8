import type { Shape } from '#features/questions/kinds/hotspot/areas.ts'
import type { KindMaker } from './demo-kinds.ts'
import { shapesPicture } from './demo-picture.ts'

const polygon = (...corners: [x: number, y: number][]): Shape => ({
  type: 'polygon',
  corners: corners.map(([x, y]) => ({ x, y })),
})

/** Shapes in the picture, named by their colors, so that the names don't give the answer away. */
const figures = {
  orange: { type: 'rectangle', x: 75, y: 120, width: 225, height: 280 },
  blue: { type: 'circle', x: 500, y: 260, radius: 100 },
  green: polygon([813, 100], [938, 420], [688, 420]),
  pink: polygon([75, 860], [150, 600], [325, 600], [250, 860]),
  purple: polygon([500, 560], [600, 680], [563, 880], [438, 880], [400, 680]),
  red: { type: 'rectangle', x: 712, y: 580, width: 188, height: 300 },
} satisfies Record<string, Shape>

const areasWhere = (isRight: (color: string) => boolean) =>
  Object.entries(figures).map(([color, shape]) => ({
    shape,
    name: `${color} figure`,
    isRight: isRight(color),
  }))

export const quadrilaterals: KindMaker = () => ({
  text: 'Which figures are quadrilaterals?',
  key: {
    kind: 'hotspot',
    mode: 'areas',
    picture: shapesPicture,
    areas: areasWhere((color) => ['orange', 'pink', 'red'].includes(color)),
  },
  steps: ['Count the sides of each figure.', 'A quadrilateral has four sides.'],
})

export const pentagon: KindMaker = () => ({
  text: 'Tap the pentagon.',
  key: {
    kind: 'hotspot',
    mode: 'points',
    picture: shapesPicture,
    areas: areasWhere((color) => color === 'purple'),
    most: 1,
  },
  steps: ['Count the corners of each figure.', 'A pentagon has five corners.'],
})
