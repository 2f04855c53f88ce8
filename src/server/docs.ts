import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { forbidden, signedOut } from '#shared/problem.ts'
import { documentOf } from './openapi.ts'

const readers = ['admin', 'manager', 'operator', 'editor']

/** Serves the OpenAPI 3.1 document of all endpoints at `/api/docs`, for staff only. */
export async function serveDocs(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0' },
    hideUntagged: true,
    // Built when it is first opened, so that a process starts without building hundreds of schemas.
    transformObject: () => documentOf(app.endpoints) as never,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiHooks: {
      onRequest: ({ actor }, _reply, next) => {
        if (!actor) return next(signedOut())
        next(readers.includes(actor.kind) ? undefined : forbidden())
      },
    },
  })
}
