import { z } from 'zod'
import { t } from '#shared/language.ts'
import { pointsInWords } from './given.ts'
import { pointsOf } from './points.ts'
import { Coordinate, DrawType, GraphSettings, GraphType, settingsFaults } from './settings.ts'
import { type Dot, dotOf, gridOf, paired, sameLine, samePolygon, sameRay } from './shapes.ts'
import { type Drawing, type PartVerdict, verdict } from '../verdict.ts'
import { mistakesOf, type TypedPart } from '../mistakes.ts'
import { foldCase } from '../text.ts'

const Point = z.strictObject({ x: Coordinate, y: Coordinate, label: z.string().max(20).optional() })
type Point = z.infer<typeof Point>

const Given = z.strictObject({ kind: z.literal('graph'), points: z.array(Point).max(100) })
type Given = z.infer<typeof Given>

const Key = z.strictObject({
  kind: z.literal('graph'),
  drawType: DrawType,
  graphType: GraphType,
  /** True if each point must have a name; the names are graded too. */
  labeled: z.boolean(),
  settings: GraphSettings,
  answer: z.array(Point).min(1).max(100),
  mistakes: mistakesOf(Given),
})
type Key = z.infer<typeof Key>

/** Removes the last corner of a polygon if it only repeats the first one. */
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
  const { least, most, says } = pointsOf[drawType]
  if (points.length < least || (most !== null && points.length > most) || !isApart(points)) return says
  const { xmin, xmax, ymin, ymax } = settings
  const isOutside = ({ x, y }: Point) =>
    x < xmin || x > xmax || (graphType !== 'line' && (y < ymin || y > ymax))
  if (points.some(isOutside)) return 'A point is outside the graph.'
  return labeled && points.some(({ label = '' }) => label.trim() === '') ? t('Name each point.') : null
}

type Two = readonly [Dot, Dot]

function isRight(key: Key, points: readonly Point[]) {
  const grid = gridOf(key.graphType === 'line' ? { ...key.settings, yminor: 1, ymin: 0 } : key.settings)
  const answer = tidy(key, key.answer)
  const [given, wanted] = [points.map(dotOf), answer.map(dotOf)]
  if (key.labeled) {
    const places = paired(given, wanted, grid)
    const isNamed = places?.every(
      (place, at) => foldCase(points[at]?.label ?? '') === foldCase(answer[place]?.label ?? ''),
    )
    if (!isNamed) return false
  }
  if (key.drawType === 'line') return sameLine(given as unknown as Two, wanted as unknown as Two, grid)
  if (key.drawType === 'ray') return sameRay(given as unknown as Two, wanted as unknown as Two, grid)
  if (key.drawType === 'polygon') return samePolygon(given, wanted, grid)
  return paired(given, wanted, grid) !== null
}

function judge(key: Key, given: Given): PartVerdict {
  const points = tidy(key, given.points)
  const unread = whyNotRead(key, points)
  if (unread) return verdict('invalid', unread)
  return isRight(key, points)
    ? verdict('correct', t('Right.'))
    : verdict('incorrect', t('Take another look.'))
}

function grade(key: Key, given: Given) {
  const part = judge(key, given)
  return { status: part.status, score: part.score, parts: [part] }
}

const solution = ({ answer }: Key): Given => ({ kind: 'graph', points: answer })

function check(key: Key) {
  const faults = settingsFaults(key.settings, key.graphType)
  if (faults.length > 0) return faults
  if (key.graphType === 'line' && key.drawType === 'polygon')
    return ['A number line has no polygons: choose points, a segment or a ray.']
  const { status, reason } =
    judge(key, solution(key)).status === 'correct'
      ? { status: 'correct', reason: '' }
      : judge(key, solution(key))
  return status === 'correct' ? [] : [`The answer is not accepted by its own key. ${reason}`]
}

/**
 * Returns samples: the shape drawn in reverse, with each point moved by one grid step, and with one point
 * missing.
 */
function samples(key: Key): Given[] {
  const { answer, settings } = key
  const given = (points: Point[]): Given => ({ kind: 'graph', points })
  const off = answer.map((point, at) =>
    given(
      answer.with(at, {
        ...point,
        x: point.x + (point.x + settings.xminor > settings.xmax ? -1 : 1) * settings.xminor,
      }),
    ),
  )
  return [given(answer), given(answer.toReversed()), ...off.slice(0, 8), given(answer.slice(1))].filter(
    ({ points }, at, all) =>
      all.findIndex((each) => JSON.stringify(each.points) === JSON.stringify(points)) === at,
  )
}

/** Points, lines, segments, rays and polygons drawn on graph paper (spec §3; product §7). */
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
  checkGiven: (_key: Key, _given: Given): string | null => null,
  grade,
  gradeAtLast: grade,
  repeats: (key: Key, { points }: Given, given: Given) =>
    points.length > 0 && judge({ ...key, answer: points }, given).status === 'correct',
  typedParts: (_key: Key, _given: Given): TypedPart<Given>[] => [],
  weights: (_: Key) => [1],
  check,
  samples,
  likeness: ({ points }: Given) => JSON.stringify(points),
  text: (_: unknown, { points }: Given) => pointsInWords(points),
  drawings: (_: Given): Drawing[] => [],
  needsFields: (_shown: unknown, _given: Given) => true,
  words: ({ points }: Given) => pointsInWords(points),
  authorWords: (_: Key, { points }: Given) => pointsInWords(points),
  accept: (_key: Key, _given: Given): Key | null => null,
  withoutBlanks: (key: Key) => key,
  canBeDrawn: ({ settings, graphType }: Key) => settingsFaults(settings, graphType).length === 0,
  countAnswers: (_: Key) => 1,
}
