import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'

const skillsOfClass = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/classes/$classId/skills',
  component: staffScreen(() => import('./SkillMapPage.tsx'), 'SkillMapPage'),
})

export const staffPages = [skillsOfClass] as const
