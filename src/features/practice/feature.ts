import { practiceWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { practice, studentWork } from './api.ts'
import { practiceRoutes, studentWorkRoutes } from './routes.ts'
import { assigning, givenWork } from './assigning/api.ts'
import { givingRoutes, givenRoutes } from './assigning/routes.ts'
import { corrections } from './corrections/api.ts'
import { correctionRoutes } from './corrections/routes.ts'
import { ownSections, childsMore, ownWork, childsWork } from './answering/api.ts'
import { ownSectionRoutes, childsMoreRoutes, ownRoutes, childsRoutes } from './answering/routes.ts'
import { WorkKind } from './rules.ts'
import { similar } from './similar/api.ts'
import { similarRoutes } from './similar/routes.ts'
import { whiteboards } from './whiteboard/api.ts'
import { whiteboardRoutes } from './whiteboard/routes.ts'
import { completeWork } from './answering/jobs.ts'

/** Practice: homework, assessments and tests, from assignment to submission. */
export const practiceFeature: Feature = {
  name: 'practice',
  endpoints: () => [
    endpoints(practice, practiceRoutes),
    endpoints(studentWork, studentWorkRoutes),
    endpoints(assigning, givingRoutes),
    endpoints(corrections, correctionRoutes),
    endpoints(similar, similarRoutes),
    endpoints(whiteboards, whiteboardRoutes),
    endpoints(ownSections, ownSectionRoutes),
    endpoints(childsMore, childsMoreRoutes),
    ...WorkKind.options.flatMap((kind) => [
      endpoints(givenWork[kind], givenRoutes(kind)),
      endpoints(ownWork[kind], ownRoutes(kind)),
      endpoints(childsWork[kind], childsRoutes(kind)),
    ]),
  ],
  jobs: () => ({ 'complete-work': completeWork }),
  wording: practiceWording,
}
