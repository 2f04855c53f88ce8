import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import { forbidden, signedOut } from '#shared/problem.ts'

const readers = ['admin', 'manager', 'operator', 'editor']

/** The OpenAPI 3.1 document of every endpoint at `/api/docs`, for staff only. */
export async function serveDocs(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Blended Learning', version: packageJson.version } },
    hideUntagged: true,
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
