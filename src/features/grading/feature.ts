import { gradingWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { givenAnswers, oneAnswer } from './answers/api.ts'
import { givenAnswerRoutes, oneAnswerRoutes } from './answers/routes.ts'
import { grading } from './api.ts'
import { gradingRoutes } from './routes.ts'
import { lateAnswers } from './late/api.ts'
import { lateAnswerRoutes } from './late/routes.ts'
import { snippets } from './snippets/api.ts'
import { snippetRoutes } from './snippets/routes.ts'
import { regrades } from './regrade/api.ts'
import { regradeRoutes } from './regrade/routes.ts'
import { WorkKind } from '#features/practice/rules.ts'

/**
 * Grading by people: the queue of answers without an automatic verdict, late answers, comments, snippets and
 * regrading.
 */
export const gradingFeature: Feature = {
  name: 'grading',
  endpoints: () => [
    endpoints(grading, gradingRoutes),
    endpoints(oneAnswer, oneAnswerRoutes),
    endpoints(lateAnswers, lateAnswerRoutes),
    endpoints(snippets, snippetRoutes),
    endpoints(regrades, regradeRoutes),
    ...WorkKind.options.flatMap((kind) => [endpoints(givenAnswers[kind], givenAnswerRoutes(kind))]),
  ],
  wording: gradingWording,
}
