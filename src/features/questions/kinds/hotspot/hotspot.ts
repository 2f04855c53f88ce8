import { z } from 'zod'
import { VisualName } from '#features/material/visuals/picture-limits.ts'
import { t } from '#shared/language.ts'
import { letterOf } from '../mc/given.ts'
import { mistakesOf, type TypedPart } from '../mistakes.ts'
import { dotted, foldCase } from '../text.ts'
import { type Drawing, type PartVerdict, verdict } from '../verdict.ts'
import { contains, countHits, isDrawn, maxAreas, numbersOf, Shape, side, Spot, spotIn } from './areas.ts'
import { spotInWords } from './spot-words.ts'

const Picked = z
  .int()
  .min(0)
  .max(maxAreas - 1)

const Given = z.discriminatedUnion('mode', [
  z.strictObject({
    kind: z.literal('hotspot'),
    mode: z.literal('areas'),
    picked: z.array(Picked).max(maxAreas),
  }),
  z.strictObject({
    kind: z.literal('hotspot'),
    mode: z.literal('points'),
    points: z.array(Spot).max(maxAreas),
    /** The right areas. Only a model answer has them. */
    areas: z.array(Shape).max(maxAreas).optional(),
  }),
])
type Given = z.infer<typeof Given>

/** A picture, its size in pixels, and the text for people who can't see it. */
const Picture = z.strictObject({
  image: VisualName,
  width: z.int().min(1).max(20_000),
  height: z.int().min(1).max(20_000),
  alt: z.string().max(500),
})

/** An area with its name for screen readers. */
const Area = z.strictObject({ shape: Shape, name: z.string().min(1).max(100), isRight: z.boolean() })
const areas = z.array(Area).min(1).max(maxAreas)

const Key = z.discriminatedUnion('mode', [
  z.strictObject({
    kind: z.literal('hotspot'),
    mode: z.literal('areas'),
    picture: Picture,
    areas,
    mistakes: mistakesOf(Given),
  }),
  z.strictObject({
    kind: z.literal('hotspot'),
    mode: z.literal('points'),
    picture: Picture,
    areas,
    /** Maximum number of points that a student may place. */
    most: z.int().min(1).max(maxAreas),
    mistakes: mistakesOf(Given),
  }),
])
type Key = z.infer<typeof Key>

/** In the mode `points`, students see neither the areas nor their names. */
const Shown = z.discriminatedUnion('mode', [
  z.object({
    kind: z.literal('hotspot'),
    mode: z.literal('areas'),
    picture: Picture,
    areas: z.array(z.strictObject({ shape: Shape, name: z.string() })),
    pickMany: z.boolean(),
  }),
  z.object({
    kind: z.literal('hotspot'),
    mode: z.literal('points'),
    picture: Picture,
    most: z.int(),
  }),
])
type Shown = z.infer<typeof Shown>

const rightShapes = (key: Key) => key.areas.filter(({ isRight }) => isRight).map(({ shape }) => shape)

function show(key: Key): Shown {
  const { kind, picture } = key
  if (key.mode === 'points') return { kind, mode: key.mode, picture, most: key.most }
  return {
    kind,
    mode: key.mode,
    picture,
    areas: key.areas.map(({ shape, name }) => ({ shape, name })),
    pickMany: rightShapes(key).length > 1,
  }
}

function solution(key: Key): Given {
  if (key.mode === 'areas')
    return {
      kind: 'hotspot',
      mode: 'areas',
      picked: key.areas.flatMap(({ isRight }, at) => (isRight ? [at] : [])),
    }
  const shapes = rightShapes(key)
  return { kind: 'hotspot', mode: 'points', points: shapes.map(spotIn), areas: shapes }
}

function checkGiven(key: Key, given: Given) {
  if (given.mode !== key.mode) return 'This answer belongs to a different kind of question.'
  if (given.mode === 'areas') {
    if (new Set(given.picked).size < given.picked.length) return 'An area is listed twice.'
    const { length } = key.areas
    return given.picked.some((at) => at >= length) ? `This question has ${length} areas.` : null
  }
  if (key.mode === 'points' && given.points.length > key.most)
    return `This question allows ${key.most} points, but the answer has ${given.points.length}.`
  return given.areas && given.areas.map(numbersOf).join(' ') !== rightShapes(key).map(numbersOf).join(' ')
    ? 'An answer can’t have areas of its own.'
    : null
}

/**
 * Returns a verdict whose score is the share of right areas found. Each wrong area or point cancels a right
 * one, but the score is never below 0.
 */
function scored(right: number, wrong: number, count: number): PartVerdict {
  if (right === count && wrong === 0) return verdict('correct', t('Right.'))
  const score = Math.max(0, right - wrong) / count
  if (score > 0) return { status: 'partial', score, reason: t('Partly right.') }
  return verdict('incorrect', t('Take another look.'))
}

function judge(key: Key, given: Given): PartVerdict {
  const shapes = rightShapes(key)
  if (given.mode === 'points') {
    const { points } = given
    if (points.length === 0) return verdict('invalid', t('Mark a point on the picture first.'))
    const hits = countHits(shapes, points, key.picture)
    return scored(hits, points.length - hits, shapes.length)
  }
  const picked = [...new Set(given.picked)]
  if (picked.length === 0) return verdict('invalid', t('Choose an area first.'))
  if (shapes.length === 1 && picked.length > 1) return verdict('invalid', t('Choose just one.'))
  const right = picked.filter((at) => key.areas[at]?.isRight).length
  return scored(right, picked.length - right, shapes.length)
}

function grade(key: Key, given: Given) {
  const part = key.mode === given.mode ? judge(key, given) : verdict('invalid', t('Choose an area first.'))
  return { status: part.status, score: part.score, parts: [part] }
}

function check(key: Key): string[] {
  const names = key.areas.map(({ name }) => foldCase(name))
  const count = rightShapes(key).length
  return [
    ...(count === 0 ? ['Mark at least one area as right.'] : []),
    ...(key.mode === 'areas' && key.areas.length < 2 ? ['Draw at least two areas to choose from.'] : []),
    ...(key.mode === 'points' && key.most < count
      ? ['Students can’t place enough points for all the right areas.']
      : []),
    ...(new Set(names).size < names.length ? ['Two areas have the same name.'] : []),
    ...(key.areas.every(({ shape }) => isDrawn(shape))
      ? []
      : ['An area has no size or isn’t on the picture.']),
  ]
}

/** Returns positions in a grid that are outside all right areas. */
function spotsOutside(key: Key): Spot[] {
  const shapes = rightShapes(key)
  const steps = [20, 180, 340, 500, 660, 820, side - 20]
  return steps
    .flatMap((y) => steps.map((x) => ({ x, y })))
    .filter((spot) => !shapes.some((shape) => contains(shape, spot, key.picture)))
}

/**
 * Returns samples. For areas: the right answer, the same with one area missing or extra, and each area alone.
 * For points: the right answer, the same with one point missing or outside the areas, and points in wrong
 * areas.
 */
function samples(key: Key): Given[] {
  const right = solution(key)
  if (right.mode === 'areas') {
    const { picked } = right
    const others = key.areas.flatMap(({ isRight }, at) => (isRight ? [] : [at]))
    const sets = [
      picked,
      ...(picked.length > 1 ? [picked.slice(1)] : []),
      ...(picked.length > 1 ? others.slice(0, 1).map((at) => [...picked, at]) : []),
      ...key.areas.map((_, at) => [at]),
    ].map((set) => set.toSorted((a, b) => a - b).join())
    return [...new Set(sets)]
      .slice(0, 20)
      .map((set) => ({ kind: 'hotspot', mode: 'areas', picked: set.split(',').map(Number) }))
  }
  const { points } = right
  const [outside] = spotsOutside(key)
  const wrong = key.areas.filter(({ isRight }) => !isRight).map(({ shape }) => spotIn(shape))
  const sets = [
    points,
    ...(points.length > 1 ? [points.slice(1)] : []),
    ...(outside ? [points.with(0, outside), [outside]] : []),
    ...wrong.slice(0, 10).map((spot) => [spot]),
  ].map((set) => JSON.stringify(set))
  return [...new Set(sets)].map((set) => ({
    kind: 'hotspot',
    mode: 'points',
    points: JSON.parse(set) as Spot[],
  }))
}

/** Lists, for each point, the indexes of the areas that contain it, in sorted order. */
const hitsOf = ({ areas: all, picture }: Key, points: readonly Spot[]) =>
  points
    .map((point) => all.flatMap(({ shape }, at) => (contains(shape, point, picture) ? [at] : [])).join('+'))
    .toSorted()

/** Returns a text that is the same for all answers with the same areas. */
const likeness = (given: Given, key: Key) =>
  JSON.stringify(given.mode === 'areas' ? given.picked.toSorted((a, b) => a - b) : hitsOf(key, given.points))

const words = (given: Given) =>
  given.mode === 'areas' ? given.picked.map(letterOf).join(', ') : given.points.map(spotInWords).join('; ')

const namesIn = (all: readonly { name: string }[], picked: readonly number[]) =>
  picked.map((at) => `${letterOf(at)} ${all[at]?.name ?? ''}`.trim()).join(', ')

/** Describes an answer for the author by the names of its areas. */
function authorWords(key: Key, given: Given) {
  if (given.mode === 'areas') return namesIn(key.areas, given.picked) || 'Nothing'
  const placed = given.points.map((point) => {
    const names = key.areas.filter(({ shape }) => contains(shape, point, key.picture)).map(({ name }) => name)
    return names.join(' + ') || spotInWords(point)
  })
  return placed.join(', ') || 'Nothing'
}

/**
 * Areas to choose or points to place on a picture (product §7). Each wrong area or point cancels a right one.
 * A random question has the same picture and areas for every variant, because values can't change a picture.
 */
export const hotspot = {
  key: Key,
  shown: Shown,
  given: Given,
  texts: (_: Key): string[] => [],
  show: (key: Key, _rendered: unknown) => show(key),
  solution,
  checkGiven,
  grade,
  gradeAtLast: grade,
  repeats: (key: Key, listed: Given, given: Given) => likeness(listed, key) === likeness(given, key),
  typedParts: (_key: Key, _given: Given): TypedPart<Given>[] => [],
  weights: (_: Key) => [1],
  check,
  samples,
  likeness,
  text: (shown: Shown, given: Given) =>
    shown.mode === 'areas' && given.mode === 'areas' ? namesIn(shown.areas, given.picked) : words(given),
  drawings: (_: Given): Drawing[] => [],
  needsFields: (_shown: Shown, _given: Given) => true,
  words,
  authorWords,
  accept: (_key: Key, _given: Given): Key | null => null,
  withoutBlanks: (key: Key): Key => ({
    ...key,
    areas: key.areas.map((area) => ({ ...area, name: dotted(area.name) })),
  }),
  canBeDrawn: ({ picture }: Key) => VisualName.safeParse(picture.image).success,
  countAnswers: (_: Key) => 1,
}
