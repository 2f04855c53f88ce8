import type { Section, Skill } from './api.ts'

type MasteredSkill = Pick<Skill, 'sectionId' | 'masteredAt'>

const dayMs = 86_400_000

/** Returns the names of the sections mastered in the last four weeks, in the order of the material. */
export function masteredLately(
  {
    sections,
    skills,
  }: { sections: readonly Pick<Section, '_id' | 'name'>[]; skills: readonly MasteredSkill[] },
  now: number,
) {
  const lately = new Set(
    skills.flatMap(({ sectionId, masteredAt }) =>
      masteredAt !== null && Date.parse(masteredAt) > now - 28 * dayMs ? [sectionId] : [],
    ),
  )
  return sections.flatMap(({ _id, name }) => (lately.has(_id) ? [name] : []))
}

/** Number of months that the trend shows. */
const months = 6

/**
 * Returns the number of sections mastered by the end of each of the last six months, the current one
 * included. Returns null if no section was mastered, or all in the same month, since that isn't a trend.
 */
export function masteredByMonth(skills: readonly MasteredSkill[], now: number) {
  const at = skills.flatMap(({ masteredAt }) => (masteredAt === null ? [] : [masteredAt.slice(0, 7)]))
  if (new Set(at).size < 2) return null
  const today = new Date(now)
  return Array.from({ length: months }, (_, index) => {
    const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (months - 1 - index), 1)
    const month = new Date(first).toISOString().slice(0, 7)
    return { month, mastered: at.filter((each) => each <= month).length }
  })
}
