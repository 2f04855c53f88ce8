import type { FastifyInstance } from 'fastify'
import { givenAnswers, oneAnswer } from '#features/grading/answers/api.ts'
import { givenAnswerRoutes, oneAnswerRoutes } from '#features/grading/answers/routes.ts'
import { grading } from '#features/grading/api.ts'
import { lateAnswers } from '#features/grading/late/api.ts'
import { lateAnswerRoutes } from '#features/grading/late/routes.ts'
import { regrades } from '#features/grading/regrade/api.ts'
import { regradeRoutes } from '#features/grading/regrade/routes.ts'
import { gradingRoutes } from '#features/grading/routes.ts'
import { snippets } from '#features/grading/snippets/api.ts'
import { snippetRoutes } from '#features/grading/snippets/routes.ts'
import { practice } from '#features/practice/api.ts'
import { corrections } from '#features/practice/corrections/api.ts'
import { correctionRoutes } from '#features/practice/corrections/routes.ts'
import { childsMore, childsWork, ownSections, ownWork } from '#features/practice/doing/api.ts'
import { childsMoreRoutes, childsRoutes, ownRoutes, ownSectionRoutes } from '#features/practice/doing/routes.ts'
import { givenWork, giving } from '#features/practice/giving/api.ts'
import { givenRoutes, givingRoutes } from '#features/practice/giving/routes.ts'
import { practiceRoutes } from '#features/practice/routes.ts'
import { WorkKind } from '#features/practice/rules.ts'
import { serve, type House } from './serve.ts'

/** Work that students are given: its giving, its doing and its grading. */
export function serveWork(app: FastifyInstance, house: House) {
  serve(app, house, { feature: 'practice', contract: practice, routes: practiceRoutes })
  serve(app, house, { feature: 'practice', contract: giving, routes: givingRoutes })
  serve(app, house, { feature: 'practice', contract: corrections, routes: correctionRoutes })
  serve(app, house, { feature: 'practice', contract: ownSections, routes: ownSectionRoutes })
  serve(app, house, { feature: 'practice', contract: childsMore, routes: childsMoreRoutes })
  for (const kind of WorkKind.options) {
    serve(app, house, { feature: 'practice', contract: givenWork[kind], routes: givenRoutes(kind) })
    serve(app, house, { feature: 'grading', contract: givenAnswers[kind], routes: givenAnswerRoutes(kind) })
    serve(app, house, { feature: 'practice', contract: ownWork[kind], routes: ownRoutes(kind) })
    serve(app, house, { feature: 'practice', contract: childsWork[kind], routes: childsRoutes(kind) })
  }
  serve(app, house, { feature: 'grading', contract: grading, routes: gradingRoutes })
  serve(app, house, { feature: 'grading', contract: oneAnswer, routes: oneAnswerRoutes })
  serve(app, house, { feature: 'grading', contract: lateAnswers, routes: lateAnswerRoutes })
  serve(app, house, { feature: 'grading', contract: snippets, routes: snippetRoutes })
  serve(app, house, { feature: 'grading', contract: regrades, routes: regradeRoutes })
}
