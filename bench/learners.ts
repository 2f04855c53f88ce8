/**
 * Simulated learners, for choosing and measuring estimates. This is a simulation: real children differ.
 *
 * Assumptions: a child's ability and the difficulties of sections and questions are normally distributed.
 * Each answered question improves the child's ability in the section, but less so the greater it already is.
 * Over time, part of the improvement is forgotten, more slowly after more practice. One answer in twenty is a
 * slip and one in twenty a lucky guess. Second and third tries are easier, and opening a hint makes the next
 * try easier still.
 */

/**
 * Returns a generator of random numbers from 0 (inclusive) to 1 (exclusive) with a fixed seed (mulberry32).
 */
export function randomFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Random = () => number

export const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

export const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))

const dayMs = 86_400_000
const slip = 0.05

export type Bank = { sections: { difficulty: number; questions: number[] }[] }

/** Returns sections with their questions. The difficulty of a question is relative to that of its section. */
export const bankOf = (random: Random, { sections = 40, questions = 12 } = {}): Bank => ({
  sections: Array.from({ length: sections }, (_, at) => ({
    difficulty: (at / sections - 0.5) * 1.2 + normal(random) * 0.4,
    questions: Array.from({ length: questions }, () => normal(random) * 0.5),
  })),
})

/** A child who learns and forgets. Times are in ms. */
export class SimulatedChild {
  private readonly skills = new Map<number, { base: number; gained: number; practiced: number; at: number }>()
  private readonly ability: number
  private readonly speed: number
  private readonly random: Random
  private readonly bank: Bank

  constructor(random: Random, bank: Bank) {
    this.random = random
    this.bank = bank
    this.ability = normal(random) * 0.9 + 0.4
    this.speed = Math.exp(normal(random) * 0.4)
  }

  private skill(section: number, at: number) {
    const known = this.skills.get(section)
    if (!known) {
      const base = this.ability - (this.bank.sections[section]?.difficulty ?? 0) + normal(this.random) * 0.6
      const skill = { base, gained: 0, practiced: 0, at }
      this.skills.set(section, skill)
      return skill
    }
    const days = (at - known.at) / dayMs
    known.gained *= Math.exp(-days / (25 + 5 * known.practiced))
    known.at = at
    return known
  }

  /** Returns the true chance of a right first try. */
  chance(section: number, question: number, at: number) {
    const { base, gained } = this.skill(section, at)
    return (
      slip + (1 - 2 * slip) * sigmoid(base + gained - (this.bank.sections[section]?.questions[question] ?? 0))
    )
  }

  answer(section: number, question: number, at: number) {
    const first = this.chance(section, question, at)
    let tries = 0
    let solved = false
    let hints = 0
    while (!solved && tries < 3) {
      const chance = tries === 0 ? first : Math.min(0.95, first + 0.12 * tries + 0.15 * hints)
      solved = this.random() < chance
      tries += 1
      if (!solved && this.random() < 0.3) hints += 1
    }
    const skill = this.skill(section, at)
    skill.gained += 0.3 * this.speed * (1 - sigmoid(skill.base + skill.gained))
    skill.practiced += 1
    return { tries, solved, hints }
  }
}
