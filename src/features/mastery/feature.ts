import { endpoints, type Feature } from '#server/feature.ts'
import { childSkills, ownPath, skills } from './api.ts'
import { estimateAll, masteryCron } from './jobs.ts'
import { childSkillsRoutes, ownPathRoutes, skillsRoutes } from './routes.ts'

/**
 * Mastery: each child's skill in each section of the material, estimated from the answers in completed work
 * (see `estimate.ts` for the rules). It is described by one of four words, and comes with the answers behind
 * it and the time of its next review.
 */
export const masteryFeature: Feature = {
  name: 'mastery',
  endpoints: () => [
    endpoints(skills, skillsRoutes),
    endpoints(ownPath, ownPathRoutes),
    endpoints(childSkills, childSkillsRoutes),
  ],
  jobs: () => ({ mastery: estimateAll }),
  cron: [masteryCron],
}
