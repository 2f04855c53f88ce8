import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import { sendFailure } from './failure.ts'
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
      onRequest: async (request, reply) => {
        if (!request.actor) return sendFailure(signedOut(), request, reply)
        if (!readers.includes(request.actor.kind)) return sendFailure(forbidden(), request, reply)
      },
    },
  })
}
