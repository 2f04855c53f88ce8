/**
 * Estimates a child's skill in a section, as the probability of answering its next question correctly on the
 * first try.
 *
 * The estimate is a number on a log-odds scale, where 0 is an even chance on a typical question, and has an
 * uncertainty (variance). Every answer moves the estimate toward its outcome, and farther if little is known
 * yet or if the answer is a surprise. A right answer counts more if the question is harder, and a wrong
 * answer counts less. Practice itself raises the estimate a little. Between answers, the estimate becomes
 * less certain and slowly returns to where the child began, more slowly the more a section was practiced. A
 * new section starts at the child's usual level.
 *
 * The figures below were chosen using simulated learners (`bench/learners.ts`), with different seeds than the
 * bench uses.
 */

/** An answered question. `at` is in ms since the epoch (1970). */
export type AnsweredQuestion = {
  sectionId: string
  at: number
  /** Number of tries until the answer was right, or in total if it never was. */
  tries: number
  solved: boolean
  /** Number of hint steps opened. */
  hints: number
  /** Log-odds by which the question is harder than a typical one. */
  difficulty: number
}

export type Estimate = {
  ability: number
  variance: number
  answers: number
  /** Time of the latest answer, in ms since the epoch (1970). */
  at: number
  /** Ability after the first answer, without the gain from practice. The estimate slowly returns to it. */
  start: number
}

const figures = {
  /** Variance in ability among children about whom nothing is known, and among the sections of one child. */
  unknownChild: 2,
  unknownSection: 0.75,
  /** Fraction of the child's usual ability at which a new section starts. */
  carry: 0.9,
  /**
   * Number of answers at the start of a section that indicate the child's usual ability, before practice has
   * an effect.
   */
  early: 5,
  /** Log-odds that each answer adds through practice, at an even chance. */
  learning: 0.1,
  /**
   * Base number of days in which about two thirds of the progress in a section is forgotten, and the number
   * of days that each answer adds.
   */
  forgetting: 90,
  strengthening: 20,
  /** Variance added per day. */
  drift: 0.004,
  /** Chance of a slip (a wrong answer despite high ability), and of a lucky guess. */
  chance: 0.05,
  /**
   * Weight of a right second try as evidence of ability, relative to a right first try. A third or later try
   * counts half as much as a second one.
   */
  second: 0.1,
  /** Weight of a right answer with a hint, relative to one without. */
  hinted: 0.5,
}

const dayMs = 86_400_000
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))

/**
 * Returns the evidence of ability that an answer gives, from 0 (none) to 1 (full): more tries and hints
 * reduce it.
 */
export function evidence({ solved, tries, hints }: Pick<AnsweredQuestion, 'solved' | 'tries' | 'hints'>) {
  if (!solved) return 0
  const byTries = tries <= 1 ? 1 : tries === 2 ? figures.second : figures.second / 2
  return hints > 0 ? byTries * figures.hinted : byTries
}

type Belief = { ability: number; variance: number }

/** Returns the probability of a right first try, taking the uncertainty of the estimate into account. */
export function chanceOf({ ability, variance }: Belief, difficulty = 0) {
  const x = (ability - difficulty) / Math.sqrt(1 + (Math.PI / 8) * variance)
  return figures.chance + (1 - 2 * figures.chance) * sigmoid(x)
}

/** Returns the updated belief after an answer. */
function learned(belief: Belief, { outcome, difficulty }: { outcome: number; difficulty: number }): Belief {
  const expected = sigmoid(belief.ability - difficulty)
  const variance = 1 / (1 / belief.variance + expected * (1 - expected) * (1 - 2 * figures.chance))
  return { ability: belief.ability + variance * (outcome - chanceOf(belief, difficulty)), variance }
}

/** Returns an estimate projected to a later time, in ms since the epoch (1970). */
export function estimateAt(estimate: Estimate, at: number): Estimate {
  const days = Math.max(0, at - estimate.at) / dayMs
  const lasts = figures.forgetting + figures.strengthening * estimate.answers
  const kept = Math.exp(-days / lasts)
  return {
    ...estimate,
    ability: estimate.start + (estimate.ability - estimate.start) * kept,
    variance: Math.min(figures.unknownSection, estimate.variance + figures.drift * days),
  }
}

/** Tracks a child's estimates through all answered questions, in the order in which they were answered. */
export class Learner {
  private usual: Belief = { ability: 0, variance: figures.unknownChild }
  readonly sections = new Map<string, Estimate>()

  /**
   * Returns the estimate for a section at a given time. If the child hasn't started the section, the estimate
   * is based on the child's usual ability.
   */
  at(sectionId: string, at: number): Estimate {
    const known = this.sections.get(sectionId)
    if (known) return estimateAt(known, at)
    const ability = this.usual.ability * figures.carry
    return {
      ability,
      variance: figures.unknownSection + this.usual.variance * 0.5,
      answers: 0,
      at,
      start: ability,
    }
  }

  take(answered: AnsweredQuestion) {
    const { sectionId, at, difficulty } = answered
    const before = this.at(sectionId, at)
    const outcome = evidence(answered)
    const after = learned(before, { outcome, difficulty })
    const gain = figures.learning * 2 * (1 - sigmoid(after.ability))
    this.sections.set(sectionId, {
      ability: after.ability + gain,
      variance: after.variance,
      answers: before.answers + 1,
      at,
      start: before.answers === 0 ? after.ability : before.start,
    })
    if (before.answers < figures.early) this.usual = learned(this.usual, { outcome, difficulty })
  }
}
