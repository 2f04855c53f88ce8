import { z } from 'zod'
import { t } from '#shared/language.ts'
import { coordinateOf } from './axes.ts'
import { figureInWords, figureLikeness } from './figure-words.ts'
import { sameFigure, whyNoFigure } from './figures.ts'
import { pointsInWords } from './given.ts'
import { isFigure, pointsOf } from './points.ts'
import { Coordinate, DrawType, Figure, GraphSettings, GraphType, settingsFaults } from './settings.ts'
import { type Dot, dotOf, gridOf, paired, sameLine, samePolygon, sameRay } from './shapes.ts'
import { type Drawing, type PartVerdict, verdict } from '../verdict.ts'
import { mistakesOf, type TypedPart } from '../mistakes.ts'
import { foldCase } from '../text.ts'

const Point = z.strictObject({ x: Coordinate, y: Coordinate, label: z.string().max(20).optional() })
type Point = z.infer<typeof Point>

/** True if the boundary of a half-plane isn't part of it. */
const dashed = z.boolean().optional()

const Given = z.strictObject({
  kind: z.literal('graph'),
  points: z.array(Point).max(100),
  /** The figure that the points determine, so that the answer can be understood without its question. */
  figure: Figure.optional(),
  dashed,
})
type Given = z.infer<typeof Given>

const Written = z.string().max(60)

const Key = z.strictObject({
  kind: z.literal('graph'),
  drawType: DrawType,
  graphType: GraphType,
  /** True if each point must have a name; the names are graded too. */
  labeled: z.boolean(),
  settings: GraphSettings,
  answer: z.array(Point).min(1).max(100),
  dashed,
  /** Coordinates as text, which may have placeholders for random values. They replace those of `answer`. */
  coordinates: z
    .array(z.strictObject({ x: Written, y: Written }))
    .max(100)
    .optional(),
  mistakes: mistakesOf(Given),
})
type Key = z.infer<typeof Key>

/** Returns the points of the right drawing. Points whose placeholders have no values stay as drawn. */
function pointsIn({ answer, coordinates = [] }: Key): Point[] {
  const written = coordinates.map(({ x, y }) => ({ x: coordinateOf(x), y: coordinateOf(y) }))
  return answer.map((point, at) => {
    const { x = null, y = null } = written[at] ?? {}
    return { ...point, x: x ?? point.x, y: y ?? point.y }
  })
}

/**
 * Sets y to 0 on a number line, and removes the last corner of a polygon if it only repeats the first one.
 */
function tidy({ drawType, graphType }: Key, points: readonly Point[]) {
  const flat = graphType === 'line' ? points.map((point) => ({ ...point, y: 0 })) : points
  const [first, last] = [flat[0], flat.at(-1)]
  const closed =
    drawType === 'polygon' && flat.length > 3 && first && last && first.x === last.x && first.y === last.y
  return closed ? flat.slice(0, -1) : flat
}

const isApart = (points: readonly Point[]) =>
  new Set(points.map(({ x, y }) => `${x} ${y}`)).size === points.length

function whyNotRead({ drawType, labeled, settings, graphType }: Key, points: readonly Point[]) {
  const { least, most, message } = pointsOf[drawType]
  if (points.length < least || (most !== null && points.length > most) || !isApart(points)) return message
  const { xmin, xmax, ymin, ymax } = settings
  const isOutside = ({ x, y }: Point) =>
    x < xmin || x > xmax || (graphType !== 'line' && (y < ymin || y > ymax))
  if (points.some(isOutside)) return 'A point is outside the graph.'
  if (isFigure(drawType)) return whyNoFigure(drawType, points.map(dotOf))
  return labeled && points.some(({ label = '' }) => label.trim() === '') ? t('Name each point.') : null
}

type TwoDots = readonly [Dot, Dot]

function isRight(key: Key, points: readonly Point[], isDashed: boolean) {
  const grid = gridOf(key.graphType === 'line' ? { ...key.settings, yminor: 1, ymin: 0 } : key.settings)
  const answer = tidy(key, pointsIn(key))
  const [given, wanted] = [points.map(dotOf), answer.map(dotOf)]
  if (isFigure(key.drawType))
    return (
      (key.drawType !== 'halfPlane' || isDashed === (key.dashed ?? false)) &&
      wanted.length === given.length &&
      sameFigure(key.drawType, given, wanted, grid)
    )
  if (key.labeled) {
    const places = paired(given, wanted, grid)
    const isNamed = places?.every(
      (place, at) => foldCase(points[at]?.label ?? '') === foldCase(answer[place]?.label ?? ''),
    )
    if (!isNamed) return false
  }
  if (key.drawType === 'line')
    return sameLine(given as unknown as TwoDots, wanted as unknown as TwoDots, grid)
  if (key.drawType === 'ray') return sameRay(given as unknown as TwoDots, wanted as unknown as TwoDots, grid)
  if (key.drawType === 'polygon') return samePolygon(given, wanted, grid)
  return paired(given, wanted, grid) !== null
}

function judge(key: Key, given: Given): PartVerdict {
  const points = tidy(key, given.points)
  const unread = whyNotRead(key, points)
  if (unread) return verdict('invalid', unread)
  return isRight(key, points, given.dashed ?? false)
    ? verdict('correct', t('Right.'))
    : verdict('incorrect', t('Take another look.'))
}

function grade(key: Key, given: Given) {
  const part = judge(key, given)
  return { status: part.status, score: part.score, parts: [part] }
}

const solution = (key: Key): Given => answerTo(key, pointsIn(key), key.dashed)

/** Returns an answer with these points, in the form that students send. */
const answerTo = ({ drawType }: Key, points: Point[], isDashed?: boolean): Given => ({
  kind: 'graph',
  points,
  ...(isFigure(drawType) && { figure: drawType }),
  ...(isDashed && { dashed: true }),
})

function check(key: Key) {
  const faults = settingsFaults(key.settings, key.graphType)
  if (faults.length > 0) return faults
  if (key.graphType === 'line' && key.drawType === 'polygon')
    return ['A number line has no polygons: choose points, a segment or a ray.']
  if (isFigure(key.drawType) && key.graphType === 'line')
    return ['A number line has no curves: choose points, a segment or a ray.']
  if (isFigure(key.drawType) && key.labeled)
    return ['Points on a curve or half-plane can’t have names, because other points may be right too.']
  const unread = (key.coordinates ?? [])
    .flatMap(({ x, y }) => [x, y])
    .find((text) => coordinateOf(text) === null)
  if (unread !== undefined) return [`The coordinate “${unread}” of the answer isn’t a number.`]
  const { status, reason } =
    judge(key, solution(key)).status === 'correct'
      ? { status: 'correct', reason: '' }
      : judge(key, solution(key))
  return status === 'correct' ? [] : [`The answer wouldn’t be accepted as right. ${reason}`]
}

/**
 * Returns samples: the right drawing, the same drawing with its points in reverse order, and drawings with
 * one point missing or moved by a grid step. For a half-plane, adds the right drawing with a dashed boundary
 * instead of a solid one, or the reverse.
 */
function samples(key: Key): Given[] {
  const { settings, drawType, dashed: isDashed = false } = key
  const answer = pointsIn(key)
  const given = (points: Point[]) => answerTo(key, points, isDashed)
  const off = answer.map((point, at) =>
    given(
      answer.with(at, {
        ...point,
        x: point.x + (point.x + settings.xminor > settings.xmax ? -1 : 1) * settings.xminor,
      }),
    ),
  )
  const other = drawType === 'halfPlane' ? [answerTo(key, answer, !isDashed)] : []
  const all = [
    given(answer),
    given(answer.toReversed()),
    ...off.slice(0, 8),
    given(answer.slice(1)),
    ...other,
  ]
  return all.filter(
    (sample, at) => all.findIndex((each) => JSON.stringify(each) === JSON.stringify(sample)) === at,
  )
}

const inWords = ({ figure, points, dashed: isDashed }: Given) =>
  figure ? figureInWords({ figure, points, dashed: isDashed }) : pointsInWords(points)

/** Points, straight figures, curves and half-planes drawn on graph paper (spec §3; product §7). */
export const graph = {
  key: Key,
  shown: z.object({
    kind: z.literal('graph'),
    drawType: DrawType,
    graphType: GraphType,
    labeled: z.boolean(),
    settings: GraphSettings,
  }),
  given: Given,
  texts: (_: Key): string[] => [],
  show: ({ kind, drawType, graphType, labeled, settings }: Key) => ({
    kind,
    drawType,
    graphType,
    labeled,
    settings,
  }),
  solution,
  checkGiven: ({ drawType }: Key, { figure = drawType as Figure }: Given): string | null =>
    figure === drawType ? null : 'This answer is a different kind of drawing.',
  grade,
  gradeAtLast: grade,
  repeats: (key: Key, { points, dashed: isDashed }: Given, given: Given) =>
    points.length > 0 &&
    judge({ ...key, answer: points, dashed: isDashed, coordinates: undefined }, given).status === 'correct',
  typedParts: (_key: Key, _given: Given): TypedPart<Given>[] => [],
  weights: (_: Key) => [1],
  check,
  samples,
  likeness: ({ figure, points, dashed: isDashed }: Given) =>
    (figure && figureLikeness({ figure, points, dashed: isDashed })) ?? JSON.stringify(points),
  text: (_: unknown, given: Given) => inWords(given),
  drawings: (_: Given): Drawing[] => [],
  needsFields: (_shown: unknown, _given: Given) => true,
  words: inWords,
  authorWords: (_: Key, given: Given) => inWords(given),
  accept: (_key: Key, _given: Given): Key | null => null,
  withoutBlanks: (key: Key) => key,
  canBeDrawn: ({ settings, graphType }: Key) => settingsFaults(settings, graphType).length === 0,
  countAnswers: (_: Key) => 1,
}
