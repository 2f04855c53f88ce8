import { classroomWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { classroom } from './api.ts'
import { classroomRoutes } from './routes.ts'
import { presence } from './presence/api.ts'
import { presenceRoutes } from './presence/routes.ts'

/** The live classroom: what each student is working on, and attendance. */
export const classroomFeature: Feature = {
  name: 'classroom',
  endpoints: () => [endpoints(classroom, classroomRoutes), endpoints(presence, presenceRoutes)],
  wording: classroomWording,
}
