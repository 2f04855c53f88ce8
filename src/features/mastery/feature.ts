import { endpoints, type Feature } from '#server/feature.ts'
import { childSkills, skills } from './api.ts'
import { estimateAll, masteryCron } from './jobs.ts'
import { childSkillsRoutes, skillsRoutes } from './routes.ts'

/**
 * Mastery: what each child can do in each section of the material, estimated from the answers in completed work
 * (`estimate.ts` has the rules), in four words, with the answers behind it, and when it should be reviewed.
 */
export const masteryFeature: Feature = {
  name: 'mastery',
  endpoints: () => [endpoints(skills, skillsRoutes), endpoints(childSkills, childSkillsRoutes)],
  jobs: () => ({ mastery: estimateAll }),
  cron: [masteryCron],
}
