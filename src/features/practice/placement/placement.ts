/**
 * Rules of an adaptive assessment: which question comes next, when the result is certain enough to stop, and
 * which level is suggested.
 *
 * All questions lie on one scale of levels. The assessed level spans 0 to 1, the next one 1 to 2, the
 * previous one -1 to 0, and the chapters of a level divide it evenly. A child's ability is a point on this
 * scale: the child knows most of the material below that point, and little of the material above it. Each
 * answer changes how likely every point is (Bayes). The next question is the one whose answer is expected to
 * narrow down the point the most.
 *
 * The figures were chosen using simulated learners whose answers follow different curves from the one below
 * (`bench/placement.ts`).
 */

/** A question that can be asked. */
export type Candidate = {
  num: number
  /** Number of the question's section in the work. */
  section: number
  /** Position of the question on the scale of levels. */
  place: number
  /** Chance of guessing the right answer. */
  guess: number
}

/** A question that was answered. `score` is 0 to 1, or null until a person has graded the answer. */
export type AnsweredCandidate = Candidate & { score: number | null }

/** Minimum number of questions, because a few right answers in a row can be luck. */
export const minQuestions = 8

const figures = {
  /** Log-odds by which questions get harder from one level to the next. */
  slope: 5,
  /** Share of questions that children get wrong even though they know the material. */
  slip: 0.08,
  /** Standard deviation, in levels, of children's abilities around the middle of the assessed level. */
  spread: 1,
  /**
   * The assessment stops once the ability is within this margin of the estimate, in levels, with this
   * certainty.
   */
  within: 1 / 3,
  certain: 0.9,
  /** Maximum distance, in levels, of a child's ability below the first question or above the last one. */
  beyond: 0.5,
  step: 0.05,
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))

/** Returns the chance that a child with the ability `at` answers a question correctly. */
const chance = (at: number, { place, guess }: Candidate) =>
  guess + (1 - guess - figures.slip) * sigmoid(figures.slope * (at - place))

type Weights = { at: number; weight: number }[]

const normalized = (weights: Weights): Weights => {
  const sum = weights.reduce((all, { weight }) => all + weight, 0)
  return weights.map(({ at, weight }) => ({ at, weight: weight / sum }))
}

/**
 * Returns the probability of each ability before the first answer: a normal distribution around the middle of
 * the assessed level.
 */
function before(questions: readonly Candidate[]): Weights {
  const places = questions.map(({ place }) => place)
  const [from, to] = [Math.min(...places) - figures.beyond, Math.max(...places) + figures.beyond]
  const steps = Math.round((to - from) / figures.step)
  const all = Array.from({ length: steps + 1 }, (_, nth) => from + nth * figures.step)
  return normalized(
    all.map((at) => ({ at, weight: Math.exp(-((at - 0.5) ** 2) / (2 * figures.spread ** 2)) })),
  )
}

/**
 * Returns the probability of each ability after one more answer. A partly right answer counts in proportion
 * to its score, and an ungraded one changes nothing.
 */
function after(weights: Weights, answered: AnsweredCandidate): Weights {
  const { score } = answered
  if (score === null) return weights
  return normalized(
    weights.map(({ at, weight }) => {
      const right = chance(at, answered)
      return { at, weight: weight * right ** score * (1 - right) ** (1 - score) }
    }),
  )
}

const meanOf = (weights: Weights) => weights.reduce((sum, { at, weight }) => sum + at * weight, 0)

function varianceOf(weights: Weights) {
  const mean = meanOf(weights)
  return weights.reduce((sum, { at, weight }) => sum + (at - mean) ** 2 * weight, 0)
}

/** Returns the expected variance of the ability once a question has been answered. */
function expectedVariance(weights: Weights, question: Candidate) {
  const right = weights.reduce((sum, { at, weight }) => sum + weight * chance(at, question), 0)
  const then = (score: number) => varianceOf(after(weights, { ...question, score }))
  return right * then(1) + (1 - right) * then(0)
}

/**
 * A child's estimated place on the scale of levels, and the chance that it is accurate to within a third of a
 * level.
 */
export type PlacementEstimate = { place: number; certainty: number }

function estimateFromWeights(weights: Weights): PlacementEstimate {
  const place = meanOf(weights)
  const near = weights.filter(({ at }) => Math.abs(at - place) <= figures.within)
  return { place, certainty: near.reduce((sum, { weight }) => sum + weight, 0) }
}

type Assessment = {
  /** All questions that can be asked, including those already answered. */
  pool: readonly Candidate[]
  answered: readonly AnsweredCandidate[]
}

const weightsOf = ({ pool, answered }: Assessment) => answered.reduce(after, before(pool))

/** Estimates a child's place from the answers. `pool` must not be empty. */
export const estimatePlacement = (assessment: Assessment) => estimateFromWeights(weightsOf(assessment))

/**
 * Returns the number of the question to ask next. Returns null if the child's place is certain enough after
 * at least `minQuestions` answers, `most` questions have been answered, or no questions are left. Sections
 * without an answered question come first.
 */
export function nextQuestion(assessment: Assessment, most: number): number | null {
  const { pool, answered } = assessment
  const answeredNums = new Set(answered.map(({ num }) => num))
  const left = pool.filter(({ num }) => !answeredNums.has(num))
  if (left.length === 0 || answered.length >= most) return null
  const weights = weightsOf(assessment)
  if (answered.length >= minQuestions && estimateFromWeights(weights).certainty >= figures.certain)
    return null
  const sections = new Set(answered.map(({ section }) => section))
  const fresh = left.filter(({ section }) => !sections.has(section))
  const ranked = (fresh.length > 0 ? fresh : left)
    .map((question) => ({ num: question.num, variance: expectedVariance(weights, question) }))
    .toSorted((one, other) => one.variance - other.variance || one.num - other.num)
  return ranked[0]?.num ?? null
}
