/**
 * Estimates what a child can do in a section, as the chance of answering its next question at the first try.
 *
 * The estimate is a number on a scale where 0 is an even chance with a usual question (log-odds), with its
 * uncertainty (variance). Every answer moves it towards what happened: far while little is known, less the more
 * is known, and more if the answer was a surprise. A harder question counts more when it is right and less when
 * it is wrong. Practicing itself adds a little. Between answers the estimate falls back slowly towards where the
 * child began, and becomes less certain; the more often a section was practiced, the slower. A section that
 * a child begins starts where the child usually is.
 *
 * The figures below were chosen on simulated learners (`bench/learners.ts`), with other seeds than those that the
 * bench measures with.
 */

/** An answered question. `at` is in ms since 1970. */
export type Answered = {
  sectionId: string
  at: number
  /** Tries until it was right, or until the end. */
  tries: number
  solved: boolean
  /** Opened steps of the hint. */
  hints: number
  /** Log-odds by which it is harder than a usual question. */
  difficulty: number
}

export type Estimate = {
  ability: number
  variance: number
  answers: number
  /** Ms since 1970 of the latest answer. */
  at: number
  /** Ability at the beginning, without any practice of this section. */
  start: number
}

const figures = {
  /** Variance of what a child of whom nothing is known can do, and of a section within the child. */
  unknownChild: 2,
  unknownSection: 0.75,
  /** Share of the child's usual ability at which a new section starts. */
  carry: 0.9,
  /** Number of answers in a section that say what the child usually can, before practice helps. */
  early: 5,
  /** Log-odds that an answer adds by being practice, at an even chance. */
  learning: 0.1,
  /** Days in which a once practiced section falls back by two thirds, and what each answer adds to them. */
  forgetting: 90,
  strengthening: 20,
  /** Variance that a day adds. */
  drift: 0.004,
  /** Share of answers that don't show what the child can do: slips, and as many guesses. */
  chance: 0.05,
  /** Weight of a right second try for the next first try, compared with a right first one; a third counts half. */
  second: 0.1,
  /** Weight of a right answer with a hint, compared with one without. */
  hinted: 0.5,
}

const dayMs = 86_400_000
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))

/** Returns what an answer says, from 0 (couldn't) to 1 (could): less with more tries, and with hints. */
export function evidence({ solved, tries, hints }: Pick<Answered, 'solved' | 'tries' | 'hints'>) {
  if (!solved) return 0
  const byTries = tries <= 1 ? 1 : tries === 2 ? figures.second : figures.second / 2
  return hints > 0 ? byTries * figures.hinted : byTries
}

type Belief = { ability: number; variance: number }

/** Chance of a first try that is right, with the uncertainty of the estimate taken into account. */
export function chanceOf({ ability, variance }: Belief, difficulty = 0) {
  const x = (ability - difficulty) / Math.sqrt(1 + (Math.PI / 8) * variance)
  return figures.chance + (1 - 2 * figures.chance) * sigmoid(x)
}

/** Returns a belief after an answer. */
function learned(belief: Belief, { outcome, difficulty }: { outcome: number; difficulty: number }): Belief {
  const expected = sigmoid(belief.ability - difficulty)
  const variance = 1 / (1 / belief.variance + expected * (1 - expected) * (1 - 2 * figures.chance))
  return { ability: belief.ability + variance * (outcome - chanceOf(belief, difficulty)), variance }
}

/** Returns an estimate as it is at a later time, in ms since 1970. */
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

/** Follows a child through all answered questions, in the order in which they were answered. */
export class Learner {
  private usual: Belief = { ability: 0, variance: figures.unknownChild }
  readonly sections = new Map<string, Estimate>()

  /** The estimate for a section at a time; for one that hasn't begun, what the child usually can. */
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

  take(answered: Answered) {
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
