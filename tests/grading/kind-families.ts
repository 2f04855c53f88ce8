import type { AnswerKey } from '#features/questions/rules.ts'
import { type Dot, dots, moved, nonzero, shuffled, whole } from './chance.ts'
import { curves } from './curve-families.ts'
import type { Family, QuestionPair } from './families.ts'
import { one, type Roll } from './formula.ts'
import { linesOfSolution } from './line-families.ts'

/** Families of whole questions. The right answers are known by construction, independently of the engine. */

type Hotspot = Extract<AnswerKey, { kind: 'hotspot' }>
type Area = Hotspot['areas'][number]
const picture: Hotspot['picture'] = { image: 'a'.repeat(64), width: 800, height: 600, alt: 'A cell' }

/** Returns an area in its own cell of a grid of three by three, with room around it. */
function areaIn(roll: Roll, cell: number): Area {
  const middle = { x: 167 + 333 * (cell % 3), y: 167 + 333 * Math.floor(cell / 3) }
  const { x, y } = moved(middle, whole(roll, 30), whole(roll, 30))
  const shape = one<Area['shape']>(roll, [
    { type: 'rectangle', x: x - 80, y: y - 60, width: 160, height: 120 },
    { type: 'circle', x, y, radius: 40 + roll(40) },
    {
      type: 'polygon',
      corners: [moved({ x, y }, -70, -60), moved({ x, y }, 70, -60), moved({ x, y }, 0, 90)],
    },
  ])
  return { shape, name: `area ${cell}`, isRight: roll(2) === 0 }
}

/** Returns a point near the middle of an area, so that it is certainly inside. */
function placeIn(roll: Roll, { shape }: Area) {
  const middle =
    shape.type === 'rectangle'
      ? { x: shape.x + 80, y: shape.y + 60 }
      : shape.type === 'circle'
        ? shape
        : moved(shape.corners[2] as Dot, 0, -90)
  const { x, y } = moved(middle, whole(roll, 15), whole(roll, 15))
  return { x, y }
}

const areasAt = (areas: readonly Area[], isRight: boolean) =>
  areas.flatMap((area, at) => (area.isRight === isRight ? [at] : []))

function areaPair(roll: Roll, areas: Area[], isRight: boolean): QuestionPair | null {
  const [right, wrong] = [areasAt(areas, true), areasAt(areas, false)]
  const picked = isRight
    ? shuffled(roll, right)
    : shuffled(
        roll,
        areas.map((_, at) => at),
      ).slice(0, 1 + roll(areas.length))
  const isSame = picked.length === right.length && picked.every((at) => !wrong.includes(at))
  if (isSame !== isRight) return null
  return {
    key: `areas ${right.join(', ')}`,
    given: picked.join(', '),
    asked: { kind: 'hotspot', mode: 'areas', picture, areas },
    answered: { kind: 'hotspot', mode: 'areas', picked },
  }
}

function pointPair(roll: Roll, areas: Area[], isRight: boolean): QuestionPair {
  const [right, wrong] = [areasAt(areas, true), areasAt(areas, false)]
  const all = right.map((at) => placeIn(roll, areas[at] as Area))
  // The lines between the cells are outside all areas.
  const beside = { x: one(roll, [2, 334, 667, 998]), y: roll(1000) }
  const elsewhere =
    wrong.length > 0 && roll(2) === 0 ? placeIn(roll, areas[one(roll, wrong)] as Area) : beside
  const points = isRight
    ? shuffled(roll, all)
    : one(roll, [all.with(0, elsewhere), all.toSpliced(0, 1), [...all, elsewhere]])
  return {
    key: `points in ${right.join(', ')}`,
    given: dots(points),
    asked: { kind: 'hotspot', mode: 'points', picture, areas, most: right.length + 1 },
    answered: { kind: 'hotspot', mode: 'points', points },
  }
}

function pictures(roll: Roll, isRight: boolean) {
  const areas = shuffled(roll, [0, 1, 2, 3, 4, 5, 6, 7, 8])
    .slice(0, 2 + roll(5))
    .map((cell) => areaIn(roll, cell))
  if (areasAt(areas, true).length === 0) return null
  return roll(2) === 0 ? areaPair(roll, areas, isRight) : pointPair(roll, areas, isRight)
}

function matrices(roll: Roll, isRight: boolean): QuestionPair | null {
  const [height, width] = [1 + roll(4), 1 + roll(4)]
  const values = Array.from({ length: height }, () => Array.from({ length: width }, () => whole(roll, 30)))
  const texts = (rows: number[][]) => rows.map((row) => row.map(String))
  const text = (rows: string[][]) => rows.map((row) => row.join(', ')).join('; ')
  const [row, column] = [roll(height), roll(width)]
  const changed = values.map((each, at) =>
    at === row ? each.with(column, (each[column] as number) + nonzero(roll, 9)) : each,
  )
  const turned = Array.from({ length: width }, (_, x) => values.map((each) => each[x] as number))
  const wrong = one(roll, [changed, changed, turned, [...values, values[0] as number[]], values.slice(1)])
  const rows = texts(isRight ? values : wrong)
  if (rows.length === 0 || (!isRight && text(rows) === text(texts(values)))) return null
  return {
    key: text(texts(values)),
    given: text(rows),
    asked: {
      kind: 'matrix',
      entries: { kind: 'number', rows: texts(values) },
      ...(roll(2) === 0 && { sizeByStudent: true }),
    },
    answered: { kind: 'matrix', rows },
  }
}

const family = (make: (roll: Roll, isRight: boolean) => QuestionPair | null): Family => ({
  right: (roll) => make(roll, true),
  wrong: (roll) => make(roll, false),
})

export const kindFamilies: Record<string, Family> = {
  'lines of a solution': family(linesOfSolution),
  curves: family(curves),
  pictures: family(pictures),
  matrices: family(matrices),
}
